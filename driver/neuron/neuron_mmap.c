// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* mmap: host chunks, blocks of the special table, raw device memory (chapter 23.13). */
#include <linux/capability.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "neuron_device.h"
#include "neuron_dhal.h"

/* One mapping of a process that is attached to the device. */
struct nmmap_record {
	struct list_head node;
	struct neuron_device *nd;
	s32 pid;
	u64 pa, size;
};

void nmmap_init(struct neuron_device *nd)
{
	mutex_init(&nd->mmap.lock);
	INIT_LIST_HEAD(&nd->mmap.records);
}

/* Drops the records of process @pid, or all with @pid 0. */
static void drop_records(struct neuron_device *nd, s32 pid)
{
	struct nmmap_record *record, *next;

	mutex_lock(&nd->mmap.lock);
	list_for_each_entry_safe(record, next, &nd->mmap.records, node)
	{
		if (pid != 0 && record->pid != pid)
			continue;
		list_del(&record->node);
		kfree(record);
	}
	mutex_unlock(&nd->mmap.lock);
}

void nmmap_destroy(struct neuron_device *nd)
{
	drop_records(nd, 0);
	mutex_destroy(&nd->mmap.lock);
}

void nmmap_forget_current_process(struct neuron_device *nd)
{
	drop_records(nd, task_tgid_nr(current));
}

/* A process without a slot has no records: it came by a free access descriptor. */
static int add_record(struct neuron_device *nd, u64 pa, u64 size)
{
	struct nmmap_record *record;

	if (!npid_is_attached(nd))
		return 0;
	record = kzalloc(sizeof(*record), GFP_KERNEL);
	if (!record)
		return -ENOMEM;
	record->nd = nd;
	record->pid = task_tgid_nr(current);
	record->pa = pa;
	record->size = size;
	mutex_lock(&nd->mmap.lock);
	list_add(&record->node, &nd->mmap.records);
	mutex_unlock(&nd->mmap.lock);
	return 0;
}

static u64 vma_size(const struct vm_area_struct *vma)
{
	return vma->vm_end - vma->vm_start;
}

static int map_chunk(struct neuron_device *nd, struct vm_area_struct *vma, struct mem_chunk *mc)
{
	int ret;

	/* Other processes may write only to what belongs to the device: datastore slabs. */
	if (mc->pid != task_tgid_nr(current) && mc->lifespan != MC_LIFESPAN_DEVICE)
		vma->vm_flags &= ~(VM_WRITE | VM_MAYWRITE);
	vma->vm_flags |= VM_DONTEXPAND | VM_DONTDUMP | VM_DONTCOPY;
	ret = remap_pfn_range(vma, vma->vm_start, PHYS_PFN(mc->dma), vma_size(vma),
			      vma->vm_page_prot);
	return ret ? ret : add_record(nd, mc->pa, mc->size);
}

static int map_special(struct neuron_device *nd, struct vm_area_struct *vma,
		       const struct ndhal_mmap_entry *entry)
{
	const bool registers = entry->bar == 0;
	phys_addr_t base = registers ? nd->npdev.bar0_pa : nd->npdev.bar4_pa;

	if (!registers && !nd->npdev.bar4)
		return -EINVAL;
	if (entry->read_only) {
		if (vma->vm_flags & VM_WRITE)
			return -EPERM;
		vma->vm_flags &= ~VM_MAYWRITE;
	}
	vma->vm_flags |= VM_DONTEXPAND | VM_DONTDUMP | VM_DONTCOPY;
	if (registers)
		vma->vm_page_prot = pgprot_noncached(vma->vm_page_prot);
	return io_remap_pfn_range(vma, vma->vm_start, PHYS_PFN(base + entry->offset), entry->size,
				  vma->vm_page_prot);
}

/* Raw device memory, for privileged tools. */
static int map_device_memory(struct neuron_device *nd, struct vm_area_struct *vma, u64 pa)
{
	u64 offset;

	if (!capable(CAP_SYS_RAWIO))
		return -EPERM;
	if (!nd->npdev.bar4) {
		pr_err("nd%d: BAR4 not mapped\n", nd->device_index);
		return -EINVAL;
	}
	if (ndhal_bar4_offset(pa, vma_size(vma), &offset))
		return -EINVAL;
	vma->vm_flags |= VM_DONTEXPAND | VM_DONTDUMP | VM_DONTCOPY;
	return io_remap_pfn_range(vma, vma->vm_start, PHYS_PFN(nd->npdev.bar4_pa + offset),
				  vma_size(vma), vma->vm_page_prot);
}

int nmmap_map(struct neuron_device *nd, struct vm_area_struct *vma)
{
	const u64 pa = (u64)vma->vm_pgoff << PAGE_SHIFT;
	struct mem_chunk *mc = mpset_find(nd, pa);
	struct ndhal_mmap_entry entry;

	if (mc && vma_size(vma) == mc->size)
		return map_chunk(nd, vma, mc);
	if (!ndhal_mmap_by_cookie(pa, vma_size(vma), &entry))
		return map_special(nd, vma, &entry);
	return map_device_memory(nd, vma, pa);
}
