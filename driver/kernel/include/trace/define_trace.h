/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
/* Includes the trace header once more, with TRACE_EVENT as the definition of the function. */
#ifdef CREATE_TRACE_POINTS
#undef CREATE_TRACE_POINTS

#include <linux/stringify.h>

#ifndef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE TRACE_SYSTEM
#define VK_UNDEF_TRACE_INCLUDE_FILE
#endif
#ifndef TRACE_INCLUDE_PATH
#define VK_TRACE_INCLUDE(file) __stringify(trace/events/file.h)
#else
#define VK_TRACE_INCLUDE(file) __stringify(TRACE_INCLUDE_PATH/file.h)
#endif

#define VK_TRACE_STRING 128
#undef __field
#define __field(type, item) type item;
#undef __array
#define __array(type, item, length) type item[length];
#undef __string
#define __string(item, source) char item[VK_TRACE_STRING];
#undef __assign_str
#define __assign_str(item, source) strscpy(__entry->item, (source), VK_TRACE_STRING)
#undef __get_str
#define __get_str(item) (__entry->item)

#undef TRACE_EVENT
#define TRACE_EVENT(name, proto, args, fields, assign, print)                                      \
	struct vk_trace_##name {                                                                   \
		fields                                                                             \
	};                                                                                         \
	void trace_##name(proto)                                                                   \
	{                                                                                          \
		struct vk_trace_##name vk_entry, *__entry = &vk_entry;                             \
		if (!vk_trace_wanted())                                                            \
			return;                                                                    \
		assign;                                                                            \
		vk_trace_printf(#name, print);                                                     \
	}

#define TRACE_HEADER_MULTI_READ
#include VK_TRACE_INCLUDE(TRACE_INCLUDE_FILE)
#undef TRACE_HEADER_MULTI_READ

#undef TRACE_EVENT
#undef VK_TRACE_INCLUDE
#ifdef VK_UNDEF_TRACE_INCLUDE_FILE
#undef TRACE_INCLUDE_FILE
#undef VK_UNDEF_TRACE_INCLUDE_FILE
#endif
#define CREATE_TRACE_POINTS
#endif
