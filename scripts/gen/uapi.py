#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes what driver and user space share out of driver/uapi/*.yaml, below gen/driver/uapi/:

  ioctl.yaml      -> neuron_ioctl.h (words, arguments), neuron_ioctl_rows.h (the dispatch table as data)
  datastore.yaml  -> neuron_datastore.h
  metrics.yaml    -> neuron_metrics_rows.h (the registry), neuron_metric_ids.h and .c (for decoders)

usage: uapi.py BUILD_DIR ioctl.yaml datastore.yaml metrics.yaml
"""
import pathlib
import re
import sys

import yaml

SPDX = "/* SPDX-License-Identifier: GPL-2.0-only OR BSD-3-Clause */\n"
SIZES = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "u32": 4, "s32": 4, "u64": 8, "s64": 8, "ptr": 8}
DIRECTIONS = {"N": 0, "W": 1, "R": 2, "RW": 3}
MAGIC = 0x4E
CHECK = """#ifdef __cplusplus
#define NEURON_UAPI_CHECK(condition) static_assert(condition, #condition)
#else
#define NEURON_UAPI_CHECK(condition) _Static_assert(condition, #condition)
#endif
"""


def fail(text):
    sys.exit(f"uapi.py: {text}")


def wrap(name, source, body, includes=()):
    """A header: SPDX, origin, guard, includes, body."""
    guard = name.upper().replace(".", "_")
    lines = "".join(f"#include {i}\n" for i in includes)
    return (f"{SPDX}/* Generated from driver/uapi/{source}. */\n#ifndef {guard}\n#define {guard}\n\n"
            f"{lines}{'' if not lines else chr(10)}{body}\n#endif /* {guard} */\n")


def define(name, value, text):
    shown = f"0x{value:X}" if value > 9 else str(value)
    suffix = "ULL" if value > 0xFFFFFFFF else "U" if value > 0x7FFFFFFF else ""
    return f"#define {name} {shown}{suffix} /* {text} */\n"


# --- ioctl.yaml

class Struct:
    """Natural layout of one argument, checked against the offsets that are given."""

    FIELD = re.compile(r"(struct:)?(\w+) (\w+)((?:\[\d+\])*)(?: @(\d+))?$")

    def __init__(self, name, spec, known):
        self.name, self.lines, self.checks = name, [], []
        offset, self.align = 0, 1
        for text in spec["fields"]:
            match = self.FIELD.match(text)
            if not match:
                fail(f"struct {name}: '{text}': accepted is \"type name[count] @offset\"")
            nested, kind, field, dims, given = match.groups()
            size, align = (known[kind].size, known[kind].align) if nested else (SIZES[kind],) * 2
            count = 1
            for dim in re.findall(r"\d+", dims):
                count *= int(dim)
            offset = (offset + align - 1) // align * align
            if given and int(given) != offset:
                fail(f"struct {name}: {field} lies at {offset}, not {given}")
            c_type = f"struct neuron_ioctl_{kind} " if nested else (
                "void NEURON_USER *" if kind == "ptr" else f"__{kind} ")
            self.lines.append(f"\t{c_type}{field}{dims};\n")
            if given:
                self.checks.append((field, offset))
            offset += size * count
            self.align = max(self.align, align)
        self.size = (offset + self.align - 1) // self.align * self.align
        if self.size != spec["size"]:
            fail(f"struct {name}: size {self.size}, not {spec['size']}")

    def emit(self):
        tag = f"struct neuron_ioctl_{self.name}"
        out = [f"{tag} {{\n", *self.lines, "};\n", f"NEURON_UAPI_CHECK(sizeof({tag}) == {self.size});\n"]
        out += [f"NEURON_UAPI_CHECK(__builtin_offsetof({tag}, {f}) == {o});\n" for f, o in self.checks]
        return "".join(out) + "\n"


def command_size(row, structs):
    number, name, _, size, *_ = row
    if size == "p8":
        return 8
    argument = row[5]
    if argument != "-" and structs[argument].size != size:
        fail(f"{name}: size field {size}, but its argument has {structs[argument].size} bytes")
    return size


def command_word(row, structs):
    number, name, direction, *_ = row
    word = DIRECTIONS[direction] << 30 | command_size(row, structs) << 16 | MAGIC << 8 | number
    if word != row[4]:
        fail(f"{name}: the word is 0x{word:08X}, not 0x{row[4]:08X}")
    return word


def ioctl_header(data, structs):
    out = [CHECK, """
