/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MM_H
#define _VK_LINUX_MM_H

/* User mappings (4.18): vm_flags is written directly, as 6.1 does. */
#include <asm/page.h>
#include <linux/align.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/types.h>

typedef unsigned long vm_flags_t;
typedef unsigned long pgprotval_t;
typedef struct {
	pgprotval_t pgprot;
} pgprot_t;

struct page;
struct vm_area_struct;
struct mm_struct;

struct vm_operations_struct {
	void (*open)(struct vm_area_struct *vma);
	void (*close)(struct vm_area_struct *vma);
};

struct vm_area_struct {
	unsigned long vm_start, vm_end;
	struct mm_struct *vm_mm;
	pgprot_t vm_page_prot;
	unsigned long vm_flags;
	const struct vm_operations_struct *vm_ops;
	unsigned long vm_pgoff;
	struct file *vm_file;
	void *vm_private_data;
};

#define VM_NONE 0x00000000
#define VM_READ 0x00000001
#define VM_WRITE 0x00000002
#define VM_EXEC 0x00000004
#define VM_SHARED 0x00000008
#define VM_MAYWRITE 0x00000020
#define VM_PFNMAP 0x00000400
#define VM_IO 0x00004000
#define VM_DONTCOPY 0x00020000
#define VM_DONTEXPAND 0x00040000
#define VM_DONTDUMP 0x04000000

#define pgprot_val(x) ((x).pgprot)
#define __pgprot(x)                                                                                \
	((pgprot_t){                                                                               \
		(x)                                                                                \
	})
#define pgprot_noncached(prot) __pgprot(pgprot_val(prot) | 0x18)
#define pgprot_writecombine(prot) __pgprot(pgprot_val(prot) | 0x08)

/* Makes host memory appear at a user address; register space traps when it is touched. */
int remap_pfn_range(struct vm_area_struct *vma, unsigned long address, unsigned long pfn,
		    unsigned long size, pgprot_t prot);
#define io_remap_pfn_range(vma, address, pfn, size, prot)                                          \
	remap_pfn_range(vma, address, pfn, size, prot)
#define page_to_phys(page) vk_virt_to_phys((const void *)(page))
#define virt_to_page(address) ((struct page *)((unsigned long)(address)&PAGE_MASK))
#define page_address(page) ((void *)(page))
#define page_to_pfn(page) PHYS_PFN(page_to_phys(page))

#endif /* _VK_LINUX_MM_H */
