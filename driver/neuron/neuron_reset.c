// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The queue of resets, the thread that serves it, and those who wait for it (chapter 12). */
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>

#include "neuron_device.h"
#include "neuron_dhal.h"

static int no_reset;
module_param(no_reset, int, 0440);
MODULE_PARM_DESC(no_reset, "never reset hardware");

static bool hardware_reset_disabled;

void nr_disable_hardware_reset(void)
{
	hardware_reset_disabled = true;
}

bool nr_reset_disabled(void)
{
	return no_reset || hardware_reset_disabled;
}

/* --- queues, under nr_lock ------------------------------------------------------------------------- */

static void queue_append(struct neuron_reset_queue *queue, struct neuron_reset_request *first,
			 struct neuron_reset_request *last)
{
	first->prev = queue->tail;
	last->next = NULL;
	if (queue->tail)
		queue->tail->next = first;
	else
		queue->head = first;
	queue->tail = last;
}

static void queue_remove(struct neuron_reset_queue *queue, struct neuron_reset_request *req)
{
	if (req->prev)
		req->prev->next = req->next;
	else
		queue->head = req->next;
	if (req->next)
		req->next->prev = req->prev;
	else
		queue->tail = req->prev;
}

/* Drops the run that ends with @last from the head. */
static void queue_pop(struct neuron_reset_queue *queue, struct neuron_reset_request *last)
{
	queue->head = last->next;
	if (queue->head)
		queue->head->prev = NULL;
	else
		queue->tail = NULL;
}

static struct neuron_reset_request *queue_find(struct neuron_reset_queue *queue, u32 request_id)
{
	struct neuron_reset_request *req;

	for (req = queue->head; req; req = req->next)
		if (req->request_id == request_id)
			return req;
	return NULL;
}

static void queue_free(struct neuron_reset_queue *queue)
{
	while (queue->head) {
		struct neuron_reset_request *req = queue->head;

		queue_pop(queue, req);
		kfree(req);
	}
}

static struct neuron_reset_request *find_request(struct neuron_reset *nr, u32 request_id)
{
	struct neuron_reset_request *req = queue_find(&nr->pending, request_id);

	return req ? req : queue_find(&nr->completed, request_id);
}

/* --- asking ---------------------------------------------------------------------------------------- */

/* What software knows of the cores is void from now on. */
static void forget_cores(struct neuron_device *nd, u32 nc_map)
{
	u32 nc;

	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++) {
		if (!(nc_map & (1u << nc)))
			continue;
		nci_reset_state_nc(nd, nc);
		nd->nc_model_started_count[nc] = 0;
		nnq_destroy_nc(nd, nc);
		nsysfsmetric_inc_reset_req_count(nd, nc);
	}
}

static int queue_request(struct neuron_device *nd, u32 nc_map, u32 request_id)
{
	struct neuron_reset_request *req;

	if (find_request(&nd->nr, request_id)) {
		pr_err("nd%d: a reset of request %u is queued already\n", nd->device_index,
		       request_id);
		return 1;
	}
	if (request_id == NEURON_RESET_REQUEST_ALL)
		nd->device_state = NEURON_DEVICE_STATE_RESET;
	forget_cores(nd, nc_map);

	req = kzalloc(sizeof(*req), GFP_KERNEL);
	if (!req)
		return 1;
	req->request_id = request_id;
	req->nc_map = nc_map;
	req->ret = NEURON_RESET_STATE_STARTED;
	req->serial = ++nd->nr.serial;
	queue_append(&nd->nr.pending, req, req);
	return 0;
}

static int start_without_reset(struct neuron_device *nd)
{
	if (ndmar_init_ncs(nd, NEURON_NC_MAP_DEVICE))
		pr_err("nd%d: DMA is not initialised\n", nd->device_index);
	ndhal->ops.post_reset(nd, true, true);
	nd->device_state = NEURON_DEVICE_STATE_READY;
	return 0;
}

