#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds driver/neuron as a real Linux module against Debian's kernel headers: compile with W=1, where warnings
# are errors, and modpost. Nothing is loaded. KDIR names another kernel's build folder.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2012  # version sort of a handful of folders
kdir=${KDIR:-$(ls -d /usr/src/linux-headers-*-amd64 2>/dev/null | sort -V | tail -n 1)}
if [[ -z $kdir || ! -e $kdir/Makefile ]]; then
  echo "check-kernel-build: no kernel headers; install linux-headers-amd64 or set KDIR" >&2
  exit 2
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/gen"
cp "$root"/driver/neuron/*.[ch] "$root/driver/neuron/Kbuild" "$scratch/"

python3 "$root/scripts/gen/fidelity.py" "$scratch/out" "$root/driver/uapi/fidelity.yaml"
python3 "$root/scripts/gen/uapi.py" "$scratch/out" \
  "$root"/driver/uapi/{ioctl,datastore,metrics}.yaml
python3 "$root/scripts/gen/regs.py" "$scratch/out" "$root"/model/regs/*.yaml
cp "$scratch/out/gen/model/regs/neuron_regs.h" "$scratch/gen/"
cp "$scratch"/out/gen/driver/uapi/neuron_{fidelity,ioctl,ioctl_rows,datastore,metrics_rows}.h \
  "$scratch/out/gen/driver/uapi/neuron_fidelity.c" "$scratch/gen/"

log=$scratch/build.log
if ! make -C "$kdir" M="$scratch" W=1 KCFLAGS=-Werror -j"$(nproc)" modules >"$log" 2>&1; then
  sed "s|$scratch/||g" "$log" >&2
  echo "check-kernel-build: FAILED against $(basename "$kdir")" >&2
  exit 1
fi
if grep -q "WARNING" "$log"; then
  sed "s|$scratch/||g" "$log" >&2
  echo "check-kernel-build: FAILED against $(basename "$kdir"): modpost warns" >&2
  exit 1
fi
echo "check-kernel-build: neuron.ko builds against $(basename "$kdir"), no warnings"
