// SPDX-License-Identifier: Apache-2.0
#include "testbench/tests/support/client.h"

#include <vector>

#include "model/sim/thread.h"

namespace nvp::test {

namespace {
std::vector<Client*>& all_clients() {
  static std::vector<Client*> clients;
  return clients;
}
}  // namespace

Client::Client(vk::Kernel& kernel, const std::string& name)
    : kernel_(kernel), process_(&kernel.spawn(name, {}, [this] { return serve(); })) {
  all_clients().push_back(this);
}

void Client::end_all() {
  for (Client* client : all_clients()) {
    if (client->exited()) continue;
    if (client->finished()) {
      client->exit();
    } else {
      client->kill();
    }
  }
}

int Client::serve() {
  own_ = sim::Thread::current();
  while (!quit_) {
    if (!work_) {
      own_->block();
      continue;
    }
    result_ = work_();
    work_ = nullptr;
    if (waiter_ != nullptr) waiter_->wake();
  }
  return 0;
}

void Client::start(std::function<long()> work) {
  work_ = std::move(work);
  if (own_ != nullptr) own_->wake();
}

long Client::wait() {
  waiter_ = sim::Thread::current();
  while (work_) waiter_->block();
  waiter_ = nullptr;
  return result_;
}

long Client::call(const std::function<long()>& work) {
  start(work);
  return wait();
}

void Client::exit() {
  quit_ = true;
  if (own_ != nullptr) own_->wake();
  while (!process_->exited()) sim::Thread::current()->sleep_until(sim::now() + kPsPerMs);
}

void Client::kill() {
  kernel_.kill(pid(), 9);
  while (!process_->exited()) sim::Thread::current()->sleep_until(sim::now() + kPsPerMs);
}

int Client::open(const std::string& path, int flags) {
  return static_cast<int>(call([&] { return kernel_.sys_open(path, flags); }));
}

int Client::close(int fd) {
  return static_cast<int>(call([&] { return kernel_.sys_close(fd); }));
}

int Client::dup(int fd) {
  return static_cast<int>(call([&] { return kernel_.sys_dup(fd); }));
}

long Client::ioctl(int fd, unsigned cmd, void* argument) {
  return call([&] { return kernel_.sys_ioctl(fd, cmd, argument); });
}

std::uint64_t* Client::acquire(int fd) {
  neuron_ioctl_neuron_ds_info info{};
  if (ioctl(fd, NEURON_IOCTL_ACQUIRE_NEURON_DS, &info) != 0) return nullptr;
  std::uint64_t* words = nullptr;
  call([&] {
    int error = 0;
    words = static_cast<std::uint64_t*>(
        kernel_.sys_mmap(info.size, true, fd, info.mmap_offset, &error));
    return static_cast<long>(error);
  });
  return words;
}

long Client::release(int fd, int pid) {
  neuron_ioctl_neuron_ds_info info{};
  info.pid = pid;
  return ioctl(fd, NEURON_IOCTL_RELEASE_NEURON_DS, &info);
}

}  // namespace nvp::test
