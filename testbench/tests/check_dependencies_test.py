#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The dependency check must find every kind of include that points the wrong way.

usage: check_dependencies_test.py CHECK_SCRIPT
"""
import pathlib
import subprocess
import sys
import tempfile

WRONG = {
    "model/bus/a.h": '#include "driver/kernel/vk/kernel.h"',
    "model/sim/b.h": '#include "model/bus/link.h"',
    "runtime/nlog/c.cpp": '#include "driver/kernel/vk/kernel.h"',
    "runtime/nrt/d.cpp": '#include "model/device.h"',
    "driver/kernel/e.cpp": '#include "model/device.h"',
    "driver/neuron/f.c": '#include "driver/kernel/vk/kernel.h"',
    "driver/neuron/g.c": "#include <stdio.h>",
    "runtime/os/sim/h.cpp": "#include <systemc>",
}
RIGHT = {
    "model/bus/a.h": '#include "model/sim/clock.h"',
    "driver/neuron/f.c": '#include <linux/module.h>\n#include "neuron_device.h"',
    "runtime/os/sim/h.cpp": '#include "driver/kernel/vk/kernel.h"',
    "testbench/scenario/i.cpp": '#include "model/device.h"',
}


def run(script, files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        return subprocess.run([sys.executable, script, root], capture_output=True, text=True)


def main():
    script = sys.argv[1]
    result = run(script, WRONG)
    missed = [name for name in WRONG if name + ":1:" not in result.stdout]
    assert result.returncode == 1 and not missed, f"not found: {missed}\n{result.stdout}"
    result = run(script, RIGHT)
    assert result.returncode == 0, result.stdout


if __name__ == "__main__":
    main()
