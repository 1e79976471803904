// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/src/time.h"

#include "driver/kernel/include/vk/host.h"
#include "driver/kernel/src/impl.h"
#include "model/sim/error.h"
#include "model/sim/thread.h"

extern "C" int vk_hz;
int vk_hz = 250;

namespace nvp::vk {

Jiffies::Jiffies(unsigned hz, std::int64_t initial_s)
    : hz_(hz), initial_(static_cast<std::uint32_t>(static_cast<std::uint64_t>(initial_s) * hz)) {
  if (hz != 100 && hz != 250 && hz != 300 && hz != 1000) {
    throw Error("HZ " + std::to_string(hz) + " is not one of 100, 250, 300, 1000");
  }
}

ps_t Jiffies::edge(std::uint64_t count) const {
  if (count <= initial_) return 0;
  const std::uint64_t ticks = count - initial_;
  if (ticks / hz_ >= ~ps_t{0} / kPsPerSecond) return ~ps_t{0};
  return ticks / hz_ * kPsPerSecond + (ticks % hz_ * kPsPerSecond + hz_ - 1) / hz_;
}

}  // namespace nvp::vk

using nvp::vk::impl;

extern "C" {

unsigned long vk_jiffies(void) {
  return impl().jiffies.count(nvp::sim::now());
}

unsigned long long vk_now_ps(void) {
  return nvp::sim::now();
}

long long vk_epoch_ns(void) {
  return impl().config.epoch_s * 1'000'000'000;
}

unsigned long long vk_jiffy_edge_ps(unsigned long jiffies) {
  return impl().jiffies.edge(jiffies);
}

void vk_consume_ps(unsigned long long ps) {
  if (nvp::sim::Thread* thread = nvp::sim::Thread::current()) thread->consume(ps);
}

void vk_enter(void) {
  if (const nvp::ps_t cost = impl().config.cpu_ps_per_call) vk_consume_ps(cost);
}

}  // extern "C"
