// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/support/metrics_bench.h"

#include <gtest/gtest.h>

#include "model/sim/thread.h"

namespace nvp::test {

constexpr ps_t kPeriod = 150 * kPsPerSecond;
constexpr std::uint8_t kPostToCw = 2;

Bytes hex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

Bytes record(std::uint8_t id, const std::string& text) {
  const std::string bytes{static_cast<char>(id), static_cast<char>(text.size())};
  const std::string all = bytes + text;
  return {all.begin(), all.end()};
}

Bytes join(const std::vector<Bytes>& parts) {
  Bytes all;
  for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::string text_of(const Bytes& post) {
  std::string text;
  for (std::size_t at = 0; at + 1 < post.size(); at += 2u + post[at + 1]) {
    if (!text.empty()) text += ' ';
    text += std::to_string(post[at]) + '=';
    for (std::size_t i = 0; i < post[at + 1] && at + 2 + i < post.size(); ++i) {
      text += static_cast<char>(post[at + 2 + i]);
    }
  }
  return text;
}

Bytes h() {
  return hex(
      "0c 13 69 2d 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 30 0d 08 32 2e 32 37 2e 34 2e "
      "30");
}

Bytes z() {
  return hex("32 01 30 33 01 30 34 01 30 35 01 30 36 01 30 37 01 30");
}

MetricsBench::MetricsBench(const std::string& mode, generation::Id generation,
                           const vk::KernelConfig& config)
    : platform(config),
      port(platform.add_scripted(generation)),
      firmware(port, platform.memory(), generation) {
  DriverPlatform::set_fidelity(mode);
  platform.set_param("nmetric_log_posts", 0);
  firmware.on_request([this](const ScriptedFirmware::Request& request) {
    return request.command() == kPostToCw ? answer : ScriptedFirmware::Answer{};
  });
}

ps_t MetricsBench::now() const {
  return sim::now();
}

void MetricsBench::run(std::function<void(MetricsBench&)> body) {
  platform.run([this, body = std::move(body)] {
    ASSERT_TRUE(platform.wait_ready());
    mprobe_set_sinks(1);
    nmetric_init_driver_metrics(nd());  // forgets the reset that made the device READY
    nmetric_begin(nd());
    nmetric_end_batch(nd(), 0);
    last_post_ = sim::now();
    firmware.forget_requests();
    body(*this);
    Client::end_all();
  });
}

Worker MetricsBench::worker(const std::string& name) {
  Worker made{new Client(platform.kernel(), name), 0, nullptr};
  made.fd = made.client->open();
  EXPECT_GE(made.fd, 0);
  made.words = made.client->acquire(made.fd);
  EXPECT_NE(made.words, nullptr);
  return made;
}

Bytes MetricsBench::tick_now(std::uint8_t tick) {
  const std::size_t before = firmware.requests().size();
  nmetric_slow_tick(nd(), tick);
  nmetric_end_batch(nd(), 0);
  last_post_ = sim::now();
  const auto& requests = firmware.requests();
  return requests.size() > before ? requests[before].payload : Bytes{};
}

Bytes MetricsBench::tick(std::uint8_t tick) {
  sim::Thread::current()->sleep_until(last_post_ + kPeriod);
  return tick_now(tick);
}

}  // namespace nvp::test
