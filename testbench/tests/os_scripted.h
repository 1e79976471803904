// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_OS_SCRIPTED_H_
#define NEURON_VP_TESTBENCH_TESTS_OS_SCRIPTED_H_

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gen/driver/uapi/neuron_fidelity.h"
#include "gen/driver/uapi/neuron_ioctl.h"
#include "runtime/os/os.h"

namespace nvp::test {

/// Sets every fidelity switch to its value in a mode.
inline void set_fidelity(neuron_fidelity_mode mode) {
  for (int i = 0; i < NFID_COUNT; i++) {
    neuron_fidelity[i] = neuron_fidelity_rows[i].of_mode[mode];
  }
}

/// An OS that a test scripts and looks into: the real runtime is on top of it. One process at a
/// time, whose threads are tids that the test switches between; time moves only by waiting.
class ScriptedOs : public os::Os {
 public:
  struct Write {
    os::Console stream;
    std::string text;
  };
  struct Syslog {
    int priority;
    std::string text;
  };
  struct Printk {
    std::string text;  ///< without the NUL
    std::uint32_t size;
    long result;
  };

  ScriptedOs() { os::install(this); }
  ~ScriptedOs() override {
    os::install(nullptr);
    for (auto& [key, state] : states_) state.second(state.first);
  }

  // What the test sets.
  int now_pid = 1234, now_tid = 1240;
  os::CivilTime now_civil = {2026, 3, 5, 7, 8, 9, 42};
  std::uint64_t now_ps = 0;
  bool terminal = false;
  bool node_open = true;  ///< /dev/neuron0 exists
  bool append_fails = false;
  std::map<std::string, std::string> variables;
  std::string driver = "2.27.4.0";  ///< its version

  // What the test looks at.
  std::vector<Write> writes;  ///< one per console_write
  std::vector<Syslog> syslogs;
  std::string syslog_ident;     ///< empty: closed
  std::vector<Printk> printks;  ///< one per ioctl, refused ones too
  std::map<std::string, std::string> files;
  bool aborted = false;
  bool utc_asked = false;  ///< by the last look at the wall clock

  std::string console(os::Console stream) const {
    std::string all;
    for (const Write& write : writes) {
      if (write.stream == stream) all += write.text;
    }
    return all;
  }
  std::string out() const { return console(os::Console::out); }
  std::string err() const { return console(os::Console::err); }
  std::vector<std::string> kernel_records() const {
    std::vector<std::string> lines;
    for (const Printk& printk : printks) {
      if (printk.result == 0) lines.push_back(printk.text);
    }
    return lines;
  }
  void clear() {
    writes.clear();
    syslogs.clear();
    printks.clear();
  }

  int pid() override { return now_pid; }
  int tid() override { return now_tid; }
  os::CivilTime civil_time(bool utc) override {
    utc_asked = utc;
    return now_civil;
  }
  std::uint64_t monotonic_ps() override { return now_ps; }
  void sleep_until(std::uint64_t t) override {
    if (t > now_ps) now_ps = t;
    if (on_sleep) on_sleep();
  }
  std::function<void()> on_sleep;

  const char* environment(const char* name) override {
    const auto it = variables.find(name);
    return it == variables.end() ? nullptr : it->second.c_str();
  }
  void set_environment(const char* name, const char* value) override { variables[name] = value; }
  std::vector<std::string> environment_list() override {
    std::vector<std::string> list;
    for (const auto& [name, value] : variables) list.push_back(name + "=" + value);
    return list;
  }

  void* process_state(const os::StateType& type) override { return state({0, type.slot}, type); }
  void* thread_state(const os::StateType& type) override {
    return state({now_tid, type.slot}, type);
  }

  bool is_terminal(os::Console) override { return terminal; }
  void console_write(os::Console stream, const char* text, std::size_t size) override {
    writes.push_back({stream, std::string(text, size)});
  }
  void console_flush(os::Console) override {}
  void syslog_open(const char* ident) override { syslog_ident = ident; }
  void syslog_close() override { syslog_ident.clear(); }
  void syslog(int priority, const char* text, std::size_t size) override {
    syslogs.push_back({priority, std::string(text, size)});
  }

  int append_file(const char* path, const os::Piece* pieces, std::size_t count) override {
    if (append_fails) return -ENOSPC;
    if (std::string(path).back() == '/') return -EISDIR;
    for (std::size_t i = 0; i < count; i++) files[path].append(pieces[i].text, pieces[i].size);
    return 0;
  }
  int make_directories(const char*) override { return 0; }

  int open_node(unsigned index, bool) override {
    return node_open && index == 0 ? next_fd_++ : -ENOENT;
  }
  int close_node(int) override { return 0; }
  long ioctl(int fd, unsigned command, void* argument) override {
    if (command == NEURON_IOCTL_PRINTK) {
      return printk(*static_cast<neuron_ioctl_printk*>(argument));
    }
    return driver_call(fd, command, argument);
  }
  virtual long driver_call(int, unsigned, void*) { return -ENOTTY; }
  void* map(int, std::size_t, std::uint64_t, int* error) override {
    *error = -EINVAL;
    return nullptr;
  }
  int unmap(void*, std::size_t) override { return 0; }

  int start_thread(const char*, std::function<void()>) override { return -EAGAIN; }
  std::unique_ptr<os::Signal> make_signal() override { return std::make_unique<Flag>(*this); }
  void abort() override {
    aborted = true;
    throw std::runtime_error("abort");
  }

  std::int64_t stage_job(unsigned, unsigned, const os::Job&) override { return -ENODEV; }
  bool wait_job(std::int64_t, std::uint64_t deadline, os::JobResult*) override {
    sleep_until(deadline);
    return false;
  }
  void cancel_job(std::int64_t) override {}

  std::string instance_id() override { return "i-0592464924bd45322"; }
  std::string host_name() override { return "ip-172-31-61-252"; }
  std::string kernel_name() override { return "Linux 6.1.0 #1"; }
  std::string driver_version() override { return driver; }
  std::uint64_t serial_number(unsigned) override { return 0x19fcda00f5ff6eb9; }
  void api_returned(const char*, int) override {}

 private:
  class Flag : public os::Signal {
   public:
    explicit Flag(ScriptedOs& os) : os_(os) {}
    void raise() override { raised_ = true; }
    void reset() override { raised_ = false; }
    bool raised() const override { return raised_; }
    bool wait_until(std::uint64_t deadline) override {
      if (!raised_ && deadline == os::kForever) throw std::runtime_error("waits for ever");
      if (!raised_) os_.sleep_until(deadline);
      return raised_;
    }

   private:
    ScriptedOs& os_;
    bool raised_ = false;
  };

  using Key = std::pair<int, os::Slot>;
  void* state(Key key, const os::StateType& type) {
    auto& entry = states_[key];
    if (!entry.first) entry = {type.make(), type.free};
    return entry.first;
  }

  /// The driver's side of PRINTK (30 section 10).
  long printk(const neuron_ioctl_printk& argument) {
    const auto* text = static_cast<const char*>(static_cast<const void*>(argument.buffer));
    long result = 0;
    if (argument.size > 512) {
      result = -EFAULT;
    } else if (argument.size == 0) {
      result = -EINVAL;
    } else if (text[argument.size - 1] != 0) {
      result = -EBADMSG;
    }
    printks.push_back(
        {std::string(text, argument.size ? argument.size - 1 : 0), argument.size, result});
    return result;
  }

  int next_fd_ = 3;
  std::map<Key, std::pair<void*, void (*)(void*)>> states_;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_OS_SCRIPTED_H_
