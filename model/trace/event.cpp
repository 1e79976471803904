// SPDX-License-Identifier: Apache-2.0
#include "model/trace/event.h"

#include <fmt/format.h>

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

namespace nvp::trace {
namespace {

constexpr KindInfo kInfo[] = {
#define NVP_EVENT(kind, a, b, x, y, text) {#kind, a, b, x, y, text, false},
#define NVP_EVENT_DATA(kind, a, b, x, y, text) {#kind, a, b, x, y, text, true},
#include "model/trace/events.def"
#undef NVP_EVENT
#undef NVP_EVENT_DATA
};

void add_number(std::string& out, std::string_view name, std::uint64_t value) {
  if (!name.empty()) fmt::format_to(std::back_inserter(out), ",\"{}\":{}", name, value);
}

}  // namespace

const KindInfo& info(Kind kind) {
  return kInfo[static_cast<std::size_t>(kind)];
}

Stream::Stream() = default;

void Stream::subscribe(Sink sink) {
  all_.push_back(std::move(sink));
  for (auto& list : sinks_) list.push_back(all_.size() - 1);
}

void Stream::subscribe(std::initializer_list<Kind> kinds, Sink sink) {
  all_.push_back(std::move(sink));
  for (Kind kind : kinds) sinks_[static_cast<std::size_t>(kind)].push_back(all_.size() - 1);
}

void Stream::emit(const Event& event) {
  for (std::size_t index : sinks_[static_cast<std::size_t>(event.kind)]) all_[index](event);
}

std::string to_json(const Event& event) {
  const KindInfo& kind = info(event.kind);
  std::string out = fmt::format("{{\"t\":{},\"type\":\"{}\"", event.time, kind.name);
  if (event.device >= 0) fmt::format_to(std::back_inserter(out), ",\"device\":{}", event.device);
  add_number(out, kind.a, event.a);
  add_number(out, kind.b, event.b);
  add_number(out, kind.x, event.x);
  add_number(out, kind.y, event.y);
  if (!kind.text.empty()) {
    // Text may hold any bytes: invalid UTF-8 is replaced, so that the line stays valid JSON.
    const nlohmann::json text = std::string(event.text);
    fmt::format_to(std::back_inserter(out), ",\"{}\":{}", kind.text,
                   text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  }
  if (kind.has_data) {
    out += ",\"data\":\"";
    for (std::size_t i = 0; i < event.data_size; ++i) {
      fmt::format_to(std::back_inserter(out), "{:02x}", event.data[i]);
    }
    out += '"';
  }
  out += '}';
  return out;
}

void Hasher::add(const Event& event) {
  for (char c : to_json(event) + '\n') {
    hash_ ^= static_cast<std::uint8_t>(c);
    hash_ *= 0x100000001b3u;
  }
}

}  // namespace nvp::trace
