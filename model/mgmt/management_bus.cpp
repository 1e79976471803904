// SPDX-License-Identifier: Apache-2.0
#include "model/mgmt/management_bus.h"

#include <algorithm>
#include <cstring>

#include "gen/model/regs/neuron_regs.h"
#include "model/bus/protocol_checker.h"

namespace nvp::mgmt {
namespace {

// What nothing answers: in firmware RAM only a misaligned word comes so far.
bus::Response no_block(std::uint32_t address) {
  return address % 4 != 0 ? bus::Response::slverr : bus::Response::decerr;
}

}  // namespace

ManagementBus::ManagementBus(sc_core::sc_module_name name, const sim::Clock& fabric)
    : sc_module(name), fabric_(fabric), ram_(MGMT_RAM_BYTES / 4) {}

ManagementBus::~ManagementBus() = default;

void ManagementBus::attach(std::uint32_t base, std::uint32_t bytes,
                           tlm::tlm_target_socket<32>& port) {
  auto master =
      std::make_unique<bus::RegisterMaster>(sc_core::sc_gen_unique_name("master"), fabric_);
  bus::bind_checked(master->socket, port);
  windows_.push_back({base, bytes, std::move(master)});
}

ManagementBus::Window* ManagementBus::find(std::uint32_t address) {
  for (Window& window : windows_) {
    if (address - window.base < window.bytes) return &window;
  }
  return nullptr;
}

bus::Response ManagementBus::read(std::uint32_t address, std::uint32_t* data, ps_t not_before) {
  Window* window = find(address);
  if (!window) return no_block(address);
  return window->master->read(address - window->base, data, not_before);
}

bus::Response ManagementBus::write(std::uint32_t address, std::uint32_t data, ps_t not_before) {
  Window* window = find(address);
  if (!window) return no_block(address);
  return window->master->write(address - window->base, data, not_before);
}

void ManagementBus::clear_ram() {
  std::fill(ram_.begin(), ram_.end(), 0);
}

bool ManagementBus::copy_out(std::uint32_t address, void* to, std::size_t size) const {
  const std::size_t bytes = 4 * ram_.size();
  if (address > bytes || size > bytes - address) return false;
  std::memcpy(to, reinterpret_cast<const std::uint8_t*>(ram_.data()) + address, size);
  return true;
}

bool ManagementBus::copy_in(std::uint32_t address, const void* from, std::size_t size) {
  const std::size_t bytes = 4 * ram_.size();
  if (address > bytes || size > bytes - address) return false;
  std::memcpy(reinterpret_cast<std::uint8_t*>(ram_.data()) + address, from, size);
  return true;
}

bool ManagementBus::peek(std::uint32_t address, std::uint32_t* data) {
  if (address % 4 == 0 && is_ram(address)) {
    *data = ram(address);
    return true;
  }
  Window* window = find(address);
  return window && window->master->peek(address - window->base, data);
}

bool ManagementBus::poke(std::uint32_t address, std::uint32_t data) {
  if (address % 4 == 0 && is_ram(address)) {
    set_ram(address, data);
    return true;
  }
  Window* window = find(address);
  return window && window->master->poke(address - window->base, data);
}

}  // namespace nvp::mgmt
