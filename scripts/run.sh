#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds the platform and runs a scenario: the first light by default.
#
# usage: scripts/run.sh [neuron-vp run arguments...]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
scripts/build.sh release --target neuron-vp
if [ $# -eq 0 ]; then
  set -- testbench/scenarios/first-light.yaml
fi
exec build/release/bin/neuron-vp run "$@"
