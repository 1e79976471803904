#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same as run.sh, then every test.
#
# usage: scripts/test.sh [ctest arguments...]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/run.sh
scripts/build.sh release
ctest --preset release -j "$(nproc)" "$@"
