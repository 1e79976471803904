#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes gen/runtime/nrt/nrt_status.h and .c from runtime/nrt/status.yaml.

usage: status.py BUILD_DIR status.yaml
"""
import pathlib
import sys

import yaml

SPDX = "/* SPDX-License-Identifier: Apache-2.0 */\n"
ORIGIN = "/* Generated from runtime/nrt/status.yaml (docs/reference/32-runtime-api.md). */\n"
PUBLISHERS = {"G": "NRT_PUBLISH_GENERIC", "X": "NRT_PUBLISH_EXEC", "none": "NRT_PUBLISH_NONE"}

HEADER = """
#ifndef NEURON_VP_GEN_RUNTIME_NRT_STATUS_H_
#define NEURON_VP_GEN_RUNTIME_NRT_STATUS_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
@ENUM@} NRT_STATUS;

enum { NRT_STATUS_COUNT = @COUNT@ };

/* Who publishes a status in the datastore (32 section 4). */
enum nrt_publisher { NRT_PUBLISH_NONE, NRT_PUBLISH_GENERIC, NRT_PUBLISH_EXEC };

struct nrt_status_row {
  NRT_STATUS status;
  const char *name;
  int priority;
  int counter; /* NC counter, -1 none */
  enum nrt_publisher publisher;
  int metric; /* metric id, -1 none */
  int tick;   /* posting tick, -1 none */
  const char *sysfs_node; /* null: none */
  int fatal;  /* the execution unit is unusable afterwards */
};

/* All statuses, ascending. */
extern const struct nrt_status_row nrt_status_rows[NRT_STATUS_COUNT];
/* The row of a status, or null. */
const struct nrt_status_row *nrt_status_row_of(NRT_STATUS status);

const char *nrt_get_status_as_str(NRT_STATUS status);
int nrt_get_status_priority(NRT_STATUS status);

/* Subtypes of execution errors (L2). */
enum {
  NRT_ERROR_NONE,
  NRT_ERROR_NUMERICAL,
  NRT_ERROR_TRANSIENT,
  NRT_ERROR_MEMORY,
  NRT_ERROR_SW_FAKE,
  NRT_ERROR_SW_SEMAPHORE,
  NRT_ERROR_SW_EVENT,
  NRT_ERROR_SW_PSUM_COLLISION,
  NRT_ERROR_SW_SEQUENCER,
  NRT_ERROR_SUBTYPES
};

/* Subtype of an error notification type (L3). */
unsigned nrt_error_subtype(unsigned notification_type);
extern const NRT_STATUS nrt_subtype_status[NRT_ERROR_SUBTYPES];
extern const int nrt_subtype_counter[NRT_ERROR_SUBTYPES]; /* -1: none */

struct nrt_hardware_error {
  NRT_STATUS status;
  int64_t record; /* data of the memory error entry, -1 any */
  const char *type, *action;
};
/* What the hardware-error line says about a status, or null (30 section 15). */
const struct nrt_hardware_error *nrt_hardware_error_of(NRT_STATUS status, uint32_t record);

#ifdef __cplusplus
}
#endif

#endif /* NEURON_VP_GEN_RUNTIME_NRT_STATUS_H_ */
"""

SOURCE = """#include "gen/runtime/nrt/nrt_status.h"

#include <stddef.h>

const struct nrt_status_row nrt_status_rows[NRT_STATUS_COUNT] = {
@ROWS@};

const struct nrt_status_row *nrt_status_row_of(NRT_STATUS status) {
  for (int i = 0; i < NRT_STATUS_COUNT; i++)
    if (nrt_status_rows[i].status == status) return &nrt_status_rows[i];
  return NULL;
}

const char *nrt_get_status_as_str(NRT_STATUS status) {
  const struct nrt_status_row *row = nrt_status_row_of(status);
  return row ? row->name : "UNKNOWN";
}

static const struct {
  uint32_t up_to;
  int priority;
} unnamed[] = {@UNNAMED@};

int nrt_get_status_priority(NRT_STATUS status) {
  const struct nrt_status_row *row = nrt_status_row_of(status);
  if (row) return row->priority;
  size_t i = 0;
  while ((uint32_t)status > unnamed[i].up_to) i++;
  return unnamed[i].priority;
}

static const unsigned char subtypes[] = {@SUBTYPES@};

unsigned nrt_error_subtype(unsigned notification_type) {
  return subtypes[notification_type < sizeof subtypes ? notification_type : 0];
}

const NRT_STATUS nrt_subtype_status[NRT_ERROR_SUBTYPES] = {@SUBTYPE_STATUS@};
const int nrt_subtype_counter[NRT_ERROR_SUBTYPES] = {@SUBTYPE_COUNTER@};

static const struct nrt_hardware_error hardware_errors[] = {
@ERRORS@};

const struct nrt_hardware_error *nrt_hardware_error_of(NRT_STATUS status, uint32_t record) {
  for (size_t i = 0; i < sizeof hardware_errors / sizeof *hardware_errors; i++) {
    const struct nrt_hardware_error *row = &hardware_errors[i];
    if (row->status == status && (row->record < 0 || row->record == record)) return row;
  }
  return NULL;
}
"""


def number(value):
    return -1 if value == "none" else value


def check(data, path):
    for row in data["statuses"]:
        if len(row) != 9 or row[4] not in PUBLISHERS or row[8] not in ("usable", "fatal"):
            sys.exit(f"{path}: {row}: accepted are name, value, priority, counter, G, X or none, metric, tick, "
                     "node, usable or fatal")
    values = [row[1] for row in data["statuses"]]
    if values != sorted(set(values)):
        sys.exit(f"{path}: statuses must ascend without repetition")


def status_rows(data):
    out = []
    for name, _, prio, counter, publisher, metric, tick, node, end in data["statuses"]:
        sysfs = "NULL" if node == "none" else f'"{node}"'
        out.append(f'  {{{name}, "{name}", {prio}, {number(counter)}, {PUBLISHERS[publisher]}, {number(metric)}, '
                   f'{number(tick)}, {sysfs}, {int(end == "fatal")}}},\n')
    return "".join(out)


def fill(template, values):
    for key, value in values.items():
        template = template.replace(f"@{key}@", value)
    return template


def main():
    build, path = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    data = yaml.safe_load(path.read_text())
    check(data, path)
    name_of = {row[1]: row[0] for row in data["statuses"]}
    enum = "".join(f"  {row[0]} = {row[1]},\n" for row in data["statuses"])
    errors = "".join(f'  {{{name_of[status]}, {-1 if record == "any" else record}, "{kind}", "{action}"}},\n'
                     for status, record, kind, action in data["hardware_errors"])
    out = build / "gen/runtime/nrt"
    out.mkdir(parents=True, exist_ok=True)
    (out / "nrt_status.h").write_text(
        SPDX + ORIGIN + fill(HEADER, {"ENUM": enum, "COUNT": str(len(data["statuses"]))}))
    (out / "nrt_status.c").write_text(SPDX + ORIGIN + fill(SOURCE, {
        "ROWS": status_rows(data),
        "UNNAMED": ", ".join(f"{{{limit}u, {priority}}}" for limit, priority in data["unnamed_priorities"]),
        "SUBTYPES": ", ".join(map(str, data["notification_to_subtype"])),
        "SUBTYPE_STATUS": ", ".join(name_of[s] for s in data["subtype_status"]),
        "SUBTYPE_COUNTER": ", ".join(str(number(c)) for c in data["subtype_counter"]),
        "ERRORS": errors,
    }))


if __name__ == "__main__":
    main()
