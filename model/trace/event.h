// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_TRACE_EVENT_H_
#define NEURON_VP_MODEL_TRACE_EVENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/sim/clock.h"

namespace nvp::trace {

/// What happened. The kinds and the meaning of their fields are data: model/trace/events.def.
enum class Kind : std::uint8_t {
#define NVP_EVENT(kind, ...) kind,
#define NVP_EVENT_DATA(kind, ...) kind,
#include "model/trace/events.def"
#undef NVP_EVENT
#undef NVP_EVENT_DATA
  count_
};

constexpr std::size_t kKindCount = static_cast<std::size_t>(Kind::count_);

/// Names of a kind and of its fields; an empty name is an unused field.
struct KindInfo {
  std::string_view name, a, b, x, y, text;
  bool has_data;
};
const KindInfo& info(Kind kind);

/// One event. Text and data are borrowed: a sink that keeps them copies them.
struct Event {
  Kind kind;
  ps_t time = 0;
  std::int32_t device = -1;  ///< device index, -1 when it concerns the host
  std::uint32_t a = 0, b = 0;
  std::uint64_t x = 0, y = 0;
  std::string_view text = {};
  const std::uint8_t* data = nullptr;
  std::size_t data_size = 0;
};

/// The one event stream of a platform. Every view (console, JSON trace, reports, expectations,
/// trace hash) is a sink on it; producers ask wants() before they build anything expensive.
class Stream {
 public:
  using Sink = std::function<void(const Event&)>;

  Stream();

  /// Adds a sink for all kinds, or for the kinds given.
  void subscribe(Sink sink);
  void subscribe(std::initializer_list<Kind> kinds, Sink sink);

  /// True if any sink takes this kind.
  bool wants(Kind kind) const { return !sinks_[static_cast<std::size_t>(kind)].empty(); }

  /// Hands an event to its sinks, in the order of their subscription. `event.time` is filled in by
  /// the caller (sim::now()).
  void emit(const Event& event);

 private:
  std::vector<Sink> all_;
  std::array<std::vector<std::size_t>, kKindCount> sinks_;
};

/// One line of the JSON trace (no newline): {"t":ps,"type":kind,"device":...,fields by name}.
std::string to_json(const Event& event);

/// 64-bit FNV-1a over the JSON lines of everything it sees: the trace hash of a run.
class Hasher {
 public:
  void add(const Event& event);
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace nvp::trace

#endif  // NEURON_VP_MODEL_TRACE_EVENT_H_
