/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef NEURON_RESET_H
#define NEURON_RESET_H

#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/wait.h>

struct neuron_device;

#define NEURON_NC_MAP_DEVICE 0xffffffffu /* every core: a whole-device reset */
#define NEURON_RESET_REQUEST_ALL 0xffffffffu /* request id of the driver's own resets */

#define NR_RESET_POLL_INTERVAL 100 /* ms */
#define NR_DEVICE_RESET_RETRY_INTERVAL 30000 /* ms after which a device reset is issued again */
#define NR_TPB_RESET_RETRY_INTERVAL 10000 /* ms, partial resets */
#define NR_RESET_RETRY_COUNT 5 /* looks at FW_STATUS, 100 ms * i apart */
#define NR_EMU_RETRY_FACTOR 1000 /* emulators are patient */

enum neuron_reset_state {
	NEURON_RESET_STATE_STARTED = 1,
	NEURON_RESET_STATE_COMPLETED = 2,
	NEURON_RESET_STATE_FAILED = 3,
};

/** A reset somebody asked for; in the pending queue until it ran, then in the completed one. */
struct neuron_reset_request {
	u32 request_id; /* thread-group id of the caller, or NEURON_RESET_REQUEST_ALL */
	u32 nc_map;
	volatile enum neuron_reset_state ret;
	u64 serial; /* tells it from a later request of the same id */
	struct neuron_reset_request *next;
	struct neuron_reset_request *prev;
};

struct neuron_reset_queue {
	struct neuron_reset_request *head;
	struct neuron_reset_request *tail;
};

/** Control block of a device's reset thread (chapter 12.2). */
struct neuron_reset {
	struct task_struct *thread;
	wait_queue_head_t wait_queue;
	volatile bool stop;
	struct neuron_reset_queue pending; /* nr_lock */
	struct neuron_reset_queue completed; /* nr_lock */
	u64 serial; /* of the last request; nr_lock */
	struct mutex nr_lock; /* both queues; not held while hardware is reset */
	volatile u64 reset_start_time; /* jiffies */
	volatile u64 reset_end_time;
};

/** nr_create_thread() - starts "nd<index> reset": 0 or -1. */
int nr_create_thread(struct neuron_device *nd);

/**
 * nr_stop_thread() - makes the device INVALID, ends a running reset early, waits for the thread and frees
 * both queues. Does nothing without a thread.
 */
void nr_stop_thread(struct neuron_device *nd);

/** nr_start() - asks for a whole-device reset in the name of the calling process. */
void nr_start(struct neuron_device *nd);

/**
 * nr_start_ncs() - queues a reset (chapter 12.3.1); the caller has closed the DMA of the cores.
 * @nc_map: bit per core, or NEURON_NC_MAP_DEVICE
 * @request_id: thread-group id, or NEURON_RESET_REQUEST_ALL
 *
 * Returns 0 if queued (or module parameter no_reset is set), 1 if a request of that id exists or memory is
 * short.
 */
int nr_start_ncs(struct neuron_device *nd, u32 nc_map, u32 request_id);

/**
 * nr_wait() - waits for the request of that id and removes it (chapter 12.6).
 * @check: an unknown id is success
 *
 * Returns 0, 1 (failed or unknown) or -EINTR; an interrupted request stays queued.
 */
int nr_wait(struct neuron_device *nd, u32 request_id, bool check);

/** nr_op_in_reset_wnd() - true if an operation begun at @op_start (jiffies) met a reset (chapter 12.7). */
bool nr_op_in_reset_wnd(u64 op_start, struct neuron_device *nd);

/**
 * nr_msleep_stoppable() - sleeps @msec ms. Returns 0, or the rest in ms if the thread was asked to stop
 * before; a zero-length sleep always returns 0.
 */
u32 nr_msleep_stoppable(struct neuron_device *nd, u32 msec);

/** nr_reset_disabled() - module parameter no_reset, as the platform forces it (chapter 12.1). */
bool nr_reset_disabled(void);

/** nr_disable_hardware_reset() - V4 on an emulator: as if no_reset were set. */
void nr_disable_hardware_reset(void);

/**
 * nr_reset_hardware() - stages 1 and 2 of a reset: has firmware start it and waits until it is over (chapters
 * 12.5.2, 12.5.3). Called by the reset thread. Returns 0 or a negative errno.
 */
int nr_reset_hardware(struct neuron_device *nd, u32 nc_map);

#endif
