/* SPDX-License-Identifier: Apache-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM ktest

#if !defined(KTEST_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define KTEST_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(metrics_post,
	    TP_PROTO(int id, const char *text),
	    TP_ARGS(id, text),
	    TP_STRUCT__entry(__field(int, id) __field(size_t, length) __array(char, text, 32)),
	    TP_fast_assign(__entry->id = id; __entry->length = strlen(text);
			   strscpy(__entry->text, text, sizeof(__entry->text));),
	    TP_printk("%d:%zu:%s", __entry->id, __entry->length, __entry->text));

TRACE_EVENT(ktest_note,
	    TP_PROTO(const char *what),
	    TP_ARGS(what),
	    TP_STRUCT__entry(__string(what, what)),
	    TP_fast_assign(__assign_str(what, what);),
	    TP_printk("what=%s", __get_str(what)));

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE ktest_trace
#include <trace/define_trace.h>
