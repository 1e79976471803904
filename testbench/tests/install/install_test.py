#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs a build to a folder of its own and uses it as somebody else would: the program away from the
source tree, a project with find_package(neuron-vp), and the project that docs/your-driver.md shows.

usage: install_test.py CMAKE BUILD_FOLDER SOURCE_FOLDER C_COMPILER CXX_COMPILER
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command, cwd="/", expect=""):
    done = subprocess.run([str(c) for c in command], cwd=cwd, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0 or expect not in done.stdout:
        sys.exit(f"{' '.join(map(str, command))}: code {done.returncode}, expected 0 and "
                 f"{expect!r}\n{done.stdout}")
    return done.stdout


def build(cmake, compilers, prefix, source, folder):
    run(cmake, "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_C_COMPILER={compilers[0]}", f"-DCMAKE_CXX_COMPILER={compilers[1]}")
    run(cmake, "--build", folder)


def write_page_project(page, folder):
    """The files that docs/your-driver.md shows, from its code blocks."""
    blocks = re.findall(r"```(\w+)\n(.*?)```", page.read_text(), re.S)
    files = {"c": "thermo.c", "cmake": "CMakeLists.txt", "cpp": "main.cpp"}
    folder.mkdir()
    for language, name in files.items():
        (folder / name).write_text("".join(text for kind, text in blocks if kind == language))


def main():
    cmake, build_folder, source = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    compilers = sys.argv[4:6]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        run(cmake, "--install", build_folder, "--prefix", prefix)

        program = prefix / "bin" / "neuron-vp"
        listed = run(program, "list", expect="first-light")
        run(program, "check", *[line.split()[0] for line in listed.splitlines()])
        run(program, "run", "first-light", expect="passed")
        run(program, "check", "first-light", expect=str(prefix))

        build(cmake, compilers, prefix, source / "testbench/tests/install/consumer",
              folder / "consumer")
        run(folder / "consumer" / "device", expect="API version 7, 605448 ps")
        run(folder / "consumer" / "engine", expect="passed, 1 posts")

        write_page_project(source / "docs" / "your-driver.md", folder / "page")
        build(cmake, compilers, prefix, folder / "page", folder / "page-build")
        if run(folder / "page-build" / "program") != "21\n":
            sys.exit("the program of docs/your-driver.md does not print 21")


main()
