// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* Which process has reserved which cores of the host (chapter 23.9.4). Advisory. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "neuron_crwl.h"
#include "neuron_fidelity.h"
#include "neuron_ioctl.h"

#define CORES NEURON_MAX_NC_COUNT

static DEFINE_MUTEX(range_lock);
static s32 owner[CORES]; /* 0: free */

void ncrwl_range_reset(void)
{
	memset(owner, 0, sizeof(owner));
}

/* Free neighbouring cores from @start, at most @wanted, not beyond @end. The core @start is free.
 */
static u32 free_run(u32 start, u32 end, u32 wanted)
{
	u32 length = 1;

	while (length < wanted && start + length <= end && owner[start + length] == 0)
		length++;
	return length;
}

static void mark(u32 start, u32 end, u32 count, u64 *bitmap)
{
	u32 i;

	for (i = start; i < start + count && i <= end; i++) {
		owner[i] = task_tgid_nr(current);
		bitmap[i / 64] |= 1ULL << (i % 64);
	}
}

static int mark_first_fit(u32 count, u32 start, u32 end, u32 *max_available, u64 *bitmap)
{
	/* The original looks for the next start behind the core that follows the broken run. */
	const u32 skip = NEURON_FIDELITY(RANGE_SCAN, SKIPS_ONE) ? 2 : 1;
	u32 i = start;

	while (i <= end) {
		u32 length;

		if (owner[i] != 0) {
			i++;
			continue;
		}
		length = free_run(i, end, count);
		if (length >= count) {
			mark(i, end, count, bitmap);
			return 0;
		}
		*max_available = max(*max_available, length);
		i += length + skip;
	}
	return -EBUSY;
}

int ncrwl_range_mark(u32 count, u32 start, u32 end, u32 *max_available, u64 *bitmap)
{
	int ret;

	*max_available = 0;
	memset(bitmap, 0, NCRWL_RANGE_WORDS * sizeof(*bitmap));
	if (start > end || start >= CORES || end >= CORES)
		return -EINVAL;
	mutex_lock(&range_lock);
	ret = mark_first_fit(count, start, end, max_available, bitmap);
	mutex_unlock(&range_lock);
	return ret;
}

static void unmark(s32 pid, const u64 *bitmap)
{
	u32 i;

	mutex_lock(&range_lock);
	for (i = 0; i < CORES; i++)
		if ((!bitmap || bitmap[i / 64] >> (i % 64) & 1) && owner[i] == pid)
			owner[i] = 0;
	mutex_unlock(&range_lock);
}

void ncrwl_range_unmark(const u64 *bitmap)
{
	unmark(task_tgid_nr(current), bitmap);
}

void ncrwl_range_unmark_all(s32 pid)
{
	unmark(pid, NULL);
}

s32 ncrwl_range_owner(u32 index)
{
	return index < CORES ? owner[index] : 0;
}
