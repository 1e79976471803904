// SPDX-License-Identifier: Apache-2.0
// Every switch of the driver in driver/uapi/fidelity.yaml, by its own name: with all others as
// documented, each of its values does what it says (docs/reference/00-overview.md, check 2). What
// the modes do together stands in the suites of each chapter.
#include <gmock/gmock.h>

#include <set>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

constexpr unsigned kOk = NDS_NC_COUNTER_INFER_COMPLETED, kTime = NDS_NC_COUNTER_TIME_IN_USE,
                   kGeneric = NDS_NC_COUNTER_ERR_GENERIC, kBitmap = NDS_ND_COUNTER_FEATURE_BITMAP,
                   kCluster = NDS_ND_COUNTER_DEVICE_CLUSTER_ID,
                   kRuntime = NDS_ND_COUNTER_RUNTIME_VERSION;
constexpr std::uint64_t kTera = 1'000'000'000'000;
const ScriptedFirmware::Answer kGood{}, kUnknownCommand{2};
const std::string kRoot = "/sys/devices/virtual/neuron_device/neuron0/";

// "1=a 2=b 3=c" -> what stands for the ids asked for, in the post's order.
std::string only(const std::string& post, const std::set<std::string>& ids) {
  std::string found;
  for (std::size_t at = 0; at < post.size();) {
    const std::size_t end = std::min(post.find(' ', at), post.size());
    const std::string item = post.substr(at, end - at);
    if (ids.count(item.substr(0, item.find('='))) != 0) found += (found.empty() ? "" : " ") + item;
    at = end + 1;
  }
  return found;
}

std::string sysfs(MetricsBench& b, const std::string& path) {
  std::string text;
  EXPECT_GE(b.platform.kernel().sysfs_read(kRoot + path, &text), 0) << path;
  return text.substr(0, text.find('\n'));
}

// --- chapter 21

std::string fwio_error_index(MetricsBench& b) {
  Worker w = b.worker();
  w.nc(0, kGeneric) = 9;
  mprobe_set_mailbox_errors(b.nd(), 4);
  return only(b.text(0), {"11", "219"});
}

std::string bitmap_id_zero(MetricsBench& b) {
  b.worker().nd(kBitmap) = 3;
  return only(b.text(1), {"250", "0"});
}

// The extremes of a post that fails, and of the next one.
std::string reset_extremes(MetricsBench& b) {
  nmetric_set_reset_time_metrics(b.nd(), 30, true);
  nmetric_increment_reset_failure_count(b.nd(), false);
  b.answer = kUnknownCommand;
  const std::string failed = only(b.text(1), {"50", "55"});
  b.answer = kGood;
  const std::string next = only(b.text(1), {"50", "55"});
  return failed + " | " + next + " | " + only(b.text(1), {"50", "55"});
}

std::string utilisation_without_advance(MetricsBench& b) {
  return only(b.text(0), {"90"});
}

std::string uncarried_deltas(MetricsBench& b) {
  b.worker().nc(0, kOk) = 100;
  b.answer = kUnknownCommand;
  b.tick(0);
  b.answer = kGood;
  return only(b.text(0), {"200"});
}

std::string freed_bitmap(MetricsBench& b) {
  Worker w = b.worker();
  w.nd(kBitmap) = 2;
  b.end(w);
  b.tick(0);
  return only(b.text(1), {"250"});
}

std::string constant_zero(MetricsBench& b) {
  Worker first = b.worker("A");
  b.worker("B");
  first.nd(kCluster) = 77;
  return only(b.text(1), {"252"});
}

std::string clear_all(MetricsBench& b) {
  b.worker().nc(0, kOk) = 7;
  mprobe_clear_all(b.nd());
  return only(b.text(0), {"200"});
}

// A counter moves while its slab is released: after the metrics engine has read it, before sysfs
// does.
std::string read_and_clear(MetricsBench& b) {
  Worker w = b.worker();
  w.nc(0, kOk) = 7;
  w.nd(NDS_ND_COUNTER_DYNAMIC_SYSFS_METRIC_BITMAP) = 1;
  b.platform.stream().subscribe({trace::Kind::kernel_log}, [w](const trace::Event& line) mutable {
    if (line.text.find("no parent directory") != std::string::npos) w.nc(0, kOk) += 5;
  });
  EXPECT_EQ(w.client->release(w.fd), 0);
  EXPECT_EQ(w.nc(0, kOk), 0u);
  return "posted " + std::to_string(mprobe_freed(b.nd(), 0)) + ", sysfs " +
         sysfs(b, "neuron_core0/stats/status/success/total");
}