#ifdef __KERNEL__
#define NEURON_USER __user
#else
#define NEURON_USER
#endif

#define NEURON_IOCTL_BASE 'N'

"""]
    out += [define(*row) for row in data["constants"]] + ["\n"]
    out += [s.emit() for s in structs.values()]
    for row in data["commands"]:
        number, name, direction = row[:3]
        word = command_word(row, structs)
        out.append(f"#define NEURON_IOCTL_{name} "
                   f"_IOC({DIRECTIONS[direction]}U, NEURON_IOCTL_BASE, {number}, {command_size(row, structs)})\n"
                   f"NEURON_UAPI_CHECK(NEURON_IOCTL_{name} == 0x{word:08X}U);\n")
    return wrap("neuron_ioctl.h", "ioctl.yaml", "".join(out),
                ("<linux/types.h>", "<linux/ioctl.h>"))


def ioctl_rows(data):
    """The dispatch table: first match wins, so its order is that of ioctl.yaml."""
    out = ["/* NEURON_IOCTL_ROWS(X): X(word, by number only, on every descriptor, needs attachment, handler) */\n",
           "#define NEURON_IOCTL_ROWS(X)"]
    for row in data["commands"]:
        _, name, _, _, _, _, lane, gate, match, handler = row
        if lane not in "mx" or gate not in ("G", "-") or match not in ("exact", "number"):
            fail(f"{name}: accepted are lane m or x, gate G or -, match exact or number")
        handler = "unserved" if handler == "-" else handler
        out.append(f" \\\n\tX(NEURON_IOCTL_{name}, {int(match == 'number')}, {int(lane == 'x')}, "
                   f"{int(gate == 'G')}, {handler})")
    return wrap("neuron_ioctl_rows.h", "ioctl.yaml", "".join(out) + "\n", ('"neuron_ioctl.h"',))


# --- datastore.yaml

DATASTORE_INLINE = """
/*
 * Index of counter `ctr` of core `nc` as a u64 of the slab (20, section 4.4); -1 if the layout has no such
 * counter.
 */
static inline long nds_nc_counter_word(unsigned int nc, unsigned int ctr)
{
	if (nc >= NDS_MAX_NC || ctr >= NDS_TOTAL_NC_COUNTER_COUNT)
		return -1;
	if (nc >= NDS_BASE_NC)
		return NDS_EXT_NC_DATA_OFFSET / 8 + NDS_EXT_NC_DATA_STRIDE * (long)(nc - NDS_BASE_NC) + ctr;
	if (ctr < NDS_NC_COUNTER_COUNT)
		return NDS_NC_COUNTERS_OFFSET / 8 + NDS_NC_COUNTER_COUNT * (long)nc + ctr;
	return NDS_EXT_NC_COUNTERS_OFFSET / 8 + NDS_EXT_NC_COUNTER_COUNT * (long)nc +
	       (ctr - NDS_NC_COUNTER_COUNT);
}

