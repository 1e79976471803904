/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_MODULEPARAM_H
#define _VK_LINUX_MODULEPARAM_H

/* Plain globals that the platform and /sys/module/<name>/parameters read and write (4.13). */
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/stringify.h>
#include <linux/types.h>

enum vk_param_type {
	VK_PARAM_byte,
	VK_PARAM_short,
	VK_PARAM_ushort,
	VK_PARAM_int,
	VK_PARAM_uint,
	VK_PARAM_long,
	VK_PARAM_ulong,
	VK_PARAM_bool,
	VK_PARAM_ullong,
	VK_PARAM_charp,
};

struct vk_param {
	const char *name;
	enum vk_param_type type;
	void *value;
	unsigned int *count; /* arrays: elements set, else null */
	unsigned int max, size;
	umode_t mode;
	struct vk_param *next;
};

struct vk_param_text {
	const char *name, *text;
	struct vk_param_text *next;
};

void vk_param_register(struct vk_param *param);
void vk_param_describe(struct vk_param_text *text);

#define __vk_param(name_, var, type_, mode_, count_, max_, size_)                                  \
	static void __attribute__((__constructor__)) __vk_param_register_##name_(void)             \
	{                                                                                          \
		static unsigned int set = (max_);                                                  \
		static struct vk_param param = {                                                   \
			.name = #name_,                                                            \
			.type = VK_PARAM_##type_,                                                  \
			.value = (void *)(var),                                                    \
			.max = (max_),                                                             \
			.size = (size_),                                                           \
			.mode = (mode_),                                                           \
		};                                                                                 \
		unsigned int *count = (void *)(count_);                                                   \
		param.count = (max_) == 0 ? 0 : count ? count : &set;                              \
		vk_param_register(&param);                                                         \
	}                                                                                          \
	_Static_assert(sizeof(#type_) > 1, "type of a module parameter")

#define module_param_named(name, value, type, perm)                                                \
	__vk_param(name, &(value), type, perm, 0, 0, sizeof(value))
#define module_param(name, type, perm) module_param_named(name, name, type, perm)
#define module_param_array_named(name, array, type, nump, perm)                                    \
	__vk_param(name, (array), type, perm, nump, sizeof(array) / sizeof((array)[0]),            \
		   sizeof((array)[0]))
#define module_param_array(name, type, nump, perm)                                                 \
	module_param_array_named(name, name, type, nump, perm)
#define MODULE_PARM_DESC(name_, text_)                                                             \
	static void __attribute__((__constructor__)) __vk_param_describe_##name_(void)             \
	{                                                                                          \
		static struct vk_param_text text = { .name = #name_, .text = (text_) };            \
		vk_param_describe(&text);                                                          \
	}                                                                                          \
	_Static_assert(sizeof(#name_) > 1, "name of a module parameter")

#endif /* _VK_LINUX_MODULEPARAM_H */
