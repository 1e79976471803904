/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NEURON_VP_RUNTIME_NLOG_NLOG_H_
#define NEURON_VP_RUNTIME_NLOG_NLOG_H_

/* The runtime's logging facility: level matrix, emit core, coalescing ring, error-log ring, error
 * causes (docs/reference/30-nlog.md). Every function acts for the calling thread and its process.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "gen/runtime/nrt/nrt_status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NRT_LOG_LEVEL_DISABLED = 0,
  NRT_LOG_LEVEL_ERROR = 1,
  NRT_LOG_LEVEL_WARN = 2,
  NRT_LOG_LEVEL_INFO = 3,
  NRT_LOG_LEVEL_DEBUG = 4,
  NRT_LOG_LEVEL_TRACE = 5,
} nrt_log_level_t;

/* Causes with a resolution text (section 7.4). */
enum { NLOG_ERR_CAUSE_NEFF_ARCH_INCOMPAT = 0, NLOG_ERR_CAUSE_COUNT };

/* Level and location of one submodule, or of all of them ("all") (section 2.3). Words are found as
 * case-insensitive substrings; an unknown one gives a line on stdout and ERROR or CONSOLE.
 * NRT_INVALID if submodule is null, else NRT_SUCCESS. */
NRT_STATUS nlog_set_log_level(const char* submodule, const char* location, const char* level_name);

/* Effective level of a submodule, the syslog axis preferred (section 2.4). NRT_INVALID, with *out
 * untouched, for a null or unknown submodule, a null out, or when both axes are off. */
NRT_STATUS nlog_get_log_level(const char* submodule, uint32_t* out);

/* Reads NEURON_RT_LOG_* and applies them (section 2.6). */
void nlog_apply_environment(void);

/* Writes one line (sections 3 to 5). `coaleced_msg` lets it wait in the thread's ring where
 * coalescing is on; `api_level` makes it the head of a block, which is then flushed. */
void nlog_write(const char* submodule, const char* func, uint32_t level, uint32_t coaleced_msg,
                uint32_t api_level, const char* fmt, ...) __attribute__((format(printf, 6, 7)));
void nlog_vwrite(const char* submodule, const char* func, uint32_t level, uint32_t coaleced_msg,
                 uint32_t api_level, const char* fmt, va_list arguments)
    __attribute__((format(printf, 6, 0)));

/* Opens the system log, installs the Rust logger, allocates the error log of num_vtpbs * 128 KiB
 * (section 8.2). */
void nlog_init(uint32_t num_vtpbs, bool coalescing);
void nlog_close(void);

/* Library load: caches whether stdout and stderr are terminals. Done by itself at the first use. */
void nlog_constructor(void);

/* Start of an API call or of a worker's turn: empties the thread's ring (section 7.3). */
void nlog_coalescing_init_thread(void);
/* True if lines wait in the thread's ring. */
bool nlog_has_unflushed_logs(void);
/* Empties the thread's ring without output, enable byte untouched (section 11). */
void nlog_discard_coalesced(void);
/* What an API function does with its pending lines before it returns `status`: with the switch
 * nlog_guard = failures_only, success discards them (section 13, B9). */
void nlog_end_api(NRT_STATUS status);
/* First cause wins until the next flush or API entry (section 7.4). */
void nlog_set_error_cause(int32_t cause);
/* Lines that this thread lost to a full ring or to a call from inside nlog. */
uint64_t nlog_dropped_lines(void);

/* Adds a record to the error log; `size` counts the terminator, which becomes a newline (8.1). */
void print_to_error_log(const char* msg, uint32_t size);
void nlog_clear_error_log(void);
/* Appends the error log to a file and empties it. NRT_INVALID without a log or path, NRT_FAILURE if
 * the file cannot be opened or written (section 8.2). */
NRT_STATUS nlog_dump_error_log(const char* path);

/* Kernel sink: ioctl PRINTK on the first open node; 0, or -1 with errno. */
int ndl_printk(const char* str, uint32_t size, uint32_t action);

/* One machine-readable line of section 15 to the kernel log. `record` is the data of the memory
 * error entry (0x16 SBUF, 0x26 PSUM), looked at for status 1202 only. False if the status has no
 * line. */
bool nlog_printk_hardware_error(NRT_STATUS status, uint32_t record, uint32_t device, uint32_t core);

/* Gate of the Rust bridge: true if a record of this level goes on to nlog_write (section 12). */
bool nlog_rust_accepts(uint32_t record_level);
/* Called by nlog_init to register the Rust logger; null: none. One per program. */
void nlog_set_rust_logger(void (*install)(void));

/* Platform switch nlog.printk_max_level (section 13, B16), for all processes; default 5. */
void nlog_set_printk_max_level(uint32_t level);

/* A forked child calls this: the error-log lock is free again (section 16). */
void nlog_after_fork_in_child(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif /* NEURON_VP_RUNTIME_NLOG_NLOG_H_ */
