#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""00 check 1: the default scenario in the three modes. Posts differ only in records whose items the tables of
docs/reference/00-overview.md and 21-metrics.md, section 9.1, name.

usage: fidelity_modes_test.py neuron-vp scenario.yaml
"""
import json
import pathlib
import subprocess
import sys
import tempfile

# Ids of the items in which shipped differs from documented: D3, D4, D5, D10.
SHIPPED = {11, 219} | {0} | {50, 51, 54, 55} | {90}
# Those in which fixed differs: L3, L4, D1, D5 and D6, D7, L9 and D8, D9. L1, L2, L6 and L7 move counts from one
# post to a later one, which the default scenario gives no occasion for.
FIXED = {250} | {252, 80} | {222, 229} | set(range(50, 56)) | {180, 181, 190, 191, 192, 193, 195, 196} | {90} | {56}
# The mailbox takes the same time in all modes but for the bytes of a post: a post is where it was.
SAME_TIME_PS = 100_000_000


def posts(program, scenario, mode, folder):
    out = pathlib.Path(folder) / (mode + ".json")
    # Expectations may fail: they are written for the default mode.
    subprocess.run([program, "run", "-q", scenario, "--set", "system.fidelity=" + mode, "--json", str(out)],
                   stdout=subprocess.DEVNULL, check=False)
    return json.loads(out.read_text(encoding="utf-8"))["runs"][0]["posts"]


def without(post, ids):
    return [(r["id"], r["value"]) for r in post["records"] if r["id"] not in ids]


def compare(name, ours, theirs, ids):
    problems = []
    if len(ours) != len(theirs):
        return ["%s: %d posts, documented has %d" % (name, len(theirs), len(ours))]
    for a, b in zip(ours, theirs):
        where = "%s: post %d" % (name, a["index"])
        if (a["device"], a["tick"]) != (b["device"], b["tick"]) or abs(a["time_ps"] - b["time_ps"]) > SAME_TIME_PS:
            problems.append("%s: another device, tick or time" % where)
        if without(a, ids) != without(b, ids):
            problems.append("%s: %s, documented %s" % (where, without(b, ids), without(a, ids)))
    return problems


def main():
    program, scenario = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        documented, shipped, fixed = (posts(program, scenario, mode, folder)
                                      for mode in ("documented", "shipped", "fixed"))
    problems = compare("shipped", documented, shipped, SHIPPED) + compare("fixed", documented, fixed, FIXED)
    if not documented:
        problems.append("there is no post")
    if not compare("shipped", documented, shipped, set()) or not compare("fixed", documented, fixed, set()):
        problems.append("the modes do not differ, so nothing was compared")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
