#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the register map's C header, C++ tables and SystemVerilog package from model/regs/*.yaml.

usage: regs.py BUILD_DIR file.yaml...
Outputs, below BUILD_DIR/gen/model/regs/: neuron_regs.h, register_table.cpp, neuron_regs_pkg.sv
"""
import pathlib
import sys

import yaml

GENERATIONS = ("v2", "v3", "v4")
ACCESS = ("rw", "ro", "wo", "w1c", "wsub")
UNLISTED = ("storage", "zero", "error")
INDICES = ("i", "j")
NOTE = "Generated from the data files of model/regs."

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one where there is one


class DataError(Exception):
    pass


def require(condition, what):
    if not condition:
        raise DataError(what)


# ---------------------------------------------------------------- reading and checking

def read_field(field, where):
    msb, _, lsb = str(field["bits"]).partition(":")
    field["msb"], field["lsb"] = int(msb), int(lsb or msb)
    require(31 >= field["msb"] >= field["lsb"] >= 0, f"{where}: field {field['name']}: bits are msb:lsb, 31..0")


def instances(register):
    offsets = [register["offset"]]
    for dim in register["array"]:
        offsets = [o + k * dim["stride"] for o in offsets for k in range(dim["count"])]
    return offsets


def read_register(register, block):
    where = f"{block['name']}.{register.get('name')}"
    register.setdefault("access", "rw")
    register.setdefault("reset", 0)
    register.setdefault("writable", 0xFFFFFFFF)
    register.setdefault("array", [])
    register.setdefault("fields", [])
    require(register["access"] in ACCESS, f"{where}: access is one of {', '.join(ACCESS)}")
    require(len(register["array"]) <= len(INDICES), f"{where}: at most two dimensions")
    register["fields"] = [dict(f) for f in register["fields"]]
    for field in register["fields"]:
        read_field(field, where)
    for offset in instances(register):
        require(offset % 4 == 0 and offset + 4 <= block["bytes"], f"{where}: offset {offset:#x} outside the block")
        require(offset not in block["used"], f"{where}: offset {offset:#x} is {block['used'].get(offset)} already")
        block["used"][offset] = register["name"]


def read_block(block):
    block.setdefault("generations", list(GENERATIONS))
    block.setdefault("side", "host")
    block.setdefault("memories", [])
    block["used"] = {}
    require(block.get("unlisted") in UNLISTED, f"{block['name']}: unlisted is one of {', '.join(UNLISTED)}")
    for register in block["registers"]:
        read_register(register, block)


def read_runs(entry, shift=0):
    first = 0
    runs = []
    for run in entry["runs"]:
        run = dict(run, first=first)
        run["offset"] += shift
        run.setdefault("stride", 0)
        run.setdefault("offset_stride", 0)
        first += run["count"]
        runs.append(run)
    return runs


def check_overlaps(windows, generation):
    spans = sorted((run["offset"] + k * run["stride"], w["bytes"], w["name"])
                   for w in windows for run in w["runs"] for k in range(run["count"]))
    for (a, size, name), (b, _, other) in zip(spans, spans[1:]):
        require(a + size <= b, f"{generation}: {name} at {a:#x} overlaps {other} at {b:#x}")


def read_resets(entries, windows, generation):
    counts = {w["name"]: w["runs"][-1]["first"] + w["runs"][-1]["count"] for w in windows}
    spans = []
    for entry in entries:
        for name in entry["windows"]:
            require(name in counts, f"block_rst of {generation}: no window {name}")
            last = entry["first"] + entry["bits"] * entry["per_bit"]
            require(last <= counts[name], f"block_rst of {generation}: {name} has {counts[name]} instances")
            spans.append(dict(entry, window=name))
    return spans


def load(paths):
    blocks, data = [], {}
    for path in paths:
        content = yaml.load(pathlib.Path(path).read_text(), Loader=LOADER)
        blocks += content.pop("blocks", [])
        data.update(content)
    for block in blocks:
        read_block(block)
    windows, ranges, resets = {}, {}, {}
    for generation in GENERATIONS:
        entries = data["windows"][generation]
        entries = data["windows"][entries] if isinstance(entries, str) else entries
        windows[generation] = [dict(w, runs=read_runs(w, w.get("shift", 0))) for w in entries]
        check_overlaps(windows[generation], generation)
        entries = data["device_ranges"][generation]
        sizes = {}
        if isinstance(entries, dict):
            sizes = entries
            entries = data["device_ranges"][entries["same_as"]]
        ranges[generation] = [dict(r, runs=read_runs(r), bytes=sizes.get(r["name"], r["bytes"])) for r in entries]
        entries = data["block_rst"][generation]
        entries = data["block_rst"][entries] if isinstance(entries, str) else entries
        resets[generation] = read_resets(entries, windows[generation], generation)
    mgmt = [dict(w, runs=[dict(first=0, count=1, offset=w["offset"], stride=0)]) for w in data["mgmt_windows"]]
    check_overlaps(mgmt, "mgmt_windows")
    return blocks, windows, ranges, resets, mgmt


# ---------------------------------------------------------------- C

def c_index(register):
    dims = register["array"]
    args = ", ".join(INDICES[:len(dims)])
    terms = "".join(f" + {d['stride']:#x}u * ({INDICES[n]})" for n, d in enumerate(dims))
    return f"({args})" if dims else "", terms


def c_block(block):
    out = [f"\n/* {block['name']}: {block['text']} ({block['reference']}) */\n"]
    prefix = block["prefix"]
    for memory in block["memories"]:
        out.append(f"#define {prefix}_{memory['name']}_OFFSET {memory['offset']:#x}u\n")
        out.append(f"#define {prefix}_{memory['name']}_BYTES {memory['bytes']:#x}u\n")
    for register in block["registers"]:
        name = f"{prefix}_{register['name']}"
        args, terms = c_index(register)
        value = f"({register['offset']:#x}u{terms})" if terms else f"{register['offset']:#x}u"
        out.append(f"#define {name}{args} {value} /* {register['access']}: {register['text']} */\n")
        for suffix, dim in zip(("", "2"), register["array"]):
            out.append(f"#define {name}_COUNT{suffix} {dim['count']}u\n")
        if register["reset"]:
            out.append(f"#define {name}_RESET_VALUE {register['reset']:#x}u\n")
        for field in register["fields"]:
            mask = ((1 << (field["msb"] - field["lsb"] + 1)) - 1) << field["lsb"]
            out.append(f"#define {name}_{field['name']}_SHIFT {field['lsb']}\n")
            out.append(f"#define {name}_{field['name']}_MASK {mask:#x}u /* {field['text']} */\n")
    return "".join(out)


def c_runs(runs, base, stride, suffix):
    total = runs[-1]["first"] + runs[-1]["count"]
    if total == 1:
        return "", f"{runs[0][base]:#x}{suffix}", total
    text = ""
    for run in runs:
        index = f"((i) - {run['first']}u)" if run["first"] else "(i)"
        term = f"{run[base]:#x}{suffix} + {run[stride]:#x}{suffix} * {index}"
        last = run is runs[-1]
        text += term if last else f"(i) < {run['first'] + run['count']}u ? {term} : "
    return "(i)", f"({text})", total


def c_windows(windows, ranges, mgmt):
    out = []
    for generation in GENERATIONS:
        tag = generation.upper()
        out.append(f"\n/* BAR0 offsets of {tag} */\n")
        for window in windows[generation]:
            args, value, total = c_runs(window["runs"], "offset", "stride", "u")
            out.append(f"#define {tag}_{window['name']}_BASE{args} {value}\n")
            out.append(f"#define {tag}_{window['name']}_BYTES {window['bytes']:#x}u\n")
            if total > 1:
                out.append(f"#define {tag}_{window['name']}_COUNT {total}u\n")
        out.append(f"\n/* Device addresses of {tag}, and the offset in the BAR that shows them */\n")
        for entry in ranges[generation]:
            name = f"{tag}_DEVICE_{entry['name']}"
            args, value, total = c_runs(entry["runs"], "address", "stride", "ull")
            out.append(f"#define {name}{args} {value}\n#define {name}_BYTES {entry['bytes']:#x}ull\n")
            args, value, total = c_runs(entry["runs"], "offset", "offset_stride", "ull")
            out.append(f"#define {name}_BAR{entry['bar']}{args} {value}\n")
            if total > 1:
                out.append(f"#define {name}_COUNT {total}u\n")
    out.append("\n/* Management bus */\n")
    for window in mgmt:
        out.append(f"#define MGMT_{window['name']}_BASE {window['offset']:#010x}u\n")
        out.append(f"#define MGMT_{window['name']}_BYTES {window['bytes']:#x}u\n")
    return "".join(out)


def c_header(blocks, windows, ranges, mgmt):
    return ("/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only OR BSD-3-Clause */\n"
            f"/* {NOTE} Offsets in bytes. */\n"
            "#ifndef NEURON_REGS_H\n#define NEURON_REGS_H\n"
            + "".join(map(c_block, blocks)) + c_windows(windows, ranges, mgmt) + "\n#endif /* NEURON_REGS_H */\n")


# ---------------------------------------------------------------- C++

def quote(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def array(kind, name, rows):
    return f"constexpr {kind} {name}[] = {{\n" + "".join(f"    {row},\n" for row in rows) + "};\n" if rows else ""


def slice_of(name, rows):
    return f"{{{name}, {len(rows)}}}" if rows else "{}"


def cpp_register(register, tag):
    dims = register["array"] + [{"count": 1, "stride": 0}] * (2 - len(register["array"]))
    fields = [f"{{{quote(f['name'])}, {f['msb']}, {f['lsb']}, {quote(f['text'])}}}" for f in register["fields"]]
    name = f"k{tag}_{register['name']}"
    row = (f"{{{quote(register['name'])}, {register['offset']:#x}, Access::{register['access']}, {register['reset']:#x}, "
           f"{register['writable']:#x}, {{{dims[0]['count']}, {dims[1]['count']}}}, "
           f"{{{dims[0]['stride']:#x}, {dims[1]['stride']:#x}}}, {slice_of(name, fields)}, "
           f"{quote(register['ref'])}, {quote(register['text'])}}}")
    return array("Field", name, fields), row


def cpp_blocks(blocks):
    out, rows = [], []
    for number, block in enumerate(blocks):
        tag = f"Block{number}"
        parts = [cpp_register(r, tag) for r in block["registers"]]
        registers = [row for _, row in parts]
        memories = [f"{{{quote(m['name'])}, {m['offset']:#x}, {m['bytes']:#x}, {quote(m['text'])}}}" for m in block["memories"]]
        out += [fields for fields, _ in parts]
        out += [array("Register", f"k{tag}", registers), array("Memory", f"k{tag}_memories", memories)]
        mask = sum(1 << int(g[1:]) for g in block["generations"])
        rows.append(f"{{{quote(block['name'])}, {quote(block['prefix'])}, Side::{block['side']}, {block['bytes']:#x}, "
                    f"Unlisted::{block['unlisted']}, {mask:#x}, {slice_of('k' + tag, registers)}, "
                    f"{slice_of(f'k{tag}_memories', memories)}, {quote(block['reference'])}, {quote(block['text'])}}}")
    return "".join(out) + array("Block", "kBlocks", rows)


def cpp_windows(windows, tag, blocks, generation):
    def block_of(window):
        for number, block in enumerate(blocks):
            if block["name"] == window.get("block") and (generation is None or generation in block["generations"]):
                return f"&kBlocks[{number}]"
        require("block" not in window, f"window {window['name']}: no block {window.get('block')} in {generation}")
        return "nullptr"

    out, rows = [], []
    for window in windows:
        name = f"k{tag}_{window['name']}"
        runs = [f"{{{r['first']}, {r['count']}, {r['offset']:#x}, {r['stride']:#x}}}" for r in window["runs"]]
        out.append(array("Run", name, runs))
        rows.append(f"{{{quote(window['name'])}, {block_of(window)}, {window['bytes']:#x}, {slice_of(name, runs)}, "
                    f"{quote(window.get('reference', '41'))}}}")
    return "".join(out) + array("Window", f"k{tag}Windows", rows)


def cpp_ranges(ranges, tag):
    out, rows = [], []
    for entry in ranges:
        name = f"k{tag}_device_{entry['name']}"
        runs = [f"{{{r['first']}, {r['count']}, {r['address']:#x}, {r['stride']:#x}, {r['offset']:#x}, {r['offset_stride']:#x}}}"
                for r in entry["runs"]]
        out.append(array("DeviceRun", name, runs))
        rows.append(f"{{{quote(entry['name'])}, {entry['bar']}, {entry['bytes']:#x}, {slice_of(name, runs)}}}")
    return "".join(out) + array("DeviceRange", f"k{tag}Ranges", rows)


def cpp_resets(resets, tag):
    rows = [f"{{{quote(r['window'])}, {r['first_bit']}, {r['bits']}, {r['first']}, {r['per_bit']}}}" for r in resets]
    return array("ResetSpan", f"k{tag}Resets", rows)


def cpp_table(blocks, windows, ranges, resets, mgmt):
    out = ["// SPDX-License-Identifier: Apache-2.0\n", f"// {NOTE}\n", '#include "model/regs/table.h"\n\n',
           "namespace nvp::regs {\nnamespace {\n\n", cpp_blocks(blocks)]
    for generation in GENERATIONS:
        out.append(cpp_windows(windows[generation], generation.upper(), blocks, generation))
        out.append(cpp_ranges(ranges[generation], generation.upper()))
        out.append(cpp_resets(resets[generation], generation.upper()))
    out.append(cpp_windows(mgmt, "Mgmt", blocks, None))
    out.append("\n}  // namespace\n\nSlice<Block> blocks() { return {kBlocks, sizeof kBlocks / sizeof *kBlocks}; }\n\n")
    for function, kind, suffix in (("windows", "Window", "Windows"), ("device_ranges", "DeviceRange", "Ranges"),
                                   ("reset_spans", "ResetSpan", "Resets")):
        out.append(f"Slice<{kind}> {function}(unsigned generation) {{\n  switch (generation) {{\n")
        for generation in GENERATIONS:
            table = f"k{generation.upper()}{suffix}"
            out.append(f"    case {generation[1:]}:\n      return {{{table}, sizeof {table} / sizeof *{table}}};\n")
        out.append("    default:\n      return {};\n  }\n}\n\n")
    out.append("Slice<Window> mgmt_windows() { return {kMgmtWindows, sizeof kMgmtWindows / sizeof *kMgmtWindows}; }\n\n")
    out.append("}  // namespace nvp::regs\n")
    return "".join(out)


# ---------------------------------------------------------------- SystemVerilog

def sv_package(blocks, windows, mgmt):
    out = ["// SPDX-License-Identifier: Apache-2.0\n", f"// {NOTE}\n", "package neuron_regs_pkg;\n"]
    for block in blocks:
        out.append(f"\n  // {block['name']}: {block['text']}\n")
        for register in block["registers"]:
            name = f"{block['prefix']}_{register['name']}"
            out.append(f"  parameter logic [31:0] {name} = 32'h{register['offset']:08x};\n")
            out.append(f"  parameter logic [31:0] {name}_RESET_VALUE = 32'h{register['reset']:08x};\n")
            for suffix, dim in zip(("", "2"), register["array"]):
                out.append(f"  parameter int unsigned {name}_COUNT{suffix} = {dim['count']};\n")
                out.append(f"  parameter logic [31:0] {name}_STRIDE{suffix} = 32'h{dim['stride']:08x};\n")
            for field in register["fields"]:
                out.append(f"  parameter int unsigned {name}_{field['name']}_LSB = {field['lsb']};\n")
                out.append(f"  parameter int unsigned {name}_{field['name']}_MSB = {field['msb']};\n")
    for generation in GENERATIONS:
        miscram = next(w for w in windows[generation] if w["name"] == "MISCRAM")
        out.append(f"\n  parameter logic [31:0] {generation.upper()}_MISCRAM_BASE = 32'h{miscram['runs'][0]['offset']:08x};\n")
    for window in mgmt:
        out.append(f"  parameter logic [31:0] MGMT_{window['name']}_BASE = 32'h{window['offset']:08x};\n")
    out.append("\nendpackage\n")
    return "".join(out)


def main():
    build, paths = pathlib.Path(sys.argv[1]), sys.argv[2:]
    try:
        blocks, windows, ranges, resets, mgmt = load(paths)
        files = {
            "neuron_regs.h": c_header(blocks, windows, ranges, mgmt),
            "register_table.cpp": cpp_table(blocks, windows, ranges, resets, mgmt),
            "neuron_regs_pkg.sv": sv_package(blocks, windows, mgmt),
        }
    except (DataError, KeyError) as error:
        sys.exit(f"model/regs: {error}")
    out = build / "gen/model/regs"
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (out / name).write_text(text)


if __name__ == "__main__":
    main()
