// SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause
#include <linux/printk.h>

#include <linux/device.h>
#include <linux/sprintf.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#define LINE_MAX 1024
#define DEFAULT_LEVEL 4

/* The level in front of the text, which it is moved past. */
static int take_level(const char **text)
{
	int level = DEFAULT_LEVEL;

	while ((*text)[0] == KERN_SOH[0] && (*text)[1]) {
		char c = (*text)[1];

		if (c >= '0' && c <= '7')
			level = c - '0';
		*text += 2;
	}
	return level;
}

/* One event per line; an empty text is one empty line. */
static void log_lines(char *text)
{
	const char *start = text;
	int level = take_level(&start);
	char *line = (char *)start, *end;

	while ((end = strchr(line, '\n')) != NULL) {
		*end = '\0';
		vk_log(level, line);
		line = end + 1;
	}
	if (*line || line == start)
		vk_log(level, line);
}

int vprintk(const char *format, va_list args)
{
	char text[LINE_MAX];
	int n = vscnprintf(text, sizeof(text), format, args);

	vk_enter();
	log_lines(text);
	return n;
}

int _printk(const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vprintk(format, args);
	va_end(args);
	return n;
}

void dump_stack(void)
{
}

void vk_warn(const char *where, const char *function)
{
	printk(KERN_WARNING "WARNING: at %s %s()\n", where, function);
}

#define RATELIMIT_JIFFIES (5 * HZ)
#define RATELIMIT_BURST 10

bool vk_ratelimit(unsigned long *began, unsigned int *count)
{
	if (!*count || time_after(jiffies, *began + RATELIMIT_JIFFIES)) {
		*began = jiffies;
		*count = 0;
	}
	return ++*count <= RATELIMIT_BURST;
}

const char *dev_driver_string(const struct device *dev)
{
	if (dev->driver && dev->driver->name)
		return dev->driver->name;
	if (dev->bus && dev->bus->name)
		return dev->bus->name;
	return dev->class ? dev->class->name : "";
}

void vk_dev_printk(const char *level, const struct device *dev, const char *fmt, ...)
{
	char text[LINE_MAX];
	va_list args;

	va_start(args, fmt);
	vscnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (dev)
		printk("%s%s %s: %s", level, dev_driver_string(dev), dev_name(dev), text);
	else
		printk("%s(NULL device *): %s", level, text);
}

void vk_trace_printf(const char *name, const char *format, ...)
{
	char text[LINE_MAX];
	va_list args;

	va_start(args, format);
	vscnprintf(text, sizeof(text), format, args);
	va_end(args);
	vk_trace_event(name, text);
}
