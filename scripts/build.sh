#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Configures and builds one preset in build/PRESET (default: release).
#
# usage: scripts/build.sh [PRESET] [CMake build arguments...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
shift $(($# > 0 ? 1 : 0))
log=build/configure-$preset.log
mkdir -p build
if ! cmake --preset "$preset" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
cmake --build --preset "$preset" "$@"
