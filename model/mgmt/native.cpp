// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "model/firmware/hal.h"
#include "model/mgmt/hal.h"
#include "model/sim/error.h"

namespace nvp::mgmt {
namespace {

// The processor whose program runs now. A program gives way only inside a call of the HAL, so it is
// enough to put the pointer back before each return to it.
Hal* g_hal = nullptr;

template <typename Call>
auto on_current(const Call& call) {
  Hal* hal = g_hal;
  struct Restore {
    Hal* hal;
    ~Restore() { g_hal = hal; }
  } restore{hal};
  return call(*hal);
}

std::uint32_t read32(std::uint32_t address) {
  return on_current([&](Hal& hal) { return hal.read32(address); });
}

void write32(std::uint32_t address, std::uint32_t value) {
  on_current([&](Hal& hal) { hal.write32(address, value); });
}

std::uint32_t wait() {
  return on_current([](Hal& hal) { return hal.wait(); });
}

void cycles(std::uint32_t count) {
  on_current([&](Hal& hal) { hal.cycles(count); });
}

constexpr hal_ops kOps = {read32, write32, wait, cycles};

using Bind = void (*)(const hal_ops*);
using Main = void (*)();

Program program(Bind bind, Main entry) {
  return [bind, entry](Hal& hal) {
    bind(&kOps);
    g_hal = &hal;
    entry();
  };
}

}  // namespace

Program reference_firmware() {
  return program(hal_bind, firmware_main);
}

Program load_firmware(const std::string& path) {
  void* image = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!image) throw Error(std::string("firmware: ") + dlerror());
  const auto bind = reinterpret_cast<Bind>(dlsym(image, "hal_bind"));
  const auto entry = reinterpret_cast<Main>(dlsym(image, "firmware_main"));
  if (!bind || !entry) {
    dlclose(image);
    throw Error("firmware: " + path +
                ": a shared object must export hal_bind and firmware_main (model/firmware/hal.h)");
  }
  return program(bind, entry);
}

}  // namespace nvp::mgmt
