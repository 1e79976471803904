// SPDX-License-Identifier: Apache-2.0
// Core locks, range marks, core-init state and notification queues
// (docs/reference/23-cdev-ioctl.md, sections 9, 10 and 12).
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "model/sim/thread.h"
#include "testbench/tests/support/metrics_bench.h"
#include "testbench/tests/support/sim_test.h"

namespace nvp::test {
namespace {

using testing::ElementsAre;

constexpr int kEINVAL = -22, kEBUSY = -16, kENOENT = -2, kEALREADY = -114, kE2BIG = -7,
              kENOSYS = -38;

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

void in_mode(const char* mode, std::function<void(MetricsBench&)> body) {
  (new MetricsBench(mode))->run(std::move(body));
}

struct Marked {
  long result;
  std::uint64_t bitmap;
  std::uint32_t max;
};
Marked mark(const User& u, std::uint32_t count, std::uint32_t start, std::uint32_t end) {
  neuron_ioctl_crwl_nc_map range{count, start, end, 99, 99};
  const long result = u(NEURON_IOCTL_CRWL_NC_RANGE_MARK, &range);
  return {result, range.bitmap, range.max_nc_available};
}

// 23 check 16
SIM_TEST(CdevCores, RangeMarks) {
  auto* b = new MetricsBench("documented");
  DeviceConfig second;
  second.routing_id = 8;  // device 1
  b->platform.add_device(second);
  b->run([](MetricsBench& b) {
    ASSERT_TRUE(b.platform.wait_ready(1));
    const User a = user(b), c = user(b), d = user(b), e = user(b, "/dev/neuron1");
    Marked m = mark(a, 4, 0, 7);
    EXPECT_EQ(m.result, 0);
    EXPECT_EQ(m.bitmap, 0x0Fu);
    m = mark(c, 4, 0, 7);
    EXPECT_EQ(m.result, 0);
    EXPECT_EQ(m.bitmap, 0xF0u);
    m = mark(d, 1, 0, 7);
    EXPECT_EQ(m.result, kEBUSY);
    EXPECT_EQ(m.max, 0u);
    m = mark(e, 2, 0, 7);
    EXPECT_EQ(m.bitmap, 0x03u);
    EXPECT_EQ(ncrwl_range_owner(8), e.client->pid());
    EXPECT_EQ(ncrwl_range_owner(9), e.client->pid());
    neuron_ioctl_crwl_nc_map range{0, 0, 0, 0, 0x0F};
    EXPECT_EQ(c(NEURON_IOCTL_CRWL_NC_RANGE_UNMARK, &range), 0);
    EXPECT_EQ(ncrwl_range_owner(0), a.client->pid()) << "not the caller's";
    EXPECT_EQ(a(NEURON_IOCTL_CRWL_NC_RANGE_UNMARK, &range), 0);
    EXPECT_EQ(ncrwl_range_owner(0), 0);
  });
}

// 23 check 17
void range_scan(const char* mode, bool every_start) {
  in_mode(mode, [every_start](MetricsBench& b) {
    const User other = user(b), u = user(b);
    EXPECT_EQ(mark(other, 1, 1, 1).result, 0);  // free, busy, free, free
    const Marked m = mark(u, 2, 0, 3);
    EXPECT_EQ(m.result, every_start ? 0 : kEBUSY);
    EXPECT_EQ(m.bitmap, every_start ? 0x0Cu : 0u);
    if (!every_start) {
      EXPECT_EQ(m.max, 1u);
    }
    EXPECT_EQ(mark(u, 1, 3, 2).result, kEINVAL);
    EXPECT_EQ(mark(u, 1, 0xFFFFFFF0, 0xFFFFFFFF).result, kEINVAL);
    const Marked none = mark(u, 0, 4, 7);
    EXPECT_EQ(none.result, 0);
    EXPECT_EQ(none.bitmap, 0u);
  });
}
SIM_TEST(CdevCores, RangeScanDocumented) {
  range_scan("documented", false);
}
SIM_TEST(CdevCores, RangeScanFixed) {
  range_scan("fixed", true);
}

neuron_ioctl_crwl lock_of(std::uint32_t nc, char model) {
  neuron_ioctl_crwl request{};
  request.nc_id = nc;
  std::memset(request.uuid, model, sizeof(request.uuid));
  return request;
}

// So many sleeps of one length between 10 and 20 us, and nothing else.
void expect_sleeps(ps_t duration, ps_t count) {
  EXPECT_EQ(duration % count, 0);
  EXPECT_GE(duration / count, 10 * kPsPerUs);
  EXPECT_LE(duration / count, 20 * kPsPerUs);
}

// 23 check 18
SIM_TEST(CdevCores, ReaderWriterLocks) {
  in_mode("documented", [](MetricsBench& b) {
    const User u = user(b), other = user(b);
    neuron_ioctl_crwl lock = lock_of(0, 'U'), different = lock_of(0, 'V'), none = lock_of(8, 'U');
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_ENTER, &lock), 0);
    const ps_t before = sim::now();
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_READER_ENTER, &lock), kEBUSY);
    expect_sleeps(sim::now() - before, 50001);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_DOWNGRADE, &lock), 0);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_READER_ENTER, &lock), 0);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_READER_ENTER, &different), kENOENT);
    EXPECT_EQ(other(NEURON_IOCTL_CRWL_READER_ENTER, &lock), kENOENT);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_READER_EXIT, &lock), 0);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_READER_EXIT, &lock), 0);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_READER_EXIT, &lock), kEINVAL);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_ENTER, &lock), kEALREADY);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_DOWNGRADE, &lock), 0);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_ENTER, &none), kEINVAL);
  });
}

