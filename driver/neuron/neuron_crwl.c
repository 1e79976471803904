// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Reader/writer locks of cores (chapter 23.9.1 to 9.3). */
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "neuron_device.h"

#define READER_RETRIES 50000
#define WRITER_RETRIES 200000
#define PROGRESS_RETRIES 20000
#define SLEEP_MIN_US 10
#define SLEEP_MAX_US 20

void ncrwl_init(struct neuron_device *nd)
{
	u32 nc;

	memset(nd->crwl, 0, sizeof(nd->crwl));
	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++)
		mutex_init(&nd->crwl[nc].lock);
}

/* The core's lock, taken; NULL if there is no such core. */
static struct neuron_crwl *lock_core(struct neuron_device *nd, u32 nc)
{
	if (nc >= MAX_NC_PER_DEVICE)
		return NULL;
	mutex_lock(&nd->crwl[nc].lock);
	return &nd->crwl[nc];
}

static void sleep_unlocked(struct neuron_crwl *core)
{
	mutex_unlock(&core->lock);
	usleep_range(SLEEP_MIN_US, SLEEP_MAX_US);
	mutex_lock(&core->lock);
}

/* 0 if the model and the process are those of the last writer. */
static int validate(struct neuron_device *nd, const struct neuron_crwl *core, const u8 *uuid)
{
	if (memcmp(core->uuid, uuid, NCRWL_UUID_SIZE) != 0)
		return -ENOENT;
	if (core->writer_pid != task_tgid_nr(current)) {
		pr_err("nd%d: core is locked by process %d, not %d\n", nd->device_index,
		       core->writer_pid, task_tgid_nr(current));
		return -ENOENT;
	}
	return 0;
}

static int wait_for_no_writer(struct neuron_device *nd, struct neuron_crwl *core)
{
	u32 retries = 0;

	while (core->writer_acquired) {
		if (retries > READER_RETRIES) {
			pr_err("nd%d: process %d keeps its write lock\n", nd->device_index,
			       core->writer_pid);
			return -EBUSY;
		}
		retries++;
		sleep_unlocked(core);
	}
	return 0;
}

int ncrwl_reader_enter(struct neuron_device *nd, u32 nc, const u8 *uuid)
{
	struct neuron_crwl *core = lock_core(nd, nc);
	int ret;

	if (!core)
		return -EINVAL;
	ret = wait_for_no_writer(nd, core);
	if (!ret)
		ret = validate(nd, core, uuid);
	if (!ret)
		core->reader_count++;
	mutex_unlock(&core->lock);
	return ret;
}

int ncrwl_reader_exit(struct neuron_device *nd, u32 nc, const u8 *uuid)
{
	struct neuron_crwl *core = lock_core(nd, nc);
	int ret;

	if (!core)
		return -EINVAL;
	ret = validate(nd, core, uuid);
	if (!ret && core->reader_count == 0) {
		pr_err("nd%d: core %u has no reader\n", nd->device_index, nc);
		ret = -EINVAL;
	}
	if (!ret)
		core->reader_count--;
	mutex_unlock(&core->lock);
	return ret;
}

static int wait_for_nobody(struct neuron_device *nd, struct neuron_crwl *core)
{
	u32 retries = 0;

	while (core->writer_acquired || core->reader_count != 0) {
		if (retries > WRITER_RETRIES)
			return -EBUSY;
		retries++;
		if (retries % PROGRESS_RETRIES == 0)
			pr_info("nd%d: waiting for %llu readers of process %d\n", nd->device_index,
				core->reader_count, core->writer_pid);
		sleep_unlocked(core);
	}
	return 0;
}

int ncrwl_writer_enter(struct neuron_device *nd, u32 nc, const u8 *uuid)
{
	const s32 caller = task_tgid_nr(current);
	struct neuron_crwl *core = lock_core(nd, nc);
	int ret;

	if (!core)
		return -EINVAL;
	ret = wait_for_nobody(nd, core);
	if (ret)
		goto out;
	core->writer_acquired = true;
	if (core->writer_pid == caller && memcmp(core->uuid, uuid, NCRWL_UUID_SIZE) == 0) {
		ret = -EALREADY;
		goto out;
	}
	core->writer_pid = caller;
	memcpy(core->uuid, uuid, NCRWL_UUID_SIZE);
out:
	mutex_unlock(&core->lock);
	return ret;
}

int ncrwl_writer_downgrade(struct neuron_device *nd, u32 nc, const u8 *uuid)
{
	struct neuron_crwl *core = lock_core(nd, nc);
	int ret;

	if (!core)
		return -EINVAL;
	if (!core->writer_acquired) {
		pr_err("nd%d: core %u has no writer\n", nd->device_index, nc);
		ret = -EINVAL;
		goto out;
	}
	ret = validate(nd, core, uuid);
	if (ret)
		goto out;
	BUG_ON(core->reader_count != 0);
	core->writer_acquired = false;
	core->reader_count = 1;
out:
	mutex_unlock(&core->lock);
	return ret;
}

void ncrwl_release_current_process(struct neuron_device *nd)
{
	u32 nc;

	for (nc = 0; nc < MAX_NC_PER_DEVICE; nc++) {
		struct neuron_crwl *core = lock_core(nd, nc);

		if (core->writer_pid == task_tgid_nr(current)) {
			core->reader_count = 0;
			core->writer_pid = 0;
			core->writer_acquired = false;
			memset(core->uuid, 0, sizeof(core->uuid));
		}
		mutex_unlock(&core->lock);
	}
}

bool ncrwl_is_locked_by(struct neuron_device *nd, u32 nc, s32 pid, u8 *uuid)
{
	struct neuron_crwl *core = lock_core(nd, nc);
	bool locked;

	if (!core)
		return false;
	locked = core->writer_pid == pid && (core->writer_acquired || core->reader_count > 0);
	if (locked)
		memcpy(uuid, core->uuid, NCRWL_UUID_SIZE);
	mutex_unlock(&core->lock);
	return locked;
}
