// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_RUNTIME_OS_NATIVE_NATIVE_OS_H_
#define NEURON_VP_RUNTIME_OS_NATIVE_NATIVE_OS_H_

#include "runtime/os/os.h"

namespace nvp::os {

/// The runtime's OS on Linux: real ids, clocks, environment, stdio on descriptors 1 and 2,
/// syslog(3), real device nodes. Thread state hangs on host threads. Jobs cannot be staged without
/// a platform: -ENODEV.
Os& native_os();

/// Makes native_os() the program's os::os(). The library that is
/// made for real processes does it when it is loaded.
void install_native();

}  // namespace nvp::os

#endif  // NEURON_VP_RUNTIME_OS_NATIVE_NATIVE_OS_H_
