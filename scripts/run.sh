#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds the platform and runs a scenario: the first light by default.
#
# usage: scripts/run.sh [neuron-vp run arguments...]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

"$root"/scripts/setup.sh
"$root"/scripts/build.sh release --target neuron-vp
if [ $# -eq 0 ]; then
  set -- first-light
fi
exec "$root"/build/release/bin/neuron-vp run "$@"  # in the caller's folder: arguments are paths there