/* Index of the device's counter `ctr` as a u64 of the slab; -1 if there is none. */
static inline long nds_nd_counter_word(unsigned int ctr)
{
	return ctr < NDS_ND_COUNTER_COUNT ? NDS_ND_COUNTERS_OFFSET / 8 + (long)ctr : -1;
}
"""


def counter_ids(data):
    """Full name -> index, in order."""
    ids = {f"NDS_ND_COUNTER_{n}": i for i, n in enumerate(data["nd_counters"])}
    ids.update({f"NDS_NC_COUNTER_{n}": i for i, n in enumerate(data["nc_counters"])})
    first = data["layout"]["NDS_NC_COUNTER_COUNT"][0]
    ids.update({f"NDS_EXT_NC_COUNTER_{n}": first + i for i, n in enumerate(data["ext_nc_counters"])})
    return ids


def datastore_header(data):
    out = [define(name, *row) for name, row in data["layout"].items()]
    out.append("\n")
    out += [f"#define {name} {index}\n" for name, index in counter_ids(data).items()]
    return wrap("neuron_datastore.h", "datastore.yaml", "".join(out) + DATASTORE_INLINE)


# --- metrics.yaml

class Row:
    """One row of the registry, with names resolved to numbers."""

    def __init__(self, spec, metrics, ids, counters):
        kind, self.index, tick, cw, ds, flag = spec
        self.type = metrics["types"].index(kind)
        self.kind = kind
        self.count = 2 if kind == "VERSION" else 1
        self.tick = metrics["ticks"][str(tick)]
        self.cw_id = ids[cw]
        self.flags = metrics["flags"][flag] if flag else 0
        self.ds_id = 0xFF
        self.per_core = False
        if ds != "-":
            space, name = ds.split()
            prefix = {"ND": "NDS_ND_COUNTER_", "NC": "NDS_NC_COUNTER_", "EXT": "NDS_EXT_NC_COUNTER_"}[space]
            self.ds_id = counters[prefix + name]
            self.per_core = space != "ND"

    def gated(self, tick):
        return tick == 0xF or self.tick in (0xF, tick)


def metrics_rows(data, ids, counters, base_count):
    rows = [Row(spec, data, ids, counters) for spec in data["rows"]]
    out = [define(name, *row) for name, row in data["constants"].items()]
    out.append(define("NMETRIC_ROW_COUNT", len(rows), "rows of the registry"))
    out.append("\nenum nmetric_type {\n" +
               "".join(f"\tNMETRIC_TYPE_{t} = {i},\n" for i, t in enumerate(data["types"])) + "};\n\n")
    out.append("".join(define(f"NMETRIC_TICK_{'ALWAYS' if n == 'A' else n}", v, "tick of a row")
                       for n, v in data["ticks"].items()))
    out.append("".join(define(f"NMETRIC_FLAG_{n}", v, "flag of a row") for n, v in data["flags"].items()))
    out.append("\nenum nmetric_cw_id {\n" +
               "".join(f"\tNMETRIC_CW_ID_{row[1]} = {row[0]},\n" for row in data["ids"]) + "};\n")
    out.append("""
struct nmetric_row {
	unsigned char index;	/* slot in the array of its type */
	unsigned char type;	/* enum nmetric_type */
	unsigned char count;	/* most records that it makes, types not counted */
	unsigned char tick;	/* NMETRIC_TICK_... */
	unsigned char cw_id;	/* enum nmetric_cw_id */
	unsigned char ds_id;	/* datastore counter, 0xFF = none */
	unsigned char flags;
};

/* index, type, count, tick, cw_id, ds_id, flags */
#define NMETRIC_ROWS { \\
""")
    out += [f"\t{{ {r.index}, NMETRIC_TYPE_{r.kind}, {r.count}, {r.tick}, {r.cw_id}, {r.ds_id}, {r.flags} }}, \\\n"
            for r in rows]
    out.append("}\n\n")
    out.append(plans(rows, base_count))
    return wrap("neuron_metrics_rows.h", "metrics.yaml", "".join(out))


def plans(rows, base_count):
    """Per tick: which counters of a core go to which slots, split by the bands of the slab."""
    out = ["""/*
 * The counter rows of a tick, compiled for a walk over one core's counters: {counter, slot} in the base
 * band and in the extended one; and the rows that look at a counter of the device. The last plan is that of a
 * dying process: all rows.
 */
struct nmetric_step {
	unsigned char counter, slot;
};

struct nmetric_plan {
	unsigned char base_count, ext_count, device_count;
	struct nmetric_step base[32], ext[16];
	unsigned char device[8]; /* rows that look at a counter of the device, in order */
};

