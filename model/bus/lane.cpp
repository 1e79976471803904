// SPDX-License-Identifier: Apache-2.0
#include "model/bus/lane.h"

namespace nvp::bus {

void Lane::queue(Slot& slot, ps_t ready, Order order, unsigned bytes) {
  slot.ready = ready;
  slot.bytes = bytes;
  slot.order = order;
  slot.sent = false;
  Slot** at = &first_;
  while (*at && ((*at)->ready < ready || ((*at)->ready == ready && (*at)->order <= order))) {
    at = &(*at)->next;
  }
  slot.next = *at;
  *at = &slot;
}

void Lane::advance(ps_t now) {
  while (first_ && first_->ready < now) {
    Slot& slot = *first_;
    first_ = slot.next;
    slot.end = send(slot.ready, slot.bytes);
    slot.sent = true;
  }
}

}  // namespace nvp::bus
