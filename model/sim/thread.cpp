// SPDX-License-Identifier: Apache-2.0
#include "model/sim/thread.h"

#include <exception>
#include <list>
#include <systemc>
#include <utility>

#include "model/sim/error.h"

namespace nvp::sim {
namespace {

// Deep enough for the runtime's line buffers and libfmt; sanitizers use several times as much.
#if defined(__SANITIZE_ADDRESS__)
constexpr int kStackBytes = 1 << 20;
#else
constexpr int kStackBytes = 256 << 10;
#endif

ps_t g_local = 0;  // how far the current thread is ahead of kernel time
ps_t g_quantum = 0;
std::exception_ptr g_error;

ps_t kernel_time() {
  return sc_core::sc_get_curr_simcontext()->time_stamp().value();
}

sc_core::sc_time duration(ps_t d) {
  return sc_core::sc_time::from_value(d);
}

// Every thread there is, in the order of creation.
std::list<const Thread*>& threads() {
  static std::list<const Thread*> all;
  return all;
}

// Where parked threads wait.
sc_core::sc_event& never() {
  static sc_core::sc_event event;
  return event;
}

}  // namespace

struct Thread::Impl {
  explicit Impl(std::string n) : name(std::move(n)) {}

  std::string name;
  sc_core::sc_event wake;
  ps_t deadline = 0;
  bool pending = false;  // a wake that no sleep has seen yet
  bool asleep = false;
  bool parked = false;
  bool finished = false;
  bool endless = false;
  std::list<const Thread*>::iterator place;
};

ps_t now() {
  return kernel_time() + g_local;
}

At::At(ps_t t) : local_(g_local) {
  g_local = t - kernel_time();
}

At::~At() {
  g_local = local_;
}

void set_quantum(ps_t quantum) {
  g_quantum = quantum;
}

ps_t quantum() {
  return g_quantum;
}

Thread* Thread::current_ = nullptr;

// Gives way to the kernel and puts the current-thread bookkeeping back afterwards.
template <typename Wait>
void Thread::yield(const Wait& wait) {
  current_ = nullptr;
  g_local = 0;
  wait();
  while (impl_->parked) sc_core::wait(never());
  current_ = this;
}

Thread::Thread(std::string name, std::function<void()> body)
    : impl_(std::make_unique<Impl>(std::move(name))) {
  impl_->place = threads().insert(threads().end(), this);
  sc_core::sc_spawn_options options;
  options.set_stack_size(kStackBytes);
  sc_core::sc_spawn(
      [this, run = std::move(body)] {
        if (impl_->parked) return;
        current_ = this;
        g_local = 0;
        try {
          run();
        } catch (const sc_core::sc_unwind_exception&) {
          current_ = nullptr;
          throw;
        } catch (...) {
          fail(std::current_exception());
        }
        current_ = nullptr;
        g_local = 0;
        impl_->finished = true;
      },
      sc_core::sc_gen_unique_name("thread"), &options);
}

Thread::~Thread() {
  threads().erase(impl_->place);
}

const std::string& Thread::name() const {
  return impl_->name;
}

bool Thread::finished() const {
  return impl_->finished;
}

// Waits for the end of the sleep straight away, also when this thread is ahead of kernel time: one
// event instead of two. A wake that comes before kernel time has reached this thread's own time
// ends the sleep only then.
bool Thread::sleep_until(ps_t t) {
  const ps_t own = now();
  if (impl_->pending || t <= own) {
    sync();
  } else {
    impl_->asleep = true;
    while (!impl_->pending && kernel_time() < t) {
      // A wake's notification, being earlier, takes the place of this one.
      impl_->wake.notify(duration(t - kernel_time()));
      yield([this] { sc_core::wait(impl_->wake); });
    }
    impl_->asleep = false;
    if (kernel_time() < own) {
      g_local = own - kernel_time();
      sync();
    }
  }
  return std::exchange(impl_->pending, false);
}

void Thread::block() {
  sync();
  impl_->asleep = true;
  while (!impl_->pending) yield([&] { sc_core::wait(impl_->wake); });
  impl_->asleep = false;
  impl_->pending = false;
}

void Thread::consume(ps_t d) {
  g_local += d;
  if (g_local > g_quantum || (g_quantum == 0 && g_local > 0)) sync();
}

void Thread::consume_until(ps_t t) {
  const ps_t local = now();
  if (t > local) consume(t - local);
}

void Thread::sync() {
  if (g_local == 0) return;
  const ps_t ahead = g_local;
  yield([&] { sc_core::wait(duration(ahead)); });
}

void Thread::wake() {
  impl_->pending = true;
  if (impl_->asleep) impl_->wake.notify(sc_core::SC_ZERO_TIME);
}

void Thread::park() {
  impl_->parked = true;
}

bool Thread::parked() const {
  return impl_->parked;
}

void Thread::set_endless() {
  impl_->endless = true;
}

bool Thread::endless() const {
  return impl_->endless;
}

std::vector<std::string> unfinished() {
  std::vector<std::string> names;
  for (const Thread* thread : threads()) {
    const bool ended = thread->finished() || thread->parked();
    if (!ended && !thread->endless()) names.push_back(thread->name());
  }
  return names;
}

ps_t run(ps_t limit) {
  const ps_t from = kernel_time();
  // Before the first start, spawned processes do not count as pending activity yet.
  const bool started = sc_core::sc_get_status() > sc_core::SC_END_OF_ELABORATION;
  if (limit > from && (!started || sc_core::sc_pending_activity())) {
    if (limit == ~ps_t{0}) {
      sc_core::sc_start();
    } else {
      sc_core::sc_start(duration(limit - from), sc_core::SC_EXIT_ON_STARVATION);
    }
  }
  if (g_error) std::rethrow_exception(std::exchange(g_error, nullptr));
  return kernel_time();
}

void stop() {
  sc_core::sc_pause();
}

void fail(std::exception_ptr error) {
  if (!g_error) g_error = std::move(error);
  stop();
}

}  // namespace nvp::sim
