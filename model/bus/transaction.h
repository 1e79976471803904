// SPDX-License-Identifier: Apache-2.0
#ifndef NEURON_VP_MODEL_BUS_TRANSACTION_H_
#define NEURON_VP_MODEL_BUS_TRANSACTION_H_

#include <array>
#include <cstdint>
#include <memory>
#include <tlm>
#include <vector>

#include "model/bus/lane.h"
#include "model/sim/clock.h"

namespace nvp::bus {

/// What components on the way tell each other about a transaction. Ignorable: nothing depends on
/// its being there, and it stays on pooled transactions for good.
struct Passport : tlm::tlm_extension<Passport> {
  /// The decoder's sockets by which it came in and went out.
  unsigned entrance = 0, exit = 0;
  /// The earliest time at which its answer can come, ps; lets a waiting initiator sleep once. 0:
  /// unknown.
  ps_t earliest_answer = 0;

  tlm::tlm_extension_base* clone() const override { return new Passport(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const Passport&>(other);
  }
};

/// A pooled transaction of at most eight bytes, with what its initiator needs to know of it. Its
/// data pointer stays that of `bytes`; who sets byte enables takes them off again.
struct Transaction : tlm::tlm_generic_payload {
  explicit Transaction(tlm::tlm_mm_interface* pool) : tlm::tlm_generic_payload(pool) {
    set_extension(&passport);
    set_data_ptr(bytes.data());
  }
  ~Transaction() override { clear_extension<Passport>(); }

  Passport passport;
  alignas(8) std::array<std::uint8_t, 8> bytes = {};
  std::array<std::uint8_t, 4> enables = {};

  bool answered = false;          ///< the response is known
  bool abandoned = false;         ///< nobody waits for it any more
  ps_t answer_time = 0;           ///< when the response leaves the target, ps
  std::uint64_t bus_address = 0;  ///< as the initiator gave it; the way changes get_address()
  Lane::Slot slot;                ///< of the completion on its way to the host
  Transaction* next = nullptr;
};

/// Transactions without allocation once warm. They belong to the pool, which must outlive their
/// use.
class TransactionPool : private tlm::tlm_mm_interface {
 public:
  /// A transaction with one reference, set up for `size` bytes of data.
  Transaction& take(tlm::tlm_command command, std::uint64_t address, unsigned size) {
    if (!free_) grow();
    Transaction& txn = *free_;
    free_ = txn.next;
    txn.acquire();
    txn.set_command(command);
    txn.set_address(address);
    txn.set_data_length(size);
    txn.set_streaming_width(size);
    txn.set_dmi_allowed(false);
    txn.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    txn.passport.earliest_answer = 0;
    txn.answered = txn.abandoned = false;
    return txn;
  }

 private:
  void grow();
  void free(tlm::tlm_generic_payload* txn) override {
    auto* transaction = static_cast<Transaction*>(txn);
    transaction->next = free_;
    free_ = transaction;
  }

  std::vector<std::unique_ptr<Transaction>> all_;
  Transaction* free_ = nullptr;
};

}  // namespace nvp::bus

#endif  // NEURON_VP_MODEL_BUS_TRANSACTION_H_
