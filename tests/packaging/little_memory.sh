#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Where the system gives little memory an export writes what it can and says the rest: it never ends by a signal.
# Usage: little_memory.sh RACKWRIGHT DESIGN
set -u
program=$1
design=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ulimit -c 0
tried=0
kib=126000
while [ "$kib" -le 270000 ]; do
  for format in pdf png; do
    (ulimit -v "$kib"; exec "$program" export "$design" --to "$folder/out" --formats "$format" --force) \
      >"$folder/said" 2>&1
    code=$?
    # 127: not even its libraries were loaded.
    if [ "$code" -gt 127 ]; then
      echo "with $kib KiB the export of $format ended with $code:"
      tail -5 "$folder/said"
      exit 1
    fi
    [ "$code" -eq 127 ] || tried=$((tried + 1))
  done
  kib=$((kib + 6000))
done
if [ "$tried" -lt 20 ]; then
  echo "only $tried exports began"
  exit 1
fi
