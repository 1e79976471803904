// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include "driver/kernel/src/mmio_trap.h"

#include <unistd.h>

#include <csignal>

namespace nvp::vk {
namespace {

const Mmio* g_mmio = nullptr;
struct sigaction g_before;

// printf is not safe in a signal handler.
class Text {
 public:
  Text(char* to, std::size_t size) : at_(to), end_(to + size - 1) {}
  ~Text() { *at_ = '\0'; }

  Text& operator<<(const char* s) {
    while (*s != '\0' && at_ < end_) *at_++ = *s++;
    return *this;
  }
  Text& hex(std::uint64_t value, unsigned digits = 1) {
    for (int shift = 60; shift >= 0; shift -= 4) {
      const unsigned index = shift / 4;
      if (index >= digits && value >> shift == 0) continue;
      if (at_ < end_) *at_++ = "0123456789abcdef"[value >> shift & 15];
    }
    return *this;
  }

 private:
  char *at_, *end_;
};

void on_fault(int signal, siginfo_t* info, void* context) {
  const Mmio::Window* window = g_mmio != nullptr ? g_mmio->find(info->si_addr) : nullptr;
  if (window == nullptr) {
    if (g_before.sa_flags & SA_SIGINFO) {
      g_before.sa_sigaction(signal, info, context);
    } else {
      sigaction(signal, &g_before,
                nullptr);  // the access is repeated and meets it
    }
    return;
  }
  char place[64] = "an address that is not mapped", message[256];
  if (window->owner != nullptr) {
    describe_mmio(*window, g_mmio->offset(info->si_addr), place, sizeof place);
  }
  Text(message, sizeof message) << "neuron-vp: kernel code dereferences MMIO space: " << place
                                << "; use readl and writel\n";
  std::size_t length = 0;
  while (message[length] != '\0') ++length;
  if (write(STDERR_FILENO, message, length) < 0) _exit(3);
  _exit(3);
}

}  // namespace

void describe_mmio(const Mmio::Window& window, std::uint64_t offset, char* to, std::size_t size) {
  const bus::PciIdentity& id = window.owner->identity();
  Text text(to, size);
  text << "BAR ";
  text.hex(window.bar) << " + 0x";
  text.hex(window.offset + offset) << " of ";
  text.hex(id.domain, 4) << ":";
  text.hex(id.bus, 2) << ":";
  text.hex(id.slot, 2) << ".";
  text.hex(id.function);
}

void install_mmio_trap(const Mmio& mmio) {
  g_mmio = &mmio;
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &g_before);
}

void remove_mmio_trap() {
  g_mmio = nullptr;
  sigaction(SIGSEGV, &g_before, nullptr);
}

}  // namespace nvp::vk
