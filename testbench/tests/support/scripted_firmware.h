// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_FIRMWARE_H_
#define NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_FIRMWARE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/bus/host_memory.h"
#include "testbench/tests/support/scripted_port.h"

namespace nvp::test {

/// The other side of the mailbox, as a test wants it: answers at once, as told, or not at all. It
/// plays on a ScriptedPort and does what no firmware should.
class ScriptedFirmware {
 public:
  struct Request {
    bool legacy;
    ps_t time;
    std::vector<std::uint8_t> header;  ///< 8 bytes
    std::vector<std::uint8_t> payload;
    std::uint8_t sequence() const { return header[0]; }
    std::uint8_t command() const { return header[1]; }
  };
  struct Answer {
    std::uint8_t error = 0;
    std::vector<std::uint8_t> payload = {};
    std::optional<std::uint16_t> size = {};     ///< in place of the right one
    std::optional<std::uint8_t> sequence = {};  ///< in place of the request's
    bool bad_crc = false;                       ///< new engine
    bool registers_untouched = false;           ///< new engine: only TRIGGER is cleared
  };
  /// Nothing: no answer, TRIGGER stays.
  using Handler = std::function<std::optional<Answer>(const Request&)>;

  /// Publishes API version 7 and routing id 0; every command succeeds without payload, every reset
  /// is accepted at once.
  ScriptedFirmware(ScriptedPort& port, bus::HostMemory& memory, generation::Id generation);

  void on_request(Handler handler) { handler_ = std::move(handler); }
  /// Whether an Issue (docs/reference/12-reset.md, section 5.2) is answered at once.
  void accept_resets(bool accept) { accept_resets_ = accept; }
  /// Answers an Issue that was not accepted.
  void finish_reset();

  const std::vector<Request>& requests() const { return requests_; }
  void forget_requests() { requests_.clear(); }
  /// Times of the Issues.
  const std::vector<ps_t>& issues() const { return issues_; }
  void forget_issues() { issues_.clear(); }

  std::uint32_t word(std::uint32_t misc_offset) const {
    return port_.stored(port_.misc(misc_offset));
  }
  void set_word(std::uint32_t misc_offset, std::uint32_t value) {
    port_.store(port_.misc(misc_offset), value);
  }

  /// Sends a legacy answer that nobody waits for, to the address of the last request.
  void answer_legacy(const Request& request, const Answer& answer);

 private:
  void rung();
  Request take_legacy();
  Request take_new() const;
  void answer_new(const Request& request, const Answer& answer);

  ScriptedPort& port_;
  bus::HostMemory& memory_;
  std::uint64_t host_base_;
  Handler handler_;
  bool accept_resets_ = true;
  std::vector<Request> requests_;
  std::vector<ps_t> issues_;
};

}  // namespace nvp::test

#endif  // NEURON_VP_TESTBENCH_TESTS_SUPPORT_SCRIPTED_FIRMWARE_H_
