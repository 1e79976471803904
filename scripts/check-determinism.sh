#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every scenario with each program named, twice with the first, and compares the trace hashes.
#
# usage: scripts/check-determinism.sh NEURON_VP [OTHER_NEURON_VP...]
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then
  sed -n '3,5s/^# \{0,1\}//p' "$0"
  exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

hash_of() {  # PROGRAM SCENARIO -> the trace's last line, which holds the hash
  "$1" run -q --trace "$scratch/trace.jsonl" "$2" >"$scratch/out" 2>&1 || { cat "$scratch/out" >&2; return 1; }
  tail -n 1 "$scratch/trace.jsonl"
}

count=0
for scenario in testbench/scenarios/*.yaml; do
  reference=$(hash_of "$1" "$scenario")
  for program in "$@"; do
    other=$(hash_of "$program" "$scenario")
    if [ "$other" != "$reference" ]; then
      echo "$scenario: $program gives $other, $1 gave $reference" >&2
      exit 1
    fi
  done
  count=$((count + 1))
done
echo "determinism: $count scenarios, $# programs, one hash each"
