#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# limited_file.sh PROGRAM DESIGN: writes a design over another one below a limit on the size of files.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$2" "$folder/kept.rkw.json"
code=0
(
    ulimit -f 20
    "$1" convert "$2" --output "$folder/kept.rkw.json" --force >"$folder/said" 2>&1
) || code=$?
cat "$folder/said"
[ "$code" -eq 2 ] || { echo "exit code $code, expected 2"; exit 1; }
grep -q 'kept.rkw.json' "$folder/said" || { echo "the sentence does not name the file"; exit 1; }
cmp "$2" "$folder/kept.rkw.json" || { echo "the file that was there is not whole"; exit 1; }
[ -z "$(find "$folder" -name '.*.part')" ] || { echo "a part of a file is left"; exit 1; }
