// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/ecc_ctrl.h"

#include <algorithm>

#include "gen/model/regs/neuron_regs.h"
#include "model/sim/error.h"

namespace nvp::mgmt {
namespace {

constexpr std::uint32_t kMaximum = 0xffff;
constexpr std::uint32_t kSourceStride = ECC_CTRL_CE(1) - ECC_CTRL_CE(0);
constexpr std::uint32_t kEnable = ECC_CTRL_ENABLE(0);

}  // namespace

EccCtrl::EccCtrl(const sim::Clock& fabric, unsigned sources) : fabric_(fabric), sources_(sources) {
  if (sources == 0 || sources > kMaxSources) {
    throw Error("ecc_ctrl: sources: 1 to " + std::to_string(kMaxSources) + " are possible");
  }
}

void EccCtrl::inject(unsigned source, unsigned kind, std::uint32_t count, ps_t from) {
  if (source >= sources() || kind >= kKinds) {
    throw Error("ECC source " + std::to_string(source) + ": this device has 0 to " +
                std::to_string(sources() - 1));
  }
  if (count == 0) return;
  auto& bursts = sources_[source].counters[kind].bursts;
  std::uint64_t first = fabric_.index_at_or_after(from);
  if (!bursts.empty()) {
    Burst& last = bursts.back();
    first = std::max(first, last.first + last.count);
    if (first == last.first + last.count) {
      last.count += count;
      if (changed_) changed_();
      return;
    }
  }
  bursts.push_back({first, count});
  if (changed_) changed_();
}

// Counts the events of the edges before `edge`.
void EccCtrl::advance(Source& source, std::uint64_t edge) {
  for (Counter& counter : source.counters) {
    std::size_t done = 0;
    for (Burst& burst : counter.bursts) {
      if (burst.first >= edge) break;
      const std::uint64_t seen = std::min(burst.count, edge - burst.first);
      const std::uint64_t sum = counter.value + seen;
      if (sum > kMaximum) source.saturated = true;
      counter.value = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kMaximum));
      burst.first += seen;
      burst.count -= seen;
      if (burst.count == 0) ++done;
    }
    counter.bursts.erase(counter.bursts.begin(),
                         counter.bursts.begin() + static_cast<std::ptrdiff_t>(done));
  }
}

// True if a counter is non-zero as an access granted at `edge` sees it.
bool EccCtrl::counts(const Source& source, std::uint64_t edge) {
  return std::any_of(source.counters.begin(), source.counters.end(), [&](const Counter& c) {
    return c.value != 0 || (!c.bursts.empty() && c.bursts.front().first < edge);
  });
}

std::uint32_t EccCtrl::pending(std::uint64_t edge) const {
  std::uint32_t bits = 0;
  for (unsigned s = 0; s < sources(); ++s) {
    if (sources_[s].enabled && counts(sources_[s], edge)) bits |= 1u << s;
  }
  return bits;
}

bool EccCtrl::pending_before(std::uint64_t edge) const {
  return pending(edge) != 0;
}

bus::Response EccCtrl::read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t grant) {
  for (Source& source : sources_) advance(source, fabric_.index_at_or_after(grant));
  return peek(port, address, data);
}

bus::Response EccCtrl::peek(unsigned, std::uint32_t address, std::uint32_t* data) {
  if (address == ECC_CTRL_PENDING) {
    *data = pending(0);
  } else if (address == ECC_CTRL_SATURATED) {
    *data = 0;
    for (unsigned s = 0; s < sources(); ++s) *data |= sources_[s].saturated ? 1u << s : 0;
  } else if (address < sources() * kSourceStride) {
    const Source& source = sources_[address / kSourceStride];
    const std::uint32_t reg = address % kSourceStride;
    *data = reg == kEnable ? source.enabled : source.counters[reg / 4].value;
  } else {
    return bus::Response::decerr;
  }
  return bus::Response::okay;
}

bus::Response EccCtrl::write(unsigned, std::uint32_t address, std::uint32_t data,
                             std::uint8_t strobes, ps_t grant) {
  if (address == ECC_CTRL_PENDING || address == ECC_CTRL_SATURATED) return bus::Response::okay;
  if (address >= sources() * kSourceStride) return bus::Response::decerr;
  Source& source = sources_[address / kSourceStride];
  const std::uint32_t reg = address % kSourceStride;
  advance(source, fabric_.index_at_or_after(grant));
  keep_level_until_next_edge(grant);
  if (reg == kEnable) {
    source.enabled = bus::merge_strobes(source.enabled, data, strobes) & ECC_CTRL_ENABLE_IRQ_MASK;
  } else {
    std::uint32_t& value = source.counters[reg / 4].value;
    value -= std::min(value, data & bus::strobe_mask(strobes) & kMaximum);
  }
  if (changed_) changed_();
  return bus::Response::okay;
}

bus::Response EccCtrl::poke(unsigned, std::uint32_t address, std::uint32_t data) {
  if (address >= sources() * kSourceStride) return bus::Response::decerr;
  Source& source = sources_[address / kSourceStride];
  const std::uint32_t reg = address % kSourceStride;
  if (reg == kEnable) {
    source.enabled = data & ECC_CTRL_ENABLE_IRQ_MASK;
  } else {
    source.counters[reg / 4].value = data & kMaximum;
  }
  return bus::Response::okay;
}

void EccCtrl::keep_level_until_next_edge(ps_t grant) {
  kept_ = at(grant);
  kept_until_ = fabric_.after(grant, 1);
}

bool EccCtrl::at(ps_t t) const {
  if (t < kept_until_) return kept_;
  // The output at edge m was registered from the events of the edges before m.
  const std::uint64_t edge = fabric_.index_at_or_after(t);
  return pending_before(fabric_.edge(edge) == t ? edge : edge - 1);
}

ps_t EccCtrl::next_rise(ps_t t) const {
  if (t < kept_until_ && at(kept_until_)) return kept_until_;
  std::uint64_t first = ~std::uint64_t{0};
  for (const Source& source : sources_) {
    if (!source.enabled) continue;
    for (const Counter& counter : source.counters) {
      for (const Burst& burst : counter.bursts) {
        if (fabric_.edge(burst.first + 1) > t) first = std::min(first, burst.first + 1);
      }
    }
  }
  return first == ~std::uint64_t{0} ? kNever : fabric_.edge(first);
}

void EccCtrl::reset(ps_t edge) {
  keep_level_until_next_edge(edge);
  kept_until_ = edge;
  for (Source& source : sources_) source = Source{};
  if (changed_) changed_();
}

}  // namespace nvp::mgmt