// 23 section 9.2: a writer waits for readers, longer, and says so.
SIM_TEST(CdevCores, WriterGivesUp) {
  in_mode("documented", [](MetricsBench& b) {
    const User u = user(b), other = user(b);
    neuron_ioctl_crwl lock = lock_of(1, 'U'), different = lock_of(1, 'V');
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_ENTER, &lock), 0);
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_DOWNGRADE, &lock), 0);
    const ps_t before = sim::now();
    EXPECT_EQ(other(NEURON_IOCTL_CRWL_WRITER_ENTER, &different), kEBUSY);
    expect_sleeps(sim::now() - before, 200001);
    EXPECT_EQ(b.platform.log_count("waiting for 1 readers"), 10u) << "at every 20000th";
  });
}

// 23 section 9.3: the end of a process frees its locks.
SIM_TEST(CdevCores, LocksEndWithTheProcess) {
  in_mode("documented", [](MetricsBench& b) {
    const User u = user(b), next = user(b);
    neuron_ioctl_crwl lock = lock_of(3, 'U'), other = lock_of(3, 'V');
    EXPECT_EQ(u(NEURON_IOCTL_CRWL_WRITER_ENTER, &lock), 0);
    u.client->exit();
    EXPECT_EQ(next(NEURON_IOCTL_CRWL_WRITER_ENTER, &other), 0);
  });
}

std::uint32_t core_init(const User& u, std::uint32_t nc, std::uint32_t state) {
  neuron_ioctl_cinit_set_state request{nc, state, 0};
  EXPECT_EQ(u(NEURON_IOCTL_CINIT_SET_STATE, &request), 0);
  return request.new_state;
}

// 23 check 19
SIM_TEST(CdevCores, CoreInit) {
  in_mode("documented", [](MetricsBench& b) {
    const User a = user(b), other = user(b);
    EXPECT_EQ(core_init(a, 1, NEURON_CINIT_STATE_COMPLETED), NEURON_CINIT_STATE_INVALID);
    EXPECT_EQ(core_init(a, 1, NEURON_CINIT_STATE_STARTED), NEURON_CINIT_STATE_STARTED);
    EXPECT_EQ(core_init(a, 1, 9), NEURON_CINIT_STATE_STARTED);
    neuron_ioctl_cinit_set_state request{1, NEURON_CINIT_STATE_STARTED, 0};
    const ps_t before = sim::now();
    other.client->start([&] {
      return b.platform.kernel().sys_ioctl(other.fd, NEURON_IOCTL_CINIT_SET_STATE, &request);
    });
    b.platform.sleep(1200 * kPsPerMs);
    EXPECT_FALSE(other.client->finished());
    EXPECT_EQ(core_init(a, 1, NEURON_CINIT_STATE_COMPLETED), NEURON_CINIT_STATE_COMPLETED);
    EXPECT_EQ(other.client->wait(), 0);
    EXPECT_EQ(request.new_state, 2u);
    EXPECT_NEAR(static_cast<double>(sim::now() - before) / 1e12, 1.51, 0.01);
    EXPECT_EQ(core_init(other, 1, NEURON_CINIT_STATE_STARTED), NEURON_CINIT_STATE_COMPLETED);
  });
}
SIM_TEST(CdevCores, CoreInitWithoutAnEnd) {
  in_mode("documented", [](MetricsBench& b) {
    const User a = user(b), other = user(b);
    core_init(a, 0, NEURON_CINIT_STATE_STARTED);
    const ps_t before = sim::now();
    EXPECT_EQ(core_init(other, 0, NEURON_CINIT_STATE_STARTED), NEURON_CINIT_STATE_STARTED);
    EXPECT_NEAR(static_cast<double>(sim::now() - before) / 1e12, 5.04, 0.01);
    neuron_ioctl_cinit_set_state request{8, NEURON_CINIT_STATE_STARTED, 0};
    EXPECT_EQ(a(NEURON_IOCTL_CINIT_SET_STATE, &request), kE2BIG);
  });
}

