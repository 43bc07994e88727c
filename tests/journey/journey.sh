#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A journey in a real window, by a real pointer: drag a node from the catalogue into a rack, move it to another rack, undo
# twice, array a row of racks, accept a finding, export the PDF. After each step the file that was saved is compared with
# the sample by `rackwright diff`. Usage: journey.sh BUILD_FOLDER [FOLDER_FOR_PICTURES]; ends with 77 where Xvfb or
# xdotool is missing.
set -u
program=$(realpath "$1/rackwright")
source=$(realpath "$(dirname "$0")/../..")
pictures=${2:-}
for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null; done
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
sample=$source/resources/samples/hall-1024-h200.rkw.json
design=$work/hall.rkw.json
cp "$sample" "$design"

# A screen of its own, and a home without preferences: the window stands as it does at first.
mkfifo "$work/screen"
Xvfb -displayfd 3 -screen 0 1440x900x24 3>"$work/screen" >/dev/null 2>&1 &
pids+=($!)
read -r -t 20 screen <"$work/screen" || { echo "skipped: Xvfb does not start"; exit 77; }
export DISPLAY=:$screen XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data HOME=$work LC_ALL=C.UTF-8
unset QT_QPA_PLATFORM QT_SCALE_FACTOR WAYLAND_DISPLAY
"$program" "$design" >"$work/log" 2>&1 &
pids+=($!)

fail() {
    shot failure
    echo "failed: $*"
    cat "$work/log"
    exit 1
}
shot() {
    [ -n "$pictures" ] && command -v import >/dev/null && import -window root "$pictures/journey-$1.png"
    [ -n "$pictures" ] && command -v xwd >/dev/null && xwd -silent -root -out "$pictures/journey-$1.xwd"
    return 0
}
# await WHAT COMMAND...: until the command succeeds.
await() {
    local what=$1
    shift
    for _ in $(seq 120); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.25
    done
    fail "$what"
}
# settle: until screen and program have had nothing to do for a moment, however busy the machine is.
at_rest() { ! cat "/proc/${pids[0]}"/task/*/stat "/proc/${pids[1]}"/task/*/stat 2>/dev/null | grep -q ') R '; }
settle() {
    local calm=0
    for _ in $(seq 600); do
        sleep 0.05
        if at_rest; then calm=$((calm + 1)); else calm=0; fi
        [ "$calm" -ge 8 ] && return
    done
}
press() { xdotool key --clearmodifiers "$1"; settle; }
click() { xdotool mousemove "$1" "$2"; settle; xdotool click 1; settle; }
# Without a window manager nobody gives the focus to what opens.
windows() { xdotool search --onlyvisible --class rackwright; }
focus() { xdotool windowfocus "$(windows | tail -1)"; settle; }
has_dialog() { [ "$(windows | wc -l)" -gt 1 ]; }
has_no_dialog() { ! has_dialog; }
# opened WHAT: until the dialog stands, however busy the machine is; closed WHAT: until it has gone.
opened() { await "$1 does not open" has_dialog; settle; focus; }
closed() { await "$1 does not close" has_no_dialog; settle; focus; }
# carry X Y TO_X TO_Y: in small moves, as a hand does.
carry() {
    xdotool mousemove "$1" "$2"; settle
    xdotool mousedown 1; settle
    local i
    for i in $(seq 1 12); do
        xdotool mousemove $(($1 + ($3 - $1) * i / 12)) $(($2 + ($4 - $2) * i / 12)); sleep 0.08
    done
    settle
    shot "${5:-carry}"
    xdotool mouseup 1; settle
}
# The file as it is once it is saved: one row a line.
saved() { press ctrl+s; }
rack_id() { grep -m1 "\"name\": \"$1\"" "$sample" | sed 's/.*"id": \([0-9]*\).*/\1/'; }
stands_in() { saved; grep '"name": "A01-n1"' "$design" | grep -q "\"rack\": $(rack_id "$1")\b"; }
is_as_before() { saved; "$program" diff "$sample" "$design" --json | tr -d '\n' | grep -q '"rows": \[\]'; }
has_racks() { saved; [ "$("$program" diff "$sample" "$design" --json | tr -d '\n ' | grep -o '"table":"racks"' | wc -l)" = "$1" ]; }
has_accepted() { saved; grep -q '"reason": "Agreed with the customer"' "$design"; }

# Places in a window of 1440 x 900 as it stands at first.
catalogue_search=(130 224)
first_part=(156 392)
rack_a01_free=(560 394)
rack_a03_free=(702 394)
beside_row_d=(438 473)
end_of_row_d=(716 478)
a_finding=(620 762)
accept_button=(1054 818)
reason_field=(744 441)
accept_yes=(894 510)

await "no window shows" xdotool search --onlyvisible --class rackwright
window=$(xdotool search --onlyvisible --class rackwright | head -1)
# What it asks of the screen itself while it opens may come after what we ask.
fills_screen() {
    settle
    xdotool getwindowgeometry "$window" | tr '\n' ' ' | grep -q 'Position: 0,0 .*Geometry: 1440x900' && return
    xdotool windowmove "$window" 0 0 windowsize "$window" 1440 900
    return 1
}
settle
await "the window does not fill the screen" fills_screen
focus
shot 1-opened

press ctrl+2
settle
click "${catalogue_search[@]}"
xdotool type --delay 30 "DGX H200"
settle
carry "${first_part[@]}" "${rack_a01_free[@]}" 2-into-rack
await "the node is not in rack A01" stands_in A01
shot 3-placed
carry "${rack_a01_free[@]}" "${rack_a03_free[@]}" 4-to-other-rack
await "the node is not in rack A03" stands_in A03
shot 5-moved
press ctrl+z
press ctrl+z
await "two undos do not lead back" is_as_before
shot 6-undone

press ctrl+1
settle
carry "${beside_row_d[@]}" "${end_of_row_d[@]}" 7-row-boxed
press ctrl+r
opened "the dialog of the array"
shot 8-array
press Return
closed "the dialog of the array"
shot 9-arrayed
await "the row is not repeated" has_racks 19

click "${a_finding[@]}"
settle
click "${accept_button[@]}"
opened "the dialog of accepting"
shot 10-accept
xdotool type --delay 20 "Kim"
click "${reason_field[@]}"
xdotool type --delay 20 "Agreed with the customer"
click "${accept_yes[@]}"
closed "the dialog of accepting"
await "the finding is not accepted" has_accepted
shot 11-accepted

mkdir "$work/out"
press ctrl+e
opened "the dialog of exporting"
press ctrl+a
xdotool type --delay 20 "$work/out"
settle
shot 12-export
press Return
await "no PDF is written" test -s "$work/out/proposal.pdf"
settle
shot 13-exported
head -c 5 "$work/out/proposal.pdf" | grep -q '%PDF-' || fail "the proposal is no PDF"
if command -v pdftotext >/dev/null; then
    pdftotext -layout "$work/out/proposal.pdf" - | grep -q "The offer on one page" || fail "the PDF has no offer"
    "$program" export "$design" --to "$work/review" --volumes review >/dev/null || fail "no review is written"
    pdftotext -layout "$work/review/technical-review.pdf" - | grep -q "Agreed" ||
        fail "the accepted finding is not in the review"
fi
kill -0 "${pids[1]}" 2>/dev/null || fail "the program has ended"
echo "passed"
