// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_ECC_CTRL_H_
#define NEURON_VP_MODEL_MGMT_ECC_CTRL_H_

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/bus/register_port.h"
#include "model/mgmt/line.h"
#include "model/sim/clock.h"

namespace nvp::mgmt {

/// The ECC controller (docs/reference/41-rtl-blocks.md, "ecc_ctrl"). Bursts of events are kept as
/// intervals of edges and counted when somebody looks, so 65,536 events cost as much as one. Also
/// the level of its output `irq`.
class EccCtrl : public bus::RegisterBlock, public Level {
 public:
  static constexpr unsigned kKinds = 3;  ///< corrected, uncorrectable, repairable: ce, ue, rue
  static constexpr unsigned kMaxSources = 16;

  /// @param sources 1 .. kMaxSources.
  EccCtrl(const sim::Clock& fabric, unsigned sources);

  unsigned sources() const { return static_cast<unsigned>(sources_.size()); }

  /// Input event `kind` of a source is 1 for `count` edges, from the first edge at or after `from`
  /// on, or from the end of a burst that is planned already.
  void inject(unsigned source, unsigned kind, std::uint32_t count, ps_t from);

  /// Calls `changed` when the level may have changed, now or in the future.
  void on_change(std::function<void()> changed) { changed_ = std::move(changed); }

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override;
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override;

  bool at(ps_t t) const override;
  ps_t next_rise(ps_t t) const override;

  /// rst_n at `edge`: counters, enables and SATURATED to 0; events in flight are lost.
  void reset(ps_t edge);

 private:
  struct Burst {
    std::uint64_t first, count;  // edges first .. first + count - 1
  };
  struct Counter {
    std::uint32_t value = 0;
    std::vector<Burst> bursts;  // ascending, disjoint
  };
  struct Source {
    std::array<Counter, kKinds> counters;
    bool enabled = false;
    bool saturated = false;
  };

  static void advance(Source& source, std::uint64_t edge);
  static bool counts(const Source& source, std::uint64_t edge);
  void keep_level_until_next_edge(ps_t grant);
  bool pending_before(std::uint64_t edge) const;
  std::uint32_t pending(std::uint64_t edge) const;

  const sim::Clock& fabric_;
  std::vector<Source> sources_;
  ps_t kept_until_ = 0;  // before it the output shows what it was before the last write
  bool kept_ = false;
  std::function<void()> changed_;
};

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_ECC_CTRL_H_
