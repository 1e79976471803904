#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the platform needs on Debian 12, and only what is missing. Can be run any number of times.
#
# usage: scripts/setup.sh [--with-ci]
#   --with-ci   also what only the project's own checks need (clang, kernel headers, formatters)
set -euo pipefail

run=(g++ cmake ninja-build ccache libsystemc-dev libgtest-dev libgmock-dev libbenchmark-dev libcli11-dev
     libyaml-cpp-dev libfmt-dev nlohmann-json3-dev python3 python3-yaml)
ci=(clang clang-format clang-tidy libclang-rt-14-dev linux-headers-amd64 make python3-jsonschema)

packages=("${run[@]}")
for argument in "$@"; do
  case "$argument" in
    --with-ci) packages+=("${ci[@]}") ;;
    *) sed -n '3,7s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "neuron-vp: this is no Debian. Install what these packages contain by hand, then use scripts/build.sh:" >&2
  printf '  %s\n' "${packages[@]}" >&2
  exit 2
fi

missing=()
for package in "${packages[@]}"; do
  if [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" != "ii " ]; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

echo "neuron-vp: installing ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "neuron-vp: run as root: apt-get install ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
