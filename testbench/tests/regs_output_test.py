#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `neuron-vp regs` prints is what it says: C that compiles (each macro used), JSON that parses with the
same registers, and SystemVerilog that passes Verilator's lint if there is one.

usage: regs_output_test.py NEURON_VP C_COMPILER [VERILATOR]
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run([str(c) for c in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: code {done.returncode}\n{done.stdout[:4000]}")
    return done.stdout


def check(program, compiler, verilator, generation, folder):
    def regs(form):
        return run(program, "regs", "--generation", generation, "--format", form)

    registers = sum(len(b["registers"]) for b in json.loads(regs("json"))["blocks"])

    header = regs("c")
    (folder / "regs.h").write_text(header)
    uses = [name + ("" if not args else "(%s)" % ", ".join("1" for _ in args.split(",")))
            for name, args in re.findall(r"#define (\w+)(?:\(([^)]*)\))? ", header)]
    if len(uses) != registers:
        sys.exit(f"{generation}: {len(uses)} macros for {registers} registers")
    (folder / "use.c").write_text('#include "regs.h"\nconst unsigned used[] = {\n'
                                  + ",\n".join(uses) + "};\n")
    run(compiler, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
        folder / "use.c")

    if verilator:
        package = f"neuron_regs_{generation}_pkg"
        (folder / f"{package}.sv").write_text(regs("sv"))
        (folder / "top.sv").write_text(
            f"module top (output logic [31:0] offset);\n  assign offset = "
            f"{package}::MISCRAM_API_VERSION;\nendmodule\n")
        run(verilator, "--lint-only", "-Wall", folder / f"{package}.sv", folder / "top.sv")


def main():
    program, compiler, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        for generation in ("v2", "v3", "v4"):
            check(program, compiler, rest[0] if rest else "", generation, pathlib.Path(name))


main()
