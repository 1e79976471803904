// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_TIME_H_
#define NEURON_VP_MODEL_BUS_TIME_H_

#include <systemc>
#include <type_traits>

#include "model/sim/clock.h"

namespace nvp::bus {

// The bus converts times several times in each access, and SystemC's own conversions are calls into
// its library. These are the same without the calls.

/// `ps` as SystemC time (1 ps resolution).
inline sc_core::sc_time time_of(ps_t ps) {
  using sc_core::sc_time;
  static_assert(std::is_standard_layout_v<sc_time> && sizeof(sc_time) == sizeof(ps_t),
                "a time is its value, so a pointer to it is one to its value");
  sc_time time;
  *reinterpret_cast<sc_time::value_type*>(&time) = ps;
  return time;
}

/// Kernel time as the object's kernel has it.
inline ps_t kernel_time(const sc_core::sc_object& object) {
  return object.simcontext()->time_stamp().value();
}

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_TIME_H_