std::string utilisation_window(MetricsBench& b) {
  Worker w = b.worker();
  w.nc(0, kTime) = 600 * kTera;
  b.answer = kUnknownCommand;
  b.tick(0);
  b.answer = kGood;
  w.nc(0, kTime) += 600 * kTera;
  return only(b.text(1), {"90"});
}

std::string ecc_baseline(MetricsBench& b) {
  std::string posted;
  for (const std::uint32_t reading : {3, 0, 3}) {
    b.firmware.set_word(0x44, reading << 12);
    posted += only(b.text(1), {"222"}) + " ";
  }
  return posted;
}

std::string reset_average(MetricsBench& b) {
  nmetric_set_reset_time_metrics(b.nd(), 300, false);
  b.answer = kUnknownCommand;
  b.tick(1);
  b.answer = kGood;
  nmetric_set_reset_time_metrics(b.nd(), 100, false);
  return only(b.text(1), {"53"});
}

std::string version_of_the_dead(MetricsBench& b) {
  Worker dead = b.worker("dead"), live[3] = {b.worker(), b.worker(), b.worker()};
  dead.nd(kRuntime) = live[0].nd(kRuntime) = 0x030000000001;
  live[1].nd(kRuntime) = live[2].nd(kRuntime) = 0x010000000001;
  b.end(dead);
  return only(b.text(0), {"180", "181"});
}

// --- chapter 20

std::string slab_at_acquire(MetricsBench& b) {
  Worker a = b.worker("A");
  a.client->release(a.fd);
  a.nc(0, kOk) += 5;
  for (unsigned i = 1; i < 16; ++i) mprobe_own(b.nd(), i, 5000);
  const std::uint64_t inherited = b.worker("B").nc(0, kOk);
  return std::to_string(inherited);
}

std::string pid_reuse(MetricsBench& b) {
  Worker a = b.worker("A");
  a.nc(0, kOk) = 9;
  mprobe_forget_instance(b.nd(), 0);
  const std::uint64_t* words = a.client->acquire(a.fd);
  return std::to_string(words[nc_word(0, kOk)]) + ", freed " +
         std::to_string(mprobe_freed(b.nd(), 0));
}

// --- chapters 11 and 13

std::string response_crc(MetricsBench& b) {
  b.firmware.on_request([](const ScriptedFirmware::Request&) {
    ScriptedFirmware::Answer corrupt;
    corrupt.payload = {0, 0, 0, 0, 5, 0, 0, 0};
    corrupt.bad_crc = true;
    return std::optional<ScriptedFirmware::Answer>(corrupt);
  });
  std::uint8_t profile = 0;
  fw_io_get_performance_profile(b.platform.mailbox(), &profile);
  return std::to_string(b.firmware.requests().size()) + " requests";
}

std::string exhausted_result(MetricsBench& b) {
  b.firmware.on_request([](const ScriptedFirmware::Request&) {
    ScriptedFirmware::Answer wrong;
    wrong.sequence = 77;
    return std::optional<ScriptedFirmware::Answer>(wrong);
  });
  return std::to_string(fw_io_set_feature(b.platform.mailbox(), 1));
}

std::string error_count(MetricsBench& b) {
  b.answer = ScriptedFirmware::Answer{1};
  std::uint8_t byte = 1;
  fw_io_post_metric(b.platform.mailbox(), &byte, 1);
  return std::to_string(fw_io_get_err_count(b.platform.mailbox()));
}

// Seconds that another user of the mailbox waits for a post that nobody answers.
std::string fwio_lock(MetricsBench& b) {
  b.answer = std::nullopt;
  auto* poster = new sim::Thread("poster", [&b] {
    std::uint8_t byte = 1;
    fw_io_post_metric(b.platform.mailbox(), &byte, 1);
  });
  b.platform.sleep(100 * kPsPerMs);
  const ps_t start = sim::now();
  EXPECT_EQ(fw_io_set_feature(b.platform.mailbox(), 1), 0);
  const ps_t waited = sim::now() - start;
  while (!poster->finished()) b.platform.sleep(kPsPerSecond);
  return waited > 25 * kPsPerSecond ? "all attempts" : waited < 2 * kPsPerSecond ? "one" : "some";
}

