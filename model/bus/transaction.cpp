// SPDX-License-Identifier: Apache-2.0
#include "model/bus/transaction.h"

namespace nvp::bus {

void TransactionPool::grow() {
  all_.push_back(std::make_unique<Transaction>(static_cast<tlm::tlm_mm_interface*>(this)));
  all_.back()->next = free_;
  free_ = all_.back().get();
}

}  // namespace nvp::bus
