// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_SIM_THREAD_H_
#define NEURON_VP_MODEL_SIM_THREAD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/sim/clock.h"

namespace nvp::sim {

/// Simulated time as the running code sees it, in ps: kernel time plus the local offset of the
/// current thread (0 outside a thread and with quantum 0).
ps_t now();

/// How far an initiator may run ahead of the kernel before it synchronises, in ps. 0 (the default)
/// is cycle-exact ordering. Set before the simulation starts.
void set_quantum(ps_t quantum);
ps_t quantum();

/// While it lives, now() is `t`: for an operation that takes effect later than its caller's own
/// time and does not give way.
class At {
 public:
  explicit At(ps_t t);
  ~At();
  At(const At&) = delete;
  At& operator=(const At&) = delete;

 private:
  ps_t local_;
};

/// A thread of control: kernel thread, user thread, firmware main. All blocking in the platform
/// goes through this class, so that current() is always right. Spawned by the constructor, it
/// starts at the current time; the object must outlive the simulation or its own end.
class Thread {
 public:
  Thread(std::string name, std::function<void()> body);
  ~Thread();
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  /// The thread that runs now; null in SystemC methods and outside the simulation.
  static Thread* current() { return current_; }

  const std::string& name() const;
  bool finished() const;

  /// @name Called by the thread itself
  /// @{
  /// Sleeps until the absolute time `t` or until wake(). Returns true if woken before `t`.
  bool sleep_until(ps_t t);
  /// Sleeps until wake().
  void block();
  /// Moves this thread's own time forward by `d` without giving way before the quantum is used up.
  void consume(ps_t d);
  /// Moves this thread's own time to the absolute time `t` (no effect if it is past).
  void consume_until(ps_t t);
  /// Lets kernel time catch up with this thread's own time.
  void sync();
  /// @}

  /// Ends the sleep of the thread in the current delta cycle; a wake of a running thread is kept
  /// for its next sleep. May be called from any context.
  void wake();

  /// Parks the thread for ever at its next blocking call or, if it sleeps, at once. Nothing of it
  /// is unwound. @{
  void park();
  bool parked() const;
  /// @}

  /// Declares that the thread serves as long as the simulation lasts (firmware): unfinished()
  /// leaves it out. @{
  void set_endless();
  bool endless() const;
  /// @}

  /// What the thread belongs to (a kernel task); not owned.
  void set_owner(void* owner) { owner_ = owner; }
  void* owner() const { return owner_; }

 private:
  struct Impl;

  template <typename Wait>
  void yield(const Wait& wait);

  static Thread* current_;
  void* owner_ = nullptr;
  std::unique_ptr<Impl> impl_;
};

/// Names of the threads that have neither finished nor been parked nor declared themselves endless,
/// in the order of their creation. After run(): those that hang, or that never began.
std::vector<std::string> unfinished();

/// Runs the simulation until no event is left, stop() is called or `limit` (absolute, ps) is
/// reached. Returns the time at which it ended.
ps_t run(ps_t limit = ~ps_t{0});

/// Ends run() after the current delta cycle.
void stop();

/// Thrown errors of a thread's body end the simulation and come out of run().
void fail(std::exception_ptr error);

}  // namespace nvp::sim

#endif  // NEURON_VP_MODEL_SIM_THREAD_H_