std::string not_ready_gate(MetricsBench& b) {
  b.firmware.set_word(0, 0xDEADBEEF);
  fw_io_set_power_profile(b.platform.mailbox(), 1);
  return std::to_string(b.firmware.requests().size()) + " requests";
}

std::string power_stats_at_probe(MetricsBench& b) {
  char text[256];
  npower_format_stats(b.nd(), text, sizeof(text));
  return std::string(text).substr(0, std::string(text).find(','));
}

// --- chapter 22

std::string memory_counter_floor(MetricsBench& b) {
  const std::string total = "stats/memory_usage/host_mem/notifications/total";
  auto* c = new Client(b.platform.kernel());
  const int fd = c->open();
  neuron_ioctl_notifications_init_with_realloc_v2 queue{};
  queue.size = 4096;
  queue.on_host_memory = 1;
  EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &queue), 0);
  EXPECT_EQ(sysfs(b, total), "4096");
  EXPECT_EQ(b.platform.kernel().sysfs_write(kRoot + total, "0"), 1);
  neuron_ioctl_nc_reset reset{1, 0};
  EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NC_RESET, &reset), 0);  // frees the core's queues
  neuron_ioctl_nc_reset_ready ready{reset.request_id, 0};
  EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NC_RESET_READY, &ready), 0);
  return sysfs(b, total) + ", messages " +
         std::to_string(b.platform.log_count("cannot fall by 4096"));
}

// --- chapter 23

std::string copy_fault(MetricsBench& b) {
  auto* c = new Client(b.platform.kernel());
  return std::to_string(c->ioctl(c->open(), NEURON_IOCTL_METRICS_CTRL, nullptr));
}

std::string extended_info_bad_handle(MetricsBench& b) {
  auto* c = new Client(b.platform.kernel());
  const int fd = c->open();
  neuron_ioctl_notifications_init_with_realloc_v2 queue{};
  queue.size = 8192;
  queue.on_host_memory = 1;
  EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &queue), 0);
  neuron_ioctl_mem_get_extended_info info{};
  info.mem_handle = queue.mem_handle;
  info.version = 77;
  EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_MEM_GET_EXTENDED_INFO, &info), 0);
  EXPECT_EQ(info.mem_handle, queue.mem_handle);
  EXPECT_EQ(info.version, 77u) << "not written";
  EXPECT_EQ(info.host_memory, 1u);
  EXPECT_EQ(info.mmap_offset, queue.mmap_offset);
  EXPECT_EQ(info.pid, c->pid());
  EXPECT_EQ(info.size, 8192u);
  info.mem_handle = 0xBAD;
  return std::to_string(c->ioctl(fd, NEURON_IOCTL_MEM_GET_EXTENDED_INFO, &info));
}

std::string read_counters_no_memory(MetricsBench& b) {
  auto* c = new Client(b.platform.kernel());
  const int fd = c->open();
  std::uint64_t address = 0x8006C84000;
  std::uint32_t value = 9;
  neuron_ioctl_read_hw_counters request{&address, &value, 1};
  fault::Spec none{};
  none.point = fault::Point::fail_alloc;
  none.skip = 1;  // the addresses; the result is the next one
  none.count = 1;
  b.platform.faults().arm(none);
  const long result = c->ioctl(fd, NEURON_IOCTL_READ_HW_COUNTERS, &request);
  EXPECT_EQ(value, 9u);
  EXPECT_EQ(b.platform.faults().evidence().back().fired, 1u);
  return std::to_string(result);
}

std::string bar_write_at_end(MetricsBench& b) {
  auto* c = new Client(b.platform.kernel());
  const int fd = c->open();
  neuron_ioctl_device_info info{};
  EXPECT_EQ(c->ioctl(fd, NEURON_IOCTL_DEVICE_INFO, &info), 0);
  std::uint64_t address = info.bar_address[0] + info.bar_size[0];
  std::uint32_t word = 1;
  neuron_ioctl_bar_rw request{0, &address, &word, 1};
  return std::to_string(c->ioctl(fd, NEURON_IOCTL_BAR_WRITE, &request));
}

