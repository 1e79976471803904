/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MODULE_H
#define _VK_LINUX_MODULE_H

#include <linux/export.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/list.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/stat.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/timekeeping.h>

#define MODULE_NAME_LEN 56
struct module {
	char name[MODULE_NAME_LEN];
};

#define module_name(module) ((module)->name)
#define try_module_get(module) ((void)(module), true)
#define module_put(module) ((void)(module))
#define __module_get(module) ((void)(module))

/* What the kernel calls at load and unload. Naming vk_module_entry is what links the module in. */
struct vk_module {
	const char *name;
	int (*init)(void);
	void (*exit)(void);
};
void vk_module_register_init(const char *name, int (*init)(void));
void vk_module_register_exit(void (*exit)(void));

#define module_init(function)                                                                      \
	const char vk_module_entry[] = KBUILD_MODNAME;                                             \
	static void __attribute__((__constructor__)) __vk_register_init(void)                      \
	{                                                                                          \
		vk_module_register_init(KBUILD_MODNAME, function);                                 \
	}
#define module_exit(function)                                                                      \
	static void __attribute__((__constructor__)) __vk_register_exit(void)                      \
	{                                                                                          \
		vk_module_register_exit(function);                                                 \
	}

#define MODULE_LICENSE(text) _Static_assert(sizeof(text) > 0, "MODULE_LICENSE")
#define MODULE_AUTHOR(text) _Static_assert(sizeof(text) > 0, "MODULE_AUTHOR")
#define MODULE_DESCRIPTION(text) _Static_assert(sizeof(text) > 0, "MODULE_DESCRIPTION")
#define MODULE_VERSION(text) _Static_assert(sizeof(text) > 0, "MODULE_VERSION")
#define MODULE_ALIAS(text) _Static_assert(sizeof(text) > 0, "MODULE_ALIAS")
#define MODULE_SOFTDEP(text) _Static_assert(sizeof(text) > 0, "MODULE_SOFTDEP")
#define MODULE_INFO(tag, text) _Static_assert(sizeof(text) > 0, "MODULE_INFO")
#define MODULE_FIRMWARE(text) _Static_assert(sizeof(text) > 0, "MODULE_FIRMWARE")
#define MODULE_IMPORT_NS(ns) _Static_assert(sizeof(#ns) > 0, "MODULE_IMPORT_NS")
#define MODULE_DEVICE_TABLE(type, name)                                                            \
	extern __typeof__(name) name __attribute__((__unused__))

#endif /* _VK_LINUX_MODULE_H */
