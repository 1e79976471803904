#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes point the way docs/architecture.md says.

usage: check-dependencies.py [ROOT]
"""
import pathlib
import re
import sys

# room -> rooms whose headers it may include; the longest matching prefix of a path is its room. A room may
# always include itself. "gen/" stands for the folder from whose data a file is generated.
ALLOWED = {
    "model/sim": [],
    "model/trace": ["model/sim"],
    "model/fault": ["model/sim", "model/trace"],
    "model": ["model"],
    "driver/uapi": [],
    "driver/kernel/include": [],
    "driver/kernel": ["driver/kernel", "model/sim", "model/trace", "model/fault",
                      "model/bus/host_port.h", "model/bus/host_memory.h"],
    "driver/neuron": ["driver/uapi", "model/regs"],
    "runtime/os/sim": ["runtime/os", "driver/uapi", "driver/kernel/vk", "model/sim", "model/trace",
                       "model/neuroncore/core.h"],
    "runtime": ["runtime", "driver/uapi"],
    "rtl": ["rtl", "model"],
    "testbench": ["testbench", "runtime", "driver", "rtl", "model"],
    "docs": ["driver/kernel/include"],
}
QUOTED = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
ANGLED = re.compile(r'^\s*#\s*include\s+<([^>]+)>')
SUFFIXES = {".h", ".c", ".cpp", ".def", ".inc"}


def room_of(path):
    return max((room for room in ALLOWED if path == room or path.startswith(room + "/")),
               key=len, default=None)


def allows(room, target):
    prefixes = [room, *ALLOWED[room]]
    return any(target == p or target.startswith(p + "/") for p in prefixes)


def check(root, path):
    name = str(path.relative_to(root))
    room = room_of(name)
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        quoted, angled = QUOTED.match(line), ANGLED.match(line)
        if quoted and room:
            target = quoted.group(1).removeprefix("gen/")
            if "/" in target and room_of(target) and not allows(room, target):
                yield f"{name}:{number}: {room}/ may not include {quoted.group(1)}"
        # Kernel code sees the kernel's headers and its own, nothing of a C library.
        if angled and room == "driver/neuron" and not angled.group(1).startswith(
                ("linux/", "asm/", "trace/", "uapi/")):
            yield f"{name}:{number}: driver/neuron/ may include <linux/...> only"
        if angled and room and room.startswith(("driver/kernel", "runtime")) and angled.group(1) in (
                "systemc", "tlm", "systemc.h", "tlm.h") and room != "driver/kernel":
            yield f"{name}:{number}: {room}/ may not include SystemC"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    root = root.resolve()
    files = [p for top in ("model", "driver", "runtime", "testbench", "rtl") for p in (root / top).rglob("*")
             if p.suffix in SUFFIXES]
    problems = [problem for path in sorted(files) for problem in check(root, path)]
    print("\n".join(problems) or f"dependencies: {len(files)} files point the right way")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