int nr_start_ncs(struct neuron_device *nd, u32 nc_map, u32 request_id)
{
	int ret;

	if (nr_reset_disabled())
		return start_without_reset(nd);
	mutex_lock(&nd->nr.nr_lock);
	ret = queue_request(nd, nc_map, request_id);
	mutex_unlock(&nd->nr.nr_lock);
	if (!ret)
		wake_up(&nd->nr.wait_queue);
	return ret;
}

void nr_start(struct neuron_device *nd)
{
	nr_start_ncs(nd, NEURON_NC_MAP_DEVICE, task_tgid_nr(current));
}

/* --- waiting --------------------------------------------------------------------------------------- */

/*
 * What has become of a request, and removes it if it has ended. Anybody may wait for any id, several callers at once: the
 * first that sees the end takes the request, and the others do not know it any more. So nobody keeps a pointer to it.
 * Returns its state, or 0 if it is gone. A @serial of 0 stands for the request that has the id now, and gets its own.
 */
static int look_at_request(struct neuron_reset *nr, u32 request_id, u64 *serial)
{
	struct neuron_reset_request *req;
	int state = 0;

	mutex_lock(&nr->nr_lock);
	req = find_request(nr, request_id);
	if (req && (!*serial || req->serial == *serial)) {
		*serial = req->serial;
		state = req->ret;
		if (state != NEURON_RESET_STATE_STARTED) {
			queue_remove(&nr->completed, req);
			kfree(req);
		}
	}
	mutex_unlock(&nr->nr_lock);
	return state;
}

int nr_wait(struct neuron_device *nd, u32 request_id, bool check)
{
	u64 serial = 0;
	int state;

	if (nr_reset_disabled())
		return 0;
	while ((state = look_at_request(&nd->nr, request_id, &serial)) ==
	       NEURON_RESET_STATE_STARTED) {
		schedule();
		if (npid_termination_pending())
			return -EINTR;
	}
	if (state)
		return state == NEURON_RESET_STATE_COMPLETED ? 0 : 1;
	if (!check)
		pr_err("nd%d: no reset of request %u\n", nd->device_index, request_id);
	return check ? 0 : 1;
}

bool nr_op_in_reset_wnd(u64 op_start, struct neuron_device *nd)
{
	if (nr_reset_disabled())
		return false;
	return nd->nr.reset_end_time <= nd->nr.reset_start_time ||
	       op_start <= nd->nr.reset_end_time;
}

u32 nr_msleep_stoppable(struct neuron_device *nd, u32 msec)
{
	long left = msecs_to_jiffies(msec);

	if (left > 0)
		left = wait_event_interruptible_timeout(nd->nr.wait_queue, nd->nr.stop, left);
	return left > 0 ? max(jiffies_to_msecs(left), 1u) : 0;
}

/* --- the thread ------------------------------------------------------------------------------------ */

/* Requests that are served together. */
struct batch {
	struct neuron_reset_request *first;
	struct neuron_reset_request *last;
	u32 nc_map;
};

/*
 * Takes what is pending. A request of the driver itself is served alone: merged behind another it would end in the
 * completed queue, where nobody looks for it.
 */
static void take_batch(struct neuron_reset *nr, struct batch *batch)
{
	struct neuron_reset_request *req;
	u32 count = 1;

	mutex_lock(&nr->nr_lock);
	batch->first = nr->pending.head;
	batch->last = batch->first;
	batch->nc_map = batch->first->nc_map;
	if (batch->first->request_id != NEURON_RESET_REQUEST_ALL) {
		for (req = batch->first->next; req && req->request_id != NEURON_RESET_REQUEST_ALL;
		     req = req->next) {
			batch->nc_map |= req->nc_map;
			batch->last = req;
			count++;
		}
	}
	mutex_unlock(&nr->nr_lock);
	if (count > 1)
		pr_info("%u reset requests are served together\n", count);
}

static void log_batch(struct neuron_device *nd, const struct batch *batch)
{
	const char *what = batch->nc_map == NEURON_NC_MAP_DEVICE ? "device" : "TPB";
	const struct neuron_reset_request *req = batch->first;

	for (;; req = req->next) {
		pr_info("nd%d: %s reset of request %u, map 0x%x\n", nd->device_index, what,
			req->request_id, req->nc_map);
		if (req == batch->last)
			break;
	}
}