using Queue = neuron_ioctl_notifications_init_with_realloc_v2;

Queue queue(std::uint32_t id, std::uint32_t type, std::uint32_t engine, std::uint32_t size) {
  Queue q{};
  q.nq_dev_id = id;
  q.nq_type = type;
  q.engine_index = engine;
  q.size = size;
  q.on_host_memory = 1;
  return q;
}

// 23 check 20
SIM_TEST(CdevCores, QueueProgramming) {
  in_mode("documented", [](MetricsBench& b) {
    const User u = user(b);
    Queue q = queue(5, NEURON_NQ_TYPE_NOTIFY, 2, 4096);
    b.platform.clear_mmio();
    EXPECT_EQ(u(NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &q), 0);
    const std::uint64_t address = q.mmap_offset;
    EXPECT_EQ(address >> 46, 1u);
    EXPECT_NE(q.mem_handle, 0u);
    EXPECT_THAT(b.platform.writes(),
                ElementsAre(wrote(0x46181154, static_cast<std::uint32_t>(address >> 32)),
                            wrote(0x46181150, static_cast<std::uint32_t>(address)),
                            wrote(0x46181158, 0x1000)));
    b.platform.clear_mmio();
    q = queue(5, NEURON_NQ_TYPE_NOTIFY, 2, 8192);
    EXPECT_EQ(u(NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &q), 0);
    EXPECT_EQ(q.mmap_offset, address) << "reused";
    EXPECT_TRUE(b.platform.writes().empty());
    const unsigned chunks = mprobe_live_chunks(b.nd());
    q.force_alloc_mem = 1;
    EXPECT_EQ(u(NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &q), 0);
    EXPECT_NE(q.mmap_offset, address);
    EXPECT_EQ(b.platform.writes().size(), 3u);
    EXPECT_EQ(mprobe_live_chunks(b.nd()), chunks) << "the old memory is free";
    b.platform.clear_mmio();
    q = queue(2, NEURON_NQ_TYPE_TRACE_DMA, 3, 4096);
    EXPECT_EQ(u(NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &q), 0);
    ASSERT_EQ(b.platform.writes().size(), 3u);
    EXPECT_EQ(b.platform.writes()[0].offset, 0x94341104u);
    EXPECT_EQ(b.platform.writes()[1].offset, 0x94341100u);
    EXPECT_EQ(b.platform.writes()[2].offset, 0x94341108u);
  });
}

// 23 check 21, and section 12.4: a reset ends the queues of a core
SIM_TEST(CdevCores, QueueErrorsAndTeardown) {
  in_mode("documented", [](MetricsBench& b) {
    const User u = user(b);
    const auto init = [&u](Queue q) {
      return u(NEURON_IOCTL_NOTIFICATIONS_INIT_WITH_REALLOC_V2, &q);
    };
    EXPECT_EQ(init(queue(0, 0, 0, 3000)), kEINVAL);
    EXPECT_EQ(init(queue(0, 0, 0, 0)), kEINVAL);
    Queue odd = queue(0, 0, 0, 4096);
    odd.nq_dev_type = 2;
    EXPECT_EQ(init(odd), kENOSYS);
    EXPECT_EQ(init(queue(8, 0, 0, 4096)), kEINVAL);
    EXPECT_EQ(init(queue(0, 6, 0, 4096)), kEINVAL);
    EXPECT_EQ(init(queue(0, 0, 16, 4096)), kEINVAL);
    neuron_ioctl_notifications_init_v1 old{1, 1, 4, 4096, 0};
    EXPECT_EQ(u(NEURON_IOCTL_NOTIFICATIONS_INIT_V1, &old), 0);
    EXPECT_EQ(old.mmap_offset >> 46, 1u);
    Queue topsp = queue(2, NEURON_NQ_TYPE_NOTIFY, 0, 4096);
    topsp.nq_dev_type = NEURON_NQ_DEV_TOPSP;
    b.platform.clear_mmio();
    EXPECT_EQ(init(topsp), 0);
    EXPECT_EQ(b.platform.writes()[0].offset, 0x06A80104u);
    b.platform.clear_mmio();
    neuron_ioctl_nc_reset reset{2, 0};
    EXPECT_EQ(u(NEURON_IOCTL_NC_RESET, &reset), 0);
    const std::vector<MmioAccess> writes = b.platform.writes();
    ASSERT_GE(writes.size(), 6u);
    EXPECT_EQ(writes[0], wrote(0x061811A4, 0));
    EXPECT_EQ(writes[1], wrote(0x061811A0, 0));
    EXPECT_EQ(writes[2], wrote(0x061811A8, 0));
    EXPECT_EQ(writes[3], wrote(0x06A80104, 0));
  });
}

}  // namespace
}  // namespace nvp::test
