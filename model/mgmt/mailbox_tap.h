// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_MGMT_MAILBOX_TAP_H_
#define NEURON_VP_MODEL_MGMT_MAILBOX_TAP_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "model/bus/register_port.h"
#include "model/fault/fault.h"
#include "model/mgmt/miscram.h"
#include "model/trace/event.h"

namespace nvp::mgmt {

/// A mailbox request as it lies in MiscRAM (docs/reference/11-fw-io.md, 3.1).
struct MailboxRequest {
  bool known = false;  ///< its header could be read
  bool fresh = false;  ///< new engine; else legacy
  std::uint32_t command = 0, sequence = 0, size = 0;
  std::uint64_t address = 0;   ///< legacy: where the frame lies, bus address
  std::uint64_t response = 0;  ///< legacy: where the answer goes, bus address
};

/// Stands between MiscRAM's ports and MiscRAM: makes events of what passes, and is where the fault
/// points of the mailbox and of resets act (42 "Fault points", 12 section 10). It knows only the
/// bus, so it works alike for every firmware.
class MailboxTap : public bus::RegisterBlock {
 public:
  struct Config {
    std::int32_t device = 0;
    std::uint64_t host_window = 0;  ///< bit of device addresses that lie in host memory
    std::function<bool(std::uint64_t, void*, std::size_t)> host_peek;
  };

  MailboxTap(Miscram& miscram, const Config& config, fault::Registry& faults,
             trace::Stream& stream);

  /// Calls `issued` at a host write that asks for a device reset (12 section 10, step 6).
  void on_device_issue(std::function<void(ps_t)> issued) { issued_ = std::move(issued); }

  bus::Response read(unsigned port, std::uint32_t address, std::uint32_t* data,
                     ps_t grant) override;
  bus::Response write(unsigned port, std::uint32_t address, std::uint32_t data,
                      std::uint8_t strobes, ps_t grant) override;
  bus::Response peek(unsigned port, std::uint32_t address, std::uint32_t* data) override {
    return miscram_.peek(port, address, data);
  }
  bus::Response poke(unsigned port, std::uint32_t address, std::uint32_t data) override {
    return miscram_.poke(port, address, data);
  }

  /// The host DMA's writes towards the host pass here (HostDma::Outgoing).
  void outgoing(std::uint64_t host, std::vector<std::uint8_t>* bytes);

 private:
  // What the armed faults do to the answer that is being written.
  struct Verdict {
    bool taken = false;
    bool drop = false, replace = false, bump_sequence = false, invert_crc = false, cut = false;
    std::uint32_t code = 0;
  };

  fault::Context context() const { return {config_.device}; }
  fault::Context context(const MailboxRequest& request) const;

  std::uint32_t host_view(std::uint32_t address, std::uint32_t value, ps_t grant);
  bus::Response ring(std::uint32_t data, std::uint8_t strobes, ps_t grant);
  std::uint32_t firmware_store(std::uint32_t address, std::uint32_t data, ps_t grant);
  bool vanishes(std::uint32_t address);
  std::uint32_t status_store(std::uint32_t data, ps_t grant);
  void answer_store(std::uint32_t address, std::uint32_t data, std::uint8_t strobes, ps_t grant);
  std::uint32_t answer_header(std::uint32_t dword);
  std::uint32_t answer_crc(std::uint32_t header) const;

  MailboxRequest pending_request() const;
  void begin_request(ps_t grant);
  void compare_post(ps_t grant);
  const Verdict& verdict();
  bool reset_asked() const;
  bool serves() const;
  void state(const char* what, std::uint32_t number, ps_t grant);
  void emit_answer(std::uint32_t header, ps_t t);

  Miscram& miscram_;
  Config config_;
  fault::Registry& faults_;
  trace::Stream& stream_;
  std::function<void(ps_t)> issued_;
  MailboxRequest request_;
  Verdict verdict_;
  bool altered_ = false;  // the answer's header was changed on its way
  bool lost_ = false;     // a dropped answer: the host goes on reading TRIGGER as 1
  bool served_ = false;   // serves() as last reported
  ps_t dead_until_ = 0;   // fault reset.dead
};

/// The numbers of firmware_state events.
enum class FirmwareState : std::uint32_t { boot, ready, reset, stopped };

}  // namespace nvp::mgmt

#endif  // NEURON_VP_MODEL_MGMT_MAILBOX_TAP_H_
