// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/mm.h>

#include <linux/capability.h>
#include <vk/upcalls.h>

#include "pci.h"

#define PAGE_PRESENT_USER 0x105UL

int vk_vfs_mmap(struct file *file, unsigned long address, unsigned long length, int writable,
		unsigned long long offset, struct vm_area_struct **area)
{
	struct vm_area_struct *vma;
	int error;

	if (!file->f_op->mmap)
		return -ENODEV;
	if (writable && !(file->f_mode & FMODE_WRITE))
		return -EACCES;
	vma = vk_alloc(sizeof(*vma));
	vma->vm_start = address;
	vma->vm_end = address + length;
	vma->vm_pgoff = offset >> PAGE_SHIFT;
	vma->vm_flags = VM_READ | VM_SHARED | VM_MAYWRITE | (writable ? VM_WRITE : 0);
	vma->vm_page_prot = __pgprot(PAGE_PRESENT_USER | (writable ? 2 : 0));
	vma->vm_file = file;
	error = file->f_op->mmap(file, vma);
	if (error) {
		vk_free(vma);
		return error;
	}
	vk_vfs_get(file);
	*area = vma;
	return 0;
}

void vk_vfs_munmap(struct vm_area_struct *vma)
{
	struct file *file = vma->vm_file;

	if (vma->vm_ops && vma->vm_ops->close)
		vma->vm_ops->close(vma);
	vk_free(vma);
	vk_vfs_put(file);
}

int remap_pfn_range(struct vm_area_struct *vma, unsigned long address, unsigned long pfn,
		    unsigned long size, pgprot_t prot)
{
	phys_addr_t phys = PFN_PHYS(pfn);

	vk_enter();
	if (address < vma->vm_start || address + size > vma->vm_end || !PAGE_ALIGNED(address))
		return -EINVAL;
	size = PAGE_ALIGN(size);
	vma->vm_flags |= VM_IO | VM_PFNMAP | VM_DONTEXPAND | VM_DONTDUMP;
	if (vk_pci_owns(phys, size))
		return 0; /* stays inaccessible: a touch traps */
	return vk_user_alias((void *)address, phys, size, !!(vma->vm_flags & VM_WRITE));
}