#define NMETRIC_PLANS { \\
"""]
    for tick in (0, 1, 0xF):
        steps = [(r.ds_id, r.index) for r in rows if r.per_core and r.gated(tick)]
        base = sorted(s for s in steps if s[0] < base_count)
        ext = sorted(s for s in steps if s[0] >= base_count)
        if len(base) > 32 or len(ext) > 16:
            fail("metrics.yaml: more counter rows than a plan holds")
        device = [i for i, r in enumerate(rows) if r.ds_id != 0xFF and not r.per_core and r.gated(tick)]
        if len(device) > 8:
            fail("metrics.yaml: more rows with counters of the device than a plan holds")
        text = [", ".join(f"{{ {c}, {s} }}" for c, s in band) for band in (base, ext)]
        out.append(f"\t{{ {len(base)}, {len(ext)}, {len(device)}, {{ {text[0]} }}, {{ {text[1]} }}, "
                   f"{{ {', '.join(map(str, device))} }} }}, \\\n")
    out.append("}\n")
    return "".join(out)


IDS_HEADER = """#ifdef __cplusplus
extern "C" {
#endif

/* How the value of a record is written; all are ASCII. */
enum neuron_metric_format {
	NEURON_METRIC_TEXT,
	NEURON_METRIC_DECIMAL,
	NEURON_METRIC_HEX,	/* lower case, no prefix */
	NEURON_METRIC_VERSION,	/* major.minor.build */
	NEURON_METRIC_DIGIT
};

struct neuron_metric_id {
	unsigned char id;
	enum neuron_metric_format format;
	const char *name, *meaning;
};

/* The known ids, ascending. */
extern const struct neuron_metric_id neuron_metric_ids[];
extern const unsigned int neuron_metric_id_count;

/* The id's description, or null. */
const struct neuron_metric_id *neuron_metric_find(unsigned char id);

#ifdef __cplusplus
}
#endif
"""


def ids_source(data):
    out = [SPDX, "/* Generated from driver/uapi/metrics.yaml. */\n#include \"neuron_metric_ids.h\"\n\n",
           "const struct neuron_metric_id neuron_metric_ids[] = {\n"]
    out += [f"\t{{ {i}, NEURON_METRIC_{fmt.upper()}, \"{name}\", \"{meaning}\" }},\n"
            for i, name, fmt, meaning in sorted(data["ids"])]
    out.append("""};

const unsigned int neuron_metric_id_count = sizeof(neuron_metric_ids) / sizeof(neuron_metric_ids[0]);

const struct neuron_metric_id *neuron_metric_find(unsigned char id)
{
	unsigned int i;

	for (i = 0; i < neuron_metric_id_count; i++)
		if (neuron_metric_ids[i].id == id)
			return &neuron_metric_ids[i];
	return 0;
}
""")
    return "".join(out)


def main():
    build = pathlib.Path(sys.argv[1]) / "gen/driver/uapi"
    ioctl, datastore, metrics = (yaml.safe_load(pathlib.Path(p).read_text()) for p in sys.argv[2:5])
    structs = {}
    for name, spec in ioctl["structs"].items():
        structs[name] = Struct(name, spec, structs)
    ids = {row[1]: row[0] for row in metrics["ids"]}
    base = datastore["layout"]["NDS_NC_COUNTER_COUNT"][0]
    build.mkdir(parents=True, exist_ok=True)
    for name, text in {
            "neuron_ioctl.h": ioctl_header(ioctl, structs),
            "neuron_ioctl_rows.h": ioctl_rows(ioctl),
            "neuron_datastore.h": datastore_header(datastore),
            "neuron_metrics_rows.h": metrics_rows(metrics, ids, counter_ids(datastore), base),
            "neuron_metric_ids.h": wrap("neuron_metric_ids.h", "metrics.yaml", IDS_HEADER),
            "neuron_metric_ids.c": ids_source(metrics)}.items():
        (build / name).write_text(text)


if __name__ == "__main__":
    main()
