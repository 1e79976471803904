#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails if a C or C++ file is not formatted as its folder's .clang-format says, or lacks its SPDX line.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files 'model/*.h' 'model/*.cpp' 'model/*.c' 'runtime/*.h' 'runtime/*.cpp' \
                       'testbench/*.h' 'testbench/*.cpp' 'driver/kernel/vk/*.h' 'driver/kernel/*.cpp' \
                       ':!testbench/tests/kernel_module/*.h')  # kernel C
clang-format --dry-run --Werror --style=file "${files[@]}"

missing=$(git ls-files '*.h' '*.c' '*.cpp' '*.def' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt' 'driver/uapi/*.yaml' |
          xargs -d '\n' awk 'FNR <= 3 && /SPDX-License-Identifier/ { seen[FILENAME] = 1 }
                             FNR == 3 && !seen[FILENAME] { print FILENAME }')
if [ -n "$missing" ]; then
  printf 'no SPDX line in the first three lines of:\n%s\n' "$missing" >&2
  exit 1
fi
echo "format: ${#files[@]} files as they should be"
