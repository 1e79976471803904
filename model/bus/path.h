// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_PATH_H_
#define NEURON_VP_MODEL_BUS_PATH_H_

#include <tlm>

namespace nvp::bus {

/// The target's interfaces behind an initiator socket, found once after elaboration: a call through
/// the socket itself looks them up among virtual bases each time.
struct ForwardPath {
  tlm::tlm_fw_nonblocking_transport_if<>* exact = nullptr;
  tlm::tlm_blocking_transport_if<>* loose = nullptr;

  void resolve(tlm::tlm_initiator_socket<32>& socket) {
    tlm::tlm_fw_transport_if<>* target = socket.operator->();
    exact = target;
    loose = target;
  }
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_PATH_H_
