#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes gen/model/generation/generation_table.cpp from generations.yaml and the register map's windows.

usage: generations.py BUILD_DIR generations.yaml windows.yaml
"""
import pathlib
import sys

import yaml

ENGINES = ("pe", "act", "pool", "dve", "sp")
HBM_SLOTS = 4

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the C one where there is one


class DataError(Exception):
    pass


def require(condition, what):
    if not condition:
        raise DataError(what)


def windows_of(data, generation):
    entries = data["windows"][generation]
    entries = data["windows"][entries] if isinstance(entries, str) else entries
    return {w["name"]: w for w in entries}


def ranges_of(data, generation):
    entries = data["device_ranges"][generation]
    sizes = {}
    if isinstance(entries, dict):
        sizes, entries = entries, data["device_ranges"][entries["same_as"]]
    return {r["name"]: dict(r, bytes=sizes.get(r["name"], r["bytes"])) for r in entries}


def count(window):
    return sum(run["count"] for run in window["runs"])


def expand(runs, base, stride):
    return [run[base] + k * run.get(stride, 0) for run in runs for k in range(run["count"])]


def device_address(ranges, offset):
    """Device address of a BAR0 offset."""
    for entry in ranges.values():
        addresses = expand(entry["runs"], "address", "stride")
        offsets = expand(entry["runs"], "offset", "offset_stride")
        for address, start in zip(addresses, offsets):
            if entry["bar"] == 0 and start <= offset < start + entry["bytes"]:
                return address + offset - start
    raise DataError(f"BAR0 offset {offset:#x} has no device address")


def check(name, row, windows, ranges):
    for bar in ("bar0_bytes", "bar4_bytes"):
        require(row[bar] & (row[bar] - 1) == 0, f"{name}.{bar}: a BAR's size is a power of two")
    for window in windows.values():
        end = max(expand(window["runs"], "offset", "stride")) + window.get("shift", 0) + window["bytes"]
        require(end <= row["bar0_bytes"], f"{name}: window {window['name']} ends at {end:#x}, outside BAR0")
    hbm = ranges["HBM"]
    end = max(expand(hbm["runs"], "offset", "offset_stride")) + hbm["bytes"]
    require(end <= row["bar4_bytes"], f"{name}: HBM ends at {end:#x}, outside BAR4")
    base = row["pci_host_base"]
    require(base & (base - 1) == 0, f"{name}.pci_host_base: one bit")


def generation_row(name, row, data, product):
    windows, ranges = windows_of(data, name), ranges_of(data, name)
    check(name, row, windows, ranges)
    hbm = ranges["HBM"]
    bases = expand(hbm["runs"], "address", "stride")
    stacks = expand(hbm["runs"], "offset", "offset_stride")
    miscram = windows["MISCRAM"]["runs"][0]["offset"]
    link, mgmt = row["link"], row["mgmt"]
    values = [
        f"Id::{name}", f'"{name}"', f'"{row["device_name"]}"', hex(product["device"]), f'"{product["dmi"]}"',
        row["dice"], row["sengs"], count(windows["TPB"]), count(windows["TOP_SP_NOTIFICATION"]),
        count(windows["UDMA"]), row["seng_dma_engines"], len(bases), hex(hbm["bytes"]),
        hex(row["bar0_bytes"]), hex(row["bar4_bytes"]), hex(stacks[1] - stacks[0]),
        hex(miscram), hex(device_address(ranges, miscram)), hex(row["pci_host_base"]), hex(row["host_address_mask"]),
        "{" + ", ".join(map(hex, bases + [0] * (HBM_SLOTS - len(bases)))) + "}",
        row["clocks"]["fabric"], row["clocks"]["mgmt"],
        "{" + ", ".join(str(row["engines"][e]) for e in ENGINES) + "}",
        link["post"], link["request"], link["completion"], link["per_byte"], link["timeout"], link["max_payload"],
        row["decode_cycles"], mgmt["irq_latency"], mgmt["bus"], mgmt["dispatch"], mgmt["dma_setup"],
    ]
    return "    {" + ", ".join(map(str, values)) + "},\n"


def product_row(product, routing):
    row = routing[product["routing"]]
    require(sorted(row["table"]) == list(range(16)), f"routing {product['routing']}: a permutation of 0..15")
    table = ", ".join(map(str, row["table"]))
    return (f'    {{"{product["name"]}", Id::{product["generation"]}, {product["device"]:#x}, "{product["dmi"]}", '
            f'{{{table}}}, {str(row["repeats"]).lower()}}},\n')


def table(own, shared):
    first = {}
    for product in own["products"]:
        first.setdefault(product["generation"], product)
    out = ["// SPDX-License-Identifier: Apache-2.0\n",
           "// Generated from model/generation/generations.yaml and model/regs/windows.yaml.\n",
           '#include "model/generation/tables.h"\n\nnamespace nvp::generation {\n\n',
           "constexpr Generation kGenerations[kGenerationCount] = {\n"]
    out += [generation_row(name, row, shared, first[name]) for name, row in own["generations"].items()]
    out.append("};\n\nconstexpr std::array<Product, 5> kProducts = {{\n")
    out += [product_row(product, own["routing"]) for product in own["products"]]
    out.append("}};\n\n}  // namespace nvp::generation\n")
    return "".join(out)


def main():
    build = pathlib.Path(sys.argv[1])
    own, shared = (yaml.load(pathlib.Path(path).read_text(), Loader=LOADER) for path in sys.argv[2:4])
    try:
        text = table(own, shared)
    except (DataError, KeyError) as error:
        sys.exit(f"model/generation: {error}")
    out = build / "gen/model/generation"
    out.mkdir(parents=True, exist_ok=True)
    (out / "generation_table.cpp").write_text(text)


if __name__ == "__main__":
    main()
