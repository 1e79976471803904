// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_SCENARIO_PLATFORM_H_
#define NEURON_VP_TESTBENCH_SCENARIO_PLATFORM_H_

#include <memory>
#include <string>
#include <vector>

#include "driver/kernel/vk/kernel.h"
#include "model/bus/host_memory.h"
#include "model/device.h"
#include "model/fault/fault.h"
#include "model/trace/event.h"
#include "runtime/os/sim/sim_os.h"
#include "testbench/scenario/model.h"

namespace nvp::scenario {

/// The host and its devices as a scenario describes them: silicon, simulated kernel with the driver
/// linked in, and the runtime's OS. Built before the simulation starts; never torn down.
class Platform {
 public:
  Platform(const System& system, trace::Stream& stream);

  trace::Stream& stream() { return stream_; }
  fault::Registry& faults() { return faults_; }
  vk::Kernel& kernel() { return *kernel_; }
  Device& device(std::uint64_t position) { return *devices_.at(position); }
  std::size_t device_count() const { return devices_.size(); }

  /// The driver's index of a device (chapter 10, section 8.1): N of /dev/neuronN.
  unsigned index(std::uint64_t position) const { return indices_.at(position); }
  std::string node(std::uint64_t position) const;
  /// Sets the module parameters, which check_parameters() has accepted, and loads the driver; from
  /// a sim::Thread. A driver that does not load is an Error.
  void load_driver(const System& system);

 private:
  void add_device(const System& system, std::size_t position);
  void connect_cores();

  trace::Stream& stream_;
  bus::HostMemory memory_;
  fault::Registry faults_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<unsigned> indices_;
  std::unique_ptr<vk::Kernel> kernel_;
  std::unique_ptr<os::SimOs> os_;
};

}  // namespace nvp::scenario

#endif  // NEURON_VP_TESTBENCH_SCENARIO_PLATFORM_H_
