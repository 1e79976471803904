/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM neuron

#if !defined(NEURON_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define NEURON_TRACE_H

#include <linux/string.h>
#include <linux/tracepoint.h>

/** One record of a post (chapter 21.6). */
TRACE_EVENT(metrics_post,
	TP_PROTO(u32 id, u32 length, const char *value),
	TP_ARGS(id, length, value),
	TP_STRUCT__entry(
		__field(u32, id)
		__field(u32, length)
		__array(char, value, 128)
	),
	TP_fast_assign(
		__entry->id = id;
		__entry->length = length;
		strscpy(__entry->value, value, sizeof(__entry->value));
	),
	TP_printk("%u:%u:%s", __entry->id, __entry->length, __entry->value)
);

/** A slow tick of a device: whether its records were accepted, how many and how long they are. */
TRACE_EVENT(metrics_tick,
	TP_PROTO(int device_index, u32 tick, u32 posted, u32 records, u32 bytes),
	TP_ARGS(device_index, tick, posted, records, bytes),
	TP_STRUCT__entry(
		__field(int, device_index)
		__field(u32, tick)
		__field(u32, posted)
		__field(u32, records)
		__field(u32, bytes)
	),
	TP_fast_assign(
		__entry->device_index = device_index;
		__entry->tick = tick;
		__entry->posted = posted;
		__entry->records = records;
		__entry->bytes = bytes;
	),
	TP_printk("nd%d tick %u posted %u records %u bytes %u", __entry->device_index, __entry->tick,
		  __entry->posted, __entry->records, __entry->bytes)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE neuron_trace
#include <trace/define_trace.h>
