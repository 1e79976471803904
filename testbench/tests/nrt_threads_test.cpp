// SPDX-License-Identifier: Apache-2.0
// nrt called by several threads of a real process, with a played driver behind it: what the
// ThreadSanitizer build looks at (docs/reference/32-runtime-api.md, sections 3.2 and 7).
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "runtime/nrt/internal.h"
#include "runtime/nrt/nrt.h"
#include "runtime/nrt/runtime.h"
#include "runtime/os/native/native_os.h"
#include "testbench/tests/nrt_scripted_machine.h"

namespace nvp::test {
namespace {

/// Threads, their state and what they wait for are real; driver, console and jobs are played, each
/// call under one lock.
class ThreadedMachine : public ScriptedMachine {
 public:
  ThreadedMachine() {
    variables = {{"NEURON_LOGICAL_NC_CONFIG", "1"},
                 {"NEURON_RT_VISIBLE_CORES", "0-1"},
                 {"NEURON_RT_LOCAL_CORE_DUMP_DIRECTORY", ""}};
  }

  int tid() override { return os::native_os().tid(); }
  void* process_state(const os::StateType& type) override {
    const Guard guard(lock_);
    return ScriptedMachine::process_state(type);
  }
  void* thread_state(const os::StateType& type) override {
    return os::native_os().thread_state(type);
  }
  std::unique_ptr<os::Signal> make_signal() override { return os::native_os().make_signal(); }

  void console_write(os::Console stream, const char* text, std::size_t size) override {
    const Guard guard(lock_);
    ScriptedMachine::console_write(stream, text, size);
  }
  int open_node(unsigned index, bool free_access) override {
    const Guard guard(lock_);
    return ScriptedMachine::open_node(index, free_access);
  }
  long ioctl(int fd, unsigned command, void* argument) override {
    const Guard guard(lock_);
    return ScriptedMachine::ioctl(fd, command, argument);
  }
  std::uint64_t monotonic_ps() override {
    const Guard guard(lock_);
    return ScriptedMachine::monotonic_ps();
  }
  std::int64_t stage_job(unsigned device, unsigned core, const os::Job& job) override {
    const Guard guard(lock_);
    return ScriptedMachine::stage_job(device, core, job);
  }
  bool wait_job(std::int64_t handle, std::uint64_t deadline, os::JobResult* result) override {
    if (on_wait) on_wait();
    const Guard guard(lock_);
    return ScriptedMachine::wait_job(handle, deadline, result);
  }

  std::function<void()> on_wait;  ///< while a job runs

 private:
  using Guard = std::lock_guard<std::mutex>;
  std::mutex lock_;
};

class NrtThreads : public ::testing::Test {
 protected:
  NrtThreads() { EXPECT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS); }
  ~NrtThreads() override { nrt_close(); }

  static nrt_model_t* load(int vnc) {
    const std::string neff = "neuron-vp-neff\nname m\nduration 1us\n";
    nrt_model_t* model = nullptr;
    EXPECT_EQ(nrt_load(neff.data(), neff.size(), vnc, 1, &model), NRT_SUCCESS);
    return model;
  }
  static void run(unsigned count, const std::function<void(unsigned)>& body) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; i++) threads.emplace_back(body, i);
    for (std::thread& thread : threads) thread.join();
  }
  static unsigned unfinished(unsigned unit) {
    nrt::Runtime& rt = nrt::runtime();
    const std::lock_guard<std::mutex> guard(rt.lock);
    return rt.units[unit].unfinished;
  }

  /// Lets no job end until opened.
  void close_gate() {
    machine_.on_wait = [this] { gate_->wait_until(os::kForever); };
  }
  void open_gate() { gate_->raise(); }

  ThreadedMachine machine_;
  std::unique_ptr<os::Signal> gate_ = os::native_os().make_signal();
};

TEST_F(NrtThreads, ExecutionsOfTwoCores) {
  constexpr unsigned kThreads = 8, kEach = 25;
  nrt_model_t* const models[] = {load(0), load(1)};
  std::atomic<unsigned> failures{0};
  run(kThreads, [&](unsigned i) {
    for (unsigned k = 0; k < kEach; k++) {
      failures += nrt_execute(models[i % 2], nullptr, nullptr) != NRT_SUCCESS;
    }
  });
  EXPECT_EQ(failures, 0u);
  for (unsigned core = 0; core < 2; core++) {
    EXPECT_EQ(machine_.nc(core, 1), kThreads / 2 * kEach);
    EXPECT_EQ(machine_.nc(core, 28), kThreads / 2 * kEach);
  }
}

TEST_F(NrtThreads, LoadsAndUnloads) {
  run(4, [](unsigned) {
    for (int k = 0; k < 25; k++) EXPECT_EQ(nrt_unload(load(-1)), NRT_SUCCESS);
  });
  EXPECT_EQ(machine_.nc(0, 27) + machine_.nc(1, 27), 100u);
  EXPECT_EQ(machine_.nd(13), 0u);
  EXPECT_EQ(machine_.slab[NDS_MODEL_BITMAP_OFFSET / 8], 0u);
}

TEST_F(NrtThreads, Check20NinthUnfinishedRequestIsRefused) {
  constexpr unsigned kCapacity = 8;
  nrt_model_t* const model = load(0);
  close_gate();
  std::atomic<unsigned> completed{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kCapacity; i++) {
    threads.emplace_back([&] { completed += nrt_execute(model, nullptr, nullptr) == NRT_SUCCESS; });
  }
  while (unfinished(0) < kCapacity) std::this_thread::yield();
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_QUEUE_FULL);
  EXPECT_EQ(machine_.nc(0, 6), 1u);
  EXPECT_EQ(completed, 0u);
  open_gate();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(completed, kCapacity);
  EXPECT_EQ(machine_.nc(0, 1), kCapacity);
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_SUCCESS);
}

TEST_F(NrtThreads, CloseLetsRunningExecutionsEnd) {  // 32 check 8
  nrt_model_t* const model = load(0);
  close_gate();
  NRT_STATUS running = NRT_FAILURE;
  std::thread executes([&] { running = nrt_execute(model, nullptr, nullptr); });
  while (unfinished(0) < 1) std::this_thread::yield();
  std::thread closes([] { nrt_close(); });
  while (nrt::state() != nrt::State::closed) std::this_thread::yield();
  EXPECT_EQ(nrt_execute(model, nullptr, nullptr), NRT_CLOSED);
  open_gate();
  executes.join();
  closes.join();
  EXPECT_EQ(running, NRT_SUCCESS);
  EXPECT_EQ(nrt::state(), nrt::State::start);
}

}  // namespace
}  // namespace nvp::test
