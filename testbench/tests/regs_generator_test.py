#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wrong register data is refused with a message that says what and where.

usage: regs_generator_test.py SOURCE_DIR
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import yaml

SOURCE = pathlib.Path(sys.argv.pop() if len(sys.argv) > 1 else ".")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FILES = ("miscram.yaml", "core.yaml", "dma.yaml", "mgmt.yaml", "windows.yaml")


def generate(change=None, script="regs.py", files=FILES, folder="model/regs"):
    """Runs a generator on changed data; returns its exit code and message."""
    with tempfile.TemporaryDirectory() as work:
        data = {name: yaml.load((SOURCE / folder / name).read_text(), Loader=LOADER) for name in files}
        if change:
            change(data)
        paths = []
        for name, content in data.items():
            path = pathlib.Path(work) / pathlib.Path(name).name
            path.write_text(json.dumps(content))  # JSON is YAML
            paths.append(str(path))
        done = subprocess.run([sys.executable, str(SOURCE / "scripts/gen" / script), work, *paths],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stderr


class Registers(unittest.TestCase):
    def refuse(self, change, message):
        code, text = generate(change)
        self.assertEqual(code, 1)
        self.assertIn(message, text)
        self.assertNotIn("Traceback", text)

    def test_good_data(self):
        self.assertEqual(generate(), (0, ""))

    def test_two_registers_at_one_offset(self):
        def change(data):
            data["miscram.yaml"]["blocks"][0]["registers"][1]["offset"] = 0
        self.refuse(change, "miscram.HEALTH_CHECK_STATUS: offset 0x0 is API_VERSION already")

    def test_register_outside_its_block(self):
        def change(data):
            data["miscram.yaml"]["blocks"][0]["registers"][0]["offset"] = 0x1000
        self.refuse(change, "miscram.API_VERSION: offset 0x1000 outside the block")

    def test_unknown_access(self):
        def change(data):
            data["miscram.yaml"]["blocks"][0]["registers"][0]["access"] = "rx"
        self.refuse(change, "access is one of rw, ro, wo")

    def test_bits_upside_down(self):
        def change(data):
            data["miscram.yaml"]["blocks"][0]["registers"][2]["fields"][0]["bits"] = "12:19"
        self.refuse(change, "field HEARTBEAT: bits are msb:lsb")

    def test_unknown_policy(self):
        def change(data):
            data["dma.yaml"]["blocks"][0]["unlisted"] = "magic"
        self.refuse(change, "sdma: unlisted is one of storage, zero, error")

    def test_windows_that_overlap(self):
        def change(data):
            data["windows.yaml"]["windows"]["v2"][1]["runs"][0]["offset"] = 0x4000000
        self.refuse(change, "v2: TOP_SP at 0x4000000 overlaps TPB at 0x4000000")

    def test_window_of_no_block(self):
        def change(data):
            data["windows.yaml"]["windows"]["v2"][0]["block"] = "tbp"
        self.refuse(change, "window TPB: no block tbp in v2")

    def test_reset_of_what_is_not_there(self):
        def change(data):
            data["windows.yaml"]["block_rst"]["v2"][0]["bits"] = 3
        self.refuse(change, "block_rst of v2: TPB has 2 instances")


class Generations(unittest.TestCase):
    FILES = ("generations.yaml", "../regs/windows.yaml")

    def refuse(self, change, message):
        code, text = generate(change, "generations.py", self.FILES, "model/generation")
        self.assertEqual(code, 1)
        self.assertIn(message, text)
        self.assertNotIn("Traceback", text)

    def test_good_data(self):
        self.assertEqual(generate(None, "generations.py", self.FILES, "model/generation"), (0, ""))

    def test_bar_that_is_no_power_of_two(self):
        def change(data):
            data["generations.yaml"]["generations"]["v3"]["bar0_bytes"] = 0xffffffff
        self.refuse(change, "v3.bar0_bytes: a BAR's size is a power of two")

    def test_window_outside_its_bar(self):
        def change(data):
            data["generations.yaml"]["generations"]["v3"]["bar0_bytes"] = 0x80000000
        self.refuse(change, "outside BAR0")

    def test_routing_that_is_no_permutation(self):
        def change(data):
            data["generations.yaml"]["routing"]["torus"]["table"][0] = 1
        self.refuse(change, "routing torus: a permutation of 0..15")


if __name__ == "__main__":
    unittest.main()
