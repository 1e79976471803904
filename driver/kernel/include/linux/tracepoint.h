/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#ifndef _VK_LINUX_TRACEPOINT_H
#define _VK_LINUX_TRACEPOINT_H

/*
 * Trace events (4.14): trace_<name>(...) formats its TP_printk text into the platform's event stream.
 * Definitions are made where CREATE_TRACE_POINTS is set, by trace/define_trace.h.
 */
#include <linux/compiler.h>
#include <linux/string.h>
#include <linux/types.h>
#include <vk/host.h>

#define TP_PROTO(args...) args
#define TP_ARGS(args...) args
#define TP_STRUCT__entry(args...) args
#define TP_fast_assign(args...) args
#define TP_printk(format, args...) format, ##args
#define PARAMS(args...) args

#ifndef TRACE_EVENT
#define TRACE_EVENT(name, proto, args, fields, assign, print)                                      \
	void trace_##name(proto);                                                                  \
	static inline bool trace_##name##_enabled(void)                                            \
	{                                                                                          \
		return vk_trace_wanted();                                                          \
	}
#endif
#define DEFINE_TRACE(name)

__printf(2, 3) void vk_trace_printf(const char *name, const char *format, ...);

#endif /* _VK_LINUX_TRACEPOINT_H */
