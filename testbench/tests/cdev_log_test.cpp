// SPDX-License-Identifier: Apache-2.0
// The log ring of a device, as NC_PID_STATE_DUMP prints it (docs/reference/23-cdev-ioctl.md, 6.5
// and 8).
#include <gmock/gmock.h>

#include <cstdio>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kEINVAL = -22;

struct User {
  Client* client;
  int fd;
  long operator()(unsigned cmd, void* argument) const { return client->ioctl(fd, cmd, argument); }
};

User user(MetricsBench& b, const std::string& path = "/dev/neuron0") {
  User made{new Client(b.platform.kernel()), 0};
  made.fd = made.client->open(path);
  EXPECT_GE(made.fd, 0);
  return made;
}

// Marks one core of the opened device for the caller.
void mark(const User& u, std::uint32_t core) {
  neuron_ioctl_crwl_nc_map range{1, core, core, 0, 0};
  EXPECT_EQ(u(NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
}

// What a dump prints, "label data" per record in order; `pids` gets their processes.
std::vector<std::string> dump(MetricsBench& b, const User& u, std::uint32_t core, bool filter,
                              std::uint32_t limit, std::vector<int>* pids = nullptr) {
  const std::size_t before = b.platform.log().size();
  neuron_ioctl_nc_pid_state_dump request{0, core, filter, limit};
  EXPECT_EQ(u(NEURON_IOCTL_NC_PID_STATE_DUMP, &request), 0);
  std::vector<std::string> records;
  for (std::size_t i = before; i < b.platform.log().size(); ++i) {
    const std::string& line = b.platform.log()[i];
    const auto at = line.find("neuron_log_dump: ");
    if (at == std::string::npos) continue;
    unsigned device = 99;
    char label[16] = "";
    int pid = 0;
    unsigned long long data = 0;
    EXPECT_EQ(std::sscanf(line.c_str() + at,
                          "neuron_log_dump: nd%2u: type: %15[A-Z], pid: %8d, data: %16llx, 20",
                          &device, label, &pid, &data),
              4)
        << line;
    char word[24];
    std::snprintf(word, sizeof(word), "%llx", data);
    records.push_back("nd" + std::to_string(device) + " " + label + " " + word);
    if (pids != nullptr) pids->push_back(pid);
  }
  return records;
}

void with_bench(std::function<void(MetricsBench&)> body) {
  (new MetricsBench("documented"))->run(std::move(body));
}

// 23 check 13: open, two commands, then the dump; its own record is the newest and not printed.
SIM_TEST(CdevLog, OldestFirstWithoutTheNewest) {
  with_bench([](MetricsBench& b) {
    const User u = user(b);
    mark(u, 0);
    std::uint8_t byte = 0;
    EXPECT_EQ(u(NEURON_IOCTL_DEVICE_READY, &byte), 0);
    const auto records = dump(b, u, 0, false, 0);
    ASSERT_EQ(records.size(), 3u);
    EXPECT_THAT(records[0], HasSubstr("nd0 FOPEN "));
    EXPECT_EQ(records[1], "nd0 IOCTL 40084e55");
    EXPECT_EQ(records[2], "nd0 IOCTL 80014e02");
  });
}

// 23 check 13: a limit of n prints n + 2 records.
SIM_TEST(CdevLog, LimitAndTwoMore) {
  with_bench([](MetricsBench& b) {
    const User u = user(b);
    mark(u, 0);
    for (unsigned i = 0; i < 10; ++i) EXPECT_EQ(u(0x80004E00u + (0xC8u + i), nullptr), kEINVAL);
    EXPECT_THAT(dump(b, u, 0, false, 1),
                ElementsAre("nd0 IOCTL 80004ecf", "nd0 IOCTL 80004ed0", "nd0 IOCTL 80004ed1"));
    EXPECT_EQ(dump(b, u, 0, false, 3).size(), 5u);
  });
}

// 23 check 13: a filter counts and prints only the records of the core's owner.
SIM_TEST(CdevLog, FilterByOwner) {
  with_bench([](MetricsBench& b) {
    const User owner = user(b), other = user(b);
    mark(owner, 2);
    for (unsigned i = 0; i < 6; ++i) {
      EXPECT_EQ(other(0x80004ED0u + i, nullptr), kEINVAL);
      if (i < 4) {
        EXPECT_EQ(owner(0x80004EE0u + i, nullptr), kEINVAL);
      }
    }
    std::vector<int> pids;
    EXPECT_THAT(dump(b, other, 2, true, 1, &pids),
                ElementsAre("nd0 IOCTL 80004ee1", "nd0 IOCTL 80004ee2", "nd0 IOCTL 80004ee3"));
    EXPECT_THAT(pids, testing::Each(owner.client->pid()));
    EXPECT_EQ(dump(b, other, 2, false, 1).front(), "nd0 IOCTL 80004ed4");
  });
}

// Section 8.1: both kinds of descriptor are recorded, and so are close and mmap.
SIM_TEST(CdevLog, EveryFileOperation) {
  with_bench([](MetricsBench& b) {
    const User u = user(b);
    const int free_access = u.client->open("/dev/neuron0", Client::kWriteOnly);
    ASSERT_NE(u.client->acquire(u.fd), nullptr);
    EXPECT_EQ(u.client->close(free_access), 0);
    mark(u, 0);
    const auto records = dump(b, u, 0, false, 0);
    ASSERT_EQ(records.size(), 6u);
    EXPECT_THAT(records[0], HasSubstr("FOPEN"));
    EXPECT_THAT(records[1], HasSubstr("FOPEN"));
    EXPECT_EQ(records[2], "nd0 IOCTL 80084e47");
    EXPECT_THAT(records[3], HasSubstr("MMAP"));
    EXPECT_THAT(records[4], HasSubstr("FFLUSH"));
    const auto file = [&records](int i) { return records[i].substr(records[i].rfind(' ')); };
    EXPECT_NE(file(0), file(1)) << "a number per open file";
    EXPECT_EQ(file(3), file(0));
    EXPECT_EQ(file(4), file(1));
  });
}

// 23 check 14 and 23 check 15: the ring of the core's device, which nobody has opened since probe.
SIM_TEST(CdevLog, RingOfAnotherDevice) {
  auto* b = new MetricsBench("documented");
  DeviceConfig second;
  second.routing_id = 8;  // device 1
  b->platform.add_device(second);
  b->run([](MetricsBench& b) {
    ASSERT_TRUE(b.platform.wait_ready(1));
    const User u = user(b);
    // Core 9 of the host is core 1 of device 1, which its opener marks and which is then empty
    // again.
    neuron_ioctl_crwl_nc_map range{1, 9, 9, 0, 0};
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0) << "indices are the host's";
    EXPECT_EQ(ncrwl_range_owner(9), u.client->pid());
    EXPECT_TRUE(dump(b, u, 9, false, 0).empty()) << "device 1 was never opened";
    EXPECT_EQ(b.platform.log_count("process " + std::to_string(u.client->pid()) + ": state"), 1u);
    const User other = user(b, "/dev/neuron1");
    EXPECT_EQ(other(0x80004EC8u, nullptr), kEINVAL);
    const auto records = dump(b, u, 9, false, 0);
    ASSERT_EQ(records.size(), 1u) << "not the newest";
    EXPECT_THAT(records[0], HasSubstr("nd1 FOPEN"));
    // A core of a device that does not exist.
    range = {1, 24, 24, 0, 0};
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range), 0);
    neuron_ioctl_nc_pid_state_dump request{0, 24, 0, 0};
    EXPECT_EQ(u(NEURON_IOCTL_NC_PID_STATE_DUMP, &request), -1);
  });
}

// 23 check 15: an owner that is gone is named as such.
SIM_TEST(CdevLog, OwnerThatIsGone) {
  with_bench([](MetricsBench& b) {
    const User owner = user(b), other = user(b);
    mark(owner, 1);
    const std::string pid = std::to_string(owner.client->pid());
    owner.client->exit();
    dump(b, other, 1, true, 0);
    EXPECT_EQ(b.platform.log_count("process " + pid + ": not found"), 1u);
  });
}

}  // namespace
}  // namespace nvp::test
