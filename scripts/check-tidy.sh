#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy on the C++ files that changed since a commit (default: the parent of HEAD), or on those named.
#
# usage: scripts/check-tidy.sh [--since COMMIT] [FILE...]
set -euo pipefail
cd "$(dirname "$0")/.."

since=HEAD~1
if [ "${1:-}" = --since ]; then
  since=$2
  shift 2
fi
if [ $# -gt 0 ]; then
  files=("$@")
elif git rev-parse -q --verify "$since" >/dev/null; then
  mapfile -t files < <(git diff --name-only --diff-filter=d "$since" -- '*.cpp')
else
  mapfile -t files < <(git ls-files '*.cpp')
fi
if [ ${#files[@]} -eq 0 ]; then
  echo "clang-tidy: no C++ file changed"
  exit 0
fi

# clang-tidy cannot read another compiler's precompiled header, so it sees the commands without it.
database=build/tidy
mkdir -p "$database"
python3 - build/release/compile_commands.json "$database/compile_commands.json" <<'PY'
import json, re, sys
entries = json.load(open(sys.argv[1]))
for entry in entries:
    entry["command"] = re.sub(r"-Winvalid-pch|-include \S+cmake_pch\S+", "", entry["command"])
    entry["command"] = re.sub(r"^.*?(?=\S*/(c\+\+|g\+\+|cc|gcc) )", "", entry["command"])
json.dump(entries, open(sys.argv[2], "w"))
PY
# Its count of the warnings that it does not show is no finding.
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy -p "$database" --quiet \
  2> >(grep -v ' warnings\? generated\.$' >&2)
echo "clang-tidy: ${#files[@]} files clean"
