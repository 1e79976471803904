// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
/* The module that is linked into the program, and its parameters. */
#include <linux/module.h>

#include <linux/string.h>
#include <vk/upcalls.h>

#include "kernfs.h"

struct module __this_module;

static struct vk_module module;
static struct vk_param *params; /* by name */
static struct vk_param_text *texts;
static struct kernfs_node *directory;

void vk_module_register_init(const char *name, int (*init)(void))
{
	module.name = name;
	module.init = init;
}

void vk_module_register_exit(void (*exit)(void))
{
	module.exit = exit;
}

void vk_param_register(struct vk_param *param)
{
	struct vk_param **at = &params;

	while (*at && strcmp((*at)->name, param->name) < 0)
		at = &(*at)->next;
	param->next = *at;
	*at = param;
}

void vk_param_describe(struct vk_param_text *text)
{
	text->next = texts;
	texts = text;
}

const char *vk_module_name(void)
{
	return module.init ? module.name : NULL;
}

static const char *description_of(const struct vk_param *param)
{
	const struct vk_param_text *text;

	for (text = texts; text; text = text->next)
		if (!strcmp(text->name, param->name))
			return text->text;
	return "";
}

struct range {
	long long min, max;
};

static struct range range_of(const struct vk_param *param)
{
	static const struct range ranges[] = {
		[VK_PARAM_byte] = {0, 255},	    [VK_PARAM_short] = {-32768, 32767},
		[VK_PARAM_ushort] = {0, 65535},	    [VK_PARAM_int] = {INT_MIN, INT_MAX},
		[VK_PARAM_uint] = {0, UINT_MAX},    [VK_PARAM_long] = {LLONG_MIN, LLONG_MAX},
		[VK_PARAM_ulong] = {0, LLONG_MAX},  [VK_PARAM_bool] = {0, 1},
		[VK_PARAM_ullong] = {0, LLONG_MAX}, [VK_PARAM_charp] = {1, 0},
	};

	return ranges[param->type];
}

static long long value_at(const struct vk_param *param, unsigned int i)
{
	long long value = 0;
	unsigned int shift;

	if (param->type == VK_PARAM_charp)
		return 0;
	memcpy(&value, (const char *)param->value + (size_t)i * param->size, param->size);
	shift = 64 - 8 * param->size;
	if (range_of(param).min < 0)
		return (long long)((unsigned long long)value << shift) >> shift;
	return value;
}

static int set_at(struct vk_param *param, unsigned int i, long long value)
{
	struct range range = range_of(param);

	if (value < range.min || value > range.max)
		return -EINVAL;
	memcpy((char *)param->value + (size_t)i * param->size, &value, param->size);
	return 0;
}

static struct vk_param *find(const char *name)
{
	struct vk_param *param;

	for (param = params; param; param = param->next)
		if (!strcmp(param->name, name))
			return param;
	return NULL;
}

int vk_param_at(unsigned int index, struct vk_param_view *view)
{
	struct vk_param *param = params;

	while (param && index--)
		param = param->next;
	if (!param)
		return 0;
	view->name = param->name;
	view->description = description_of(param);
	view->value = value_at(param, 0);
	view->mode = param->mode;
	return 1;
}

int vk_param_set(const char *name, long long value)
{
	struct vk_param *param = find(name);

	return param ? set_at(param, 0, value) : -ENOENT;
}

int vk_param_get(const char *name, long long *value)
{
	struct vk_param *param = find(name);

	if (!param)
		return -ENOENT;
	if (param->type == VK_PARAM_charp)
		return -EINVAL;
	*value = value_at(param, 0);
	return 0;
}

/* /sys/module/<name>/parameters/<parameter>: the values, separated by commas. */
static ssize_t param_show(struct kernfs_node *file, char *page)
{
	const struct vk_param *param = file->object;
	unsigned int count = param->max ? *param->count : 1, i;
	int n = 0;

	if (param->type == VK_PARAM_charp)
		return sysfs_emit(page, "%s\n", *(char **)param->value);
	if (param->type == VK_PARAM_bool)
		return sysfs_emit(page, "%c\n", value_at(param, 0) ? 'Y' : 'N');
	for (i = 0; i < count; i++)
		n += sysfs_emit_at(page, n, "%s%lld", i ? "," : "", value_at(param, i));
	return n + sysfs_emit_at(page, n, "\n");
}

static int parse_value(const struct vk_param *param, const char *text, long long *value)
{
	bool flag;
	int error;

	if (param->type != VK_PARAM_bool)
		return kstrtoll(text, 0, value);
	error = kstrtobool(text, &flag);
	*value = flag;
	return error;
}

static ssize_t param_store(struct kernfs_node *file, const char *text, size_t n)
{
	struct vk_param *param = file->object;
	char copy[256], *rest = copy, *piece;
	unsigned int i = 0;

	if (param->type == VK_PARAM_charp)
		return -EINVAL;
	strscpy(copy, text, sizeof(copy));
	while ((piece = strsep(&rest, ",")) != NULL) {
		long long value;
		int error;

		if (i >= (param->max ? param->max : 1))
			return -EINVAL;
		error = parse_value(param, piece, &value);
		if (!error)
			error = set_at(param, i, value);
		if (error)
			return error;
		i++;
	}
	if (param->max)
		*param->count = i;
	return (ssize_t)n;
}

static const struct vk_file_ops param_ops = {.show = param_show, .store = param_store};

int vk_module_load(void)
{
	struct vk_param *param;
	char path[80];
	int error;

	strscpy(__this_module.name, module.name, sizeof(__this_module.name));
	snprintf(path, sizeof(path), "module/%s/parameters", module.name);
	directory = vk_kernfs_path(path);
	for (param = params; param; param = param->next)
		if (param->mode)
			vk_kernfs_new_file(directory, param->name, param->mode, &param_ops, param,
					   NULL);
	error = module.init();
	if (error)
		vk_kernfs_remove(directory);
	return error;
}

void vk_module_unload(void)
{
	if (module.exit)
		module.exit();
	vk_kernfs_remove(directory);
}
