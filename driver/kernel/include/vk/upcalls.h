/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_VK_UPCALLS_H
#define _VK_VK_UPCALLS_H

/* What the C++ half asks of the C half: the parts that know Linux's structures. Plain C types only. */
struct file;
struct task_struct;
struct vm_area_struct;

#ifdef __cplusplus
extern "C" {
#endif

/* --- the module */
const char *vk_module_name(void); /* null: none is linked in */
int vk_module_load(void);
void vk_module_unload(void);

/* --- its parameters, in order of their names */
struct vk_param_view {
	const char *name, *description;
	long long value; /* of the first element */
	unsigned int mode;
};
int vk_param_at(unsigned int index, struct vk_param_view *view); /* 0 past the end */
int vk_param_set(const char *name, long long value);
int vk_param_get(const char *name, long long *value);

/* --- PCI functions, by their number in probe order */
struct vk_pci_identity {
	unsigned int index;
	unsigned short vendor, device, domain;
	unsigned char revision, bus, slot, function;
	unsigned long long bar_base[6], bar_size[6];
};
void vk_pci_add(const struct vk_pci_identity *identity);
void vk_pci_remove(unsigned int index);

/* --- files; every open file is counted, the last put releases it */
int vk_vfs_open(const char *path, int flags, struct file **file);
int vk_vfs_flush(struct file *file, void *owner);
unsigned int vk_vfs_open_files(void);
void vk_vfs_get(struct file *file);
void vk_vfs_put(struct file *file);
long vk_vfs_ioctl(struct file *file, unsigned int cmd, unsigned long argument);
long vk_vfs_read(struct file *file, void *to, unsigned long n);
long vk_vfs_write(struct file *file, const void *from, unsigned long n);
int vk_vfs_mmap(struct file *file, unsigned long address, unsigned long length, int writable,
		unsigned long long offset, struct vm_area_struct **area);
void vk_vfs_munmap(struct vm_area_struct *area);

/* --- the tree below /sys */
int vk_sysfs_read(const char *path, char *page); /* page: 4096 bytes; characters or -errno */
int vk_sysfs_write(const char *path, const char *text, unsigned long n);
int vk_sysfs_mode(const char *path); /* permission bits or -errno */
int vk_sysfs_poll(const char *path, unsigned long timeout_jiffies); /* 1 notified, 0 time-out */
void vk_sysfs_list(void (*each)(void *context, const char *path), void *context);

/* --- tasks */
int vk_try_to_wake(struct task_struct *task, unsigned int states);
/* Locks that a task still holds where it may hold none: reported, and forgotten. */
void vk_check_nothing_held(struct task_struct *task, const char *when);

#ifdef __cplusplus
}
#endif

#endif /* _VK_VK_UPCALLS_H */