std::string semaphore_index(MetricsBench& b) {
  auto* c = new Client(b.platform.kernel());
  const int fd = c->open();
  neuron_ioctl_semaphore wide{0, 0x10005, 1};
  neuron_ioctl_event last{0, 256, 0};
  return std::to_string(c->ioctl(fd, NEURON_IOCTL_SEMAPHORE_INCREMENT, &wide)) + " " +
         std::to_string(c->ioctl(fd, NEURON_IOCTL_EVENT_GET, &last));
}

// Free, busy, free, free; two wanted.
std::string range_scan(MetricsBench& b) {
  auto *other = new Client(b.platform.kernel()), *c = new Client(b.platform.kernel());
  neuron_ioctl_crwl_nc_map busy{1, 1, 1, 0, 0}, wanted{2, 0, 3, 0, 0};
  EXPECT_EQ(other->ioctl(other->open(), NEURON_IOCTL_CRWL_NC_RANGE_MARK, &busy), 0);
  return std::to_string(c->ioctl(c->open(), NEURON_IOCTL_CRWL_NC_RANGE_MARK, &wanted));
}

std::string marks_of_the_dead(MetricsBench& b) {
  auto* c = new Client(b.platform.kernel());
  neuron_ioctl_crwl_nc_map range{1, 0, 7, 0, 0};
  EXPECT_EQ(c->ioctl(c->open(), NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
  c->exit();
  return ncrwl_range_owner(0) == 0 ? "free" : "marked";
}

std::string memory_used_at_attach(MetricsBench& b) {
  std::uint64_t device = 0;
  for (int round = 0; round < 2; ++round) {
    auto* c = new Client(b.platform.kernel());
    EXPECT_GE(c->open(), 0);
    c->call([&] {
      std::uint64_t host;
      EXPECT_EQ(npid_get_allocated_memory(b.nd(), &host, &device), 0);
      return npid_add_allocated_memory(b.nd(), 1, 100);
    });
    c->exit();
  }
  return std::to_string(device);
}

struct Case {
  const char* name;
  std::string (*observe)(MetricsBench& b);
  std::map<std::string, std::string> expected;  // by value of the switch
};

#define SWITCH(name, ...) \
  { #name, name, __VA_ARGS__ }
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      SWITCH(fwio_error_index, {{"right", "219=9 11=4"}, {"mixed_up", "219=4"}}),
      SWITCH(bitmap_id_zero, {{"absent", "250=3"}, {"duplicate", "250=3 0=3"}}),
      SWITCH(reset_extremes, {{"read_and_clear", "50=30 55=1 | 50=0 55=0 | 50=0 55=0"},
                              {"always_zero", "50=0 55=0 | 50=0 55=0 | 50=0 55=0"},
                              {"clear_when_carried", "50=30 55=1 | 50=30 55=1 | 50=0 55=0"}}),
      SWITCH(utilisation_without_advance, {{"no_record", ""}, {"record", "90=0"}}),
      SWITCH(uncarried_deltas, {{"lost", ""}, {"kept", "200=100"}}),
      SWITCH(freed_bitmap, {{"cleared_every_tick", ""}, {"kept_until_carried", "250=2"}}),
      SWITCH(constant_zero, {{"overwrites", ""}, {"ignored", "252=77"}}),
      SWITCH(clear_all, {{"without_capture", ""}, {"captures_first", "200=7"}}),
      SWITCH(read_and_clear,
             {{"two_steps", "posted 7, sysfs 12"}, {"atomic", "posted 7, sysfs 7"}}),
      SWITCH(utilisation_window, {{"since_last_post", "90=50"}, {"since_last_carried", "90=25"}}),
      SWITCH(ecc_baseline,
             {{"follows", "222=3 222=0 222=3 "}, {"never_falls", "222=3 222=0 222=0 "}}),
      SWITCH(reset_average, {{"two_swaps", "53=100"}, {"one_snapshot", "53=200"}}),
      SWITCH(version_of_the_dead,
             {{"another_use", "180=3.0.1 181=1.0.1"}, {"only_if_absent", "180=1.0.1 181=3.0.1"}}),
      SWITCH(slab_at_acquire, {{"as_left", "5"}, {"zeroed", "0"}}),
      SWITCH(pid_reuse, {{"adopts", "9, freed 0"}, {"releases_first", "0, freed 9"}}),
      SWITCH(response_crc, {{"unchecked", "1 requests"}, {"checked", "3 requests"}}),
      SWITCH(exhausted_result, {{"last_code", "0"}, {"error", "-71"}}),
      SWITCH(error_count, {{"per_attempt", "30"}, {"per_call", "1"}}),
      SWITCH(fwio_lock, {{"held_over_attempts", "all attempts"}, {"released_between", "one"}}),
      SWITCH(not_ready_gate, {{"passes", "1 requests"}, {"refused", "0 requests"}}),
      SWITCH(power_stats_at_probe,
             {{"zero", "POWER_STATUS_VALID"}, {"initialised", "POWER_STATUS_NO_DATA"}}),
      SWITCH(memory_counter_floor,
             {{"wraps", "18446744073709547520, messages 0"}, {"stops", "0, messages 1"}}),
      SWITCH(copy_fault, {{"byte_count", "4"}, {"efault", "-14"}}),
      SWITCH(extended_info_bad_handle, {{"plus_22", "22"}, {"einval", "-22"}}),
      SWITCH(read_counters_no_memory, {{"zero", "0"}, {"enomem", "-12"}}),
      SWITCH(bar_write_at_end, {{"accepted", "0"}, {"refused", "-22"}}),
      SWITCH(semaphore_index, {{"cut_to_16_bits", "0 0"}, {"full_width", "-22 -22"}}),
      SWITCH(range_scan, {{"skips_one", "-16"}, {"every_start", "0"}}),
      SWITCH(marks_of_the_dead, {{"stay", "marked"}, {"freed", "free"}}),
      SWITCH(memory_used_at_attach, {{"kept", "100"}, {"zeroed", "0"}}),
  };
  return all;
}

class DriverFidelity : public testing::TestWithParam<Case> {};

// 00 check 2
TEST_P(DriverFidelity, EachValueDoesWhatItSays) {
  for (const auto& [value, expected] : GetParam().expected) {
    SCOPED_TRACE(value);
    run_in_child(
        [value = value, expected = expected] {
          auto* b = new MetricsBench("documented");
          DriverPlatform::set_fidelity(GetParam().name, value);
          b->run([expected](MetricsBench& b) { EXPECT_EQ(GetParam().observe(b), expected); });
        },
        1'000'000 * kPsPerSecond);
  }
}
INSTANTIATE_TEST_SUITE_P(Switches, DriverFidelity, testing::ValuesIn(cases()),
                         [](const auto& info) { return std::string(info.param.name); });

// Two devices, as one is not enough to tell whose profile it is (21 D9).
class ProfileScope : public testing::TestWithParam<std::pair<const char*, const char*>> {};
TEST_P(ProfileScope, ProfileOfAnotherDevice) {
  run_in_child(
      [] {
        auto* b = new MetricsBench("documented");
        DeviceConfig second;
        second.routing_id = 8;  // device 1
        b->platform.add_device(second);
        DriverPlatform::set_fidelity("profile_scope", GetParam().first);
        b->run([](MetricsBench& b) {
          ASSERT_TRUE(b.platform.wait_ready(1));
          EXPECT_EQ(npp_set_profile(b.platform.nd(1), 3), 0);
          EXPECT_EQ(only(b.text(0), {"56"}), GetParam().second);
        });
      },
      1'000'000 * kPsPerSecond);
}
INSTANTIATE_TEST_SUITE_P(Switches, ProfileScope,
                         testing::Values(std::pair{"host", "56=3"}, std::pair{"device", "56=0"}));

// The catch-up budget needs the thread: metrics_thread_test, 21 check 24, in all three modes.
TEST(DriverFidelity, NoSwitchIsWithoutATest) {
  const std::set<std::string> elsewhere = {"catch_up_budget", "profile_scope"};
  std::map<std::string, std::set<std::string>> tested;
  for (const Case& c : cases())
    for (const auto& [value, expected] : c.expected) tested[c.name].insert(value);
  for (const neuron_fidelity_row& row : neuron_fidelity_rows) {
    const std::string name = row.name;
    if (name.rfind("nlog_", 0) == 0 || elsewhere.count(name) != 0) continue;
    std::set<std::string> values;
    for (unsigned v = 0; row.values[v] != nullptr; ++v) values.insert(row.values[v]);
    EXPECT_EQ(tested[name], values) << name;
  }
}

}  // namespace
}  // namespace nvp::test
