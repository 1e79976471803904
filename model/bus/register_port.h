// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_REGISTER_PORT_H_
#define NEURON_VP_MODEL_BUS_REGISTER_PORT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "model/bus/edges.h"
#include "model/bus/port_arbiter.h"
#include "model/sim/clock.h"

namespace nvp::bus {

/// How a block answers an operation (docs/reference/41-rtl-blocks.md, "Bus").
enum class Response : std::uint8_t { okay = 0, slverr = 2, decerr = 3 };

/// What a block of registers does when one of its ports' operations is granted. Alignment and width
/// are already checked; an address outside the block is answered with Response::decerr.
class RegisterBlock {
 public:
  virtual ~RegisterBlock() = default;

  /// Reads the word at `address` (bytes from the block's base). `grant` is the time of the grant
  /// edge, at which the operation takes effect; with a quantum it may be ahead of kernel time.
  virtual Response read(unsigned port, std::uint32_t address, std::uint32_t* data, ps_t grant) = 0;
  /// Writes those bytes of the word whose bit is set in `strobes` (bit 0 = bits 7:0).
  virtual Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                         std::uint8_t strobes, ps_t grant) = 0;

  /// @name Debug transport: no side effect, no time
  /// @{
  virtual Response peek(unsigned /*port*/, std::uint32_t /*address*/, std::uint32_t* data) {
    *data = 0;
    return Response::decerr;
  }
  virtual Response poke(unsigned /*port*/, std::uint32_t /*address*/, std::uint32_t /*data*/) {
    return Response::decerr;
  }
  /// @}

  /// Cycles after the grant just given in which nothing is granted; asked after each grant.
  virtual unsigned busy_cycles() const { return 0; }
};

/// The bytes of a word that `strobes` select, as a mask.
constexpr std::uint32_t strobe_mask(std::uint8_t strobes) {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (strobes >> byte & 1) mask |= 0xffu << (8 * byte);
  }
  return mask;
}

/// `old` with the bytes that `strobes` select taken from `data`.
constexpr std::uint32_t merge_strobes(std::uint32_t old, std::uint32_t data, std::uint8_t strobes) {
  const std::uint32_t mask = strobe_mask(strobes);
  return (old & ~mask) | (data & mask);
}

/// The ports of a block and their arbiter: chapter 41 "Bus", cycle for cycle. Port 0 is H where
/// there are two. Each socket takes both ways:
///  * nb_transport_fw (exact ordering): BEGIN_REQ, annotated with the delay after which the
///  handshake may
///    happen, returns TLM_UPDATED and END_REQ. The grant happens in a method at the grant edge,
///    when every request handshaken earlier is known; then BEGIN_RESP follows with the delay to the
///    response edge. The initiator returns TLM_COMPLETED, or TLM_ACCEPTED and END_RESP later (its
///    rready or bready).
///  * b_transport (temporal decoupling): takes effect at once, in the order of the calls; the delay
///    advances by the same edges.
class RegisterPorts : public sc_core::sc_module {
 public:
  /// Cycles from the handshake to the response of an unloaded port.
  static constexpr unsigned kResponseCycles = 2;

  /// @param clock the block's clock, `block` what it does; both must outlive the ports.
  RegisterPorts(sc_core::sc_module_name name, const sim::Clock& clock, unsigned ports,
                RegisterBlock& block);
  ~RegisterPorts() override;

  tlm::tlm_target_socket<32>& socket(unsigned port);

  /// rst_n: empties the ports, withdraws responses, points the arbiter to port 0. What was under
  /// way is never answered. The block's registers are the block's own affair.
  void reset();

  /// One granted operation, in edges of the block's clock.
  struct Grant {
    unsigned port;
    bool write;
    std::uint32_t address;
    std::uint64_t handshake, grant, response;
    Response answer;
  };
  /// Calls `seen` after each grant, in either mode.
  void observe(std::function<void(const Grant&)> seen) { seen_ = std::move(seen); }

 private:
  class Port;

  tlm::tlm_sync_enum forward(unsigned port, tlm::tlm_generic_payload& txn, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay);
  void blocking(unsigned port, tlm::tlm_generic_payload& txn, sc_core::sc_time& delay);
  unsigned debug(unsigned port, tlm::tlm_generic_payload& txn);

  Response perform(unsigned port, tlm::tlm_generic_payload& txn, std::uint64_t grant);
  void report(const Passage& passage, unsigned port, const tlm::tlm_generic_payload& txn,
              Response answer);
  void respond(unsigned port, tlm::tlm_generic_payload& txn, std::uint64_t edge);
  void schedule();
  void on_edge();

  const Edges clock_;
  RegisterBlock& block_;
  std::vector<std::unique_ptr<Port>> ports_;
  PortArbiter arbiter_;
  LooseArbiter loose_;
  sc_core::sc_event edge_;
  std::uint64_t scheduled_ = PortArbiter::kNever;  // the edge for which edge_ is notified
  std::function<void(const Grant&)> seen_;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_REGISTER_PORT_H_
