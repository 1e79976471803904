#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs all benchmarks and prints each ratio to its floor with the most it may be. Exit code 1 if a
# ratio is more than TOLERANCE % above its target.
#
# usage: scripts/bench.sh [BUILD_DIR] [TOLERANCE]      (default: build/release 15)
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-build/release}
tolerance=${2:-15}
if [ ! -d "$build/bench" ]; then
  echo "$0: no benchmarks in $build/bench; build them first: scripts/build.sh release" >&2
  exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for program in "$build"/bench/*_bench; do
  name=$(basename "$program")
  "$program" --benchmark_out="$scratch/$name.json" --benchmark_out_format=json \
    >"$scratch/$name.txt" 2>&1 || { cat "$scratch/$name.txt" >&2; exit 1; }
done

python3 - "$tolerance" "$scratch"/*.json <<'END'
import json
import os
import sys

tolerance = float(sys.argv[1]) / 100
row = "{:16} {:32} {:>8} {:>8}  {}"
print(row.format("program", "benchmark", "ratio", "target", ""))
missed = 0
for path in sys.argv[2:]:
    program = os.path.basename(path)[: -len(".json")]
    for bench in json.load(open(path))["benchmarks"]:
        name = bench["name"].replace("/manual_time", "")
        if bench.get("error_occurred"):
            missed += 1
            print(row.format(program, name, "-", "-", bench["error_message"]))
            continue
        ratio, target = bench["ratio"], bench.get("target")
        over = target is not None and ratio > target * (1 + tolerance)
        missed += over
        extra = [f"{key} {bench[key]:.3g}" for key in
                 ("ns", "floor_ns", "ns_per_read", "cpu_s", "times_real", "peak_mib") if key in bench]
        print(row.format(program, name, f"{ratio:.2f}", "-" if target is None else f"{target:g}",
                         ", ".join(extra) + ("  MISSED" if over else "")))
if missed:
    print(f"{missed} missed by more than {tolerance:.0%}", file=sys.stderr)
sys.exit(1 if missed else 0)
END