/* Stages 1 to 3. */
static int reset_and_init(struct neuron_device *nd, u32 nc_map)
{
	int ret = nr_reset_hardware(nd, nc_map);

	if (!ret)
		ret = ndmar_init_ncs(nd, nc_map);
	return ret;
}

static void count_failure(struct neuron_device *nd)
{
	u32 nc;

	for (nc = 0; nc < ndhal->data.nc_per_device; nc++)
		if (ndhal_nc_enabled(nc))
			nsysfsmetric_inc_reset_fail_count(nd, nc);
}

/* Stages 1 to 4: true if all went well. A failure of stage 4 is not counted (chapter 12.4). */
static bool perform(struct neuron_device *nd, u32 nc_map)
{
	const bool whole_device = nc_map == NEURON_NC_MAP_DEVICE;
	int ret = reset_and_init(nd, nc_map);

	if (ret) {
		pr_err("nd%d: reset failed: %d\n", nd->device_index, ret);
		if (whole_device)
			ndhal->ops.post_reset(nd, false, false);
		count_failure(nd);
		return false;
	}
	if (!whole_device)
		return true;
	nd->current_perf_profile = 0;
	return ndhal->ops.post_reset(nd, true, false) == 0;
}

static void complete_batch(struct neuron_device *nd, const struct batch *batch, bool success)
{
	struct neuron_reset *nr = &nd->nr;
	struct neuron_reset_request *req, *next;

	mutex_lock(&nr->nr_lock);
	queue_pop(&nr->pending, batch->last);
	if (batch->first->request_id == NEURON_RESET_REQUEST_ALL) {
		nd->device_state =
			success ? NEURON_DEVICE_STATE_READY : NEURON_DEVICE_STATE_INVALID;
		kfree(batch->first);
		mutex_unlock(&nr->nr_lock);
		return;
	}
	queue_append(&nr->completed, batch->first, batch->last);
	for (req = batch->first; req; req = next) {
		next = req->next;
		req->ret = success ? NEURON_RESET_STATE_COMPLETED : NEURON_RESET_STATE_FAILED;
	}
	mutex_unlock(&nr->nr_lock);
}

static void serve(struct neuron_device *nd)
{
	struct batch batch;
	bool success;

	take_batch(&nd->nr, &batch);
	nd->nr.reset_start_time = get_jiffies_64();
	log_batch(nd, &batch);
	success = perform(nd, batch.nc_map);
	nd->nr.reset_end_time = get_jiffies_64();
	complete_batch(nd, &batch, success);
}

static int reset_thread(void *data)
{
	struct neuron_device *nd = data;
	struct neuron_reset *nr = &nd->nr;

	while (!nr->stop) {
		wait_event_interruptible(nr->wait_queue, nr->stop || nr->pending.head);
		if (!nr->stop)
			serve(nd);
	}
	/* Only kthread_stop() may end the thread, so that it never sees a dead one. */
	wait_event_interruptible(nr->wait_queue, kthread_should_stop());
	return 0;
}

int nr_create_thread(struct neuron_device *nd)
{
	struct neuron_reset *nr = &nd->nr;

	mutex_init(&nr->nr_lock);
	init_waitqueue_head(&nr->wait_queue);
	nr->stop = false;
	nr->thread = kthread_run(reset_thread, nd, "nd%d reset", nd->device_index);
	if (IS_ERR_OR_NULL(nr->thread)) {
		nr->thread = NULL;
		mutex_destroy(&nr->nr_lock);
		return -1;
	}
	return 0;
}

void nr_stop_thread(struct neuron_device *nd)
{
	struct neuron_reset *nr = &nd->nr;

	if (!nr->thread)
		return;
	nd->device_state = NEURON_DEVICE_STATE_INVALID;
	nr->stop = true;
	wake_up(&nr->wait_queue);
	kthread_stop(nr->thread);
	nr->thread = NULL;
	queue_free(&nr->pending);
	queue_free(&nr->completed);
	mutex_destroy(&nr->nr_lock);
}
