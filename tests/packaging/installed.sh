#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs from the build folder into a root of its own and uses what is there as a new user: the program with its data,
# manual page, completion, menu entry, type of file. What checks a file of another house is left out, with a word, where
# it is not installed. Usage: installed.sh BUILD_FOLDER SOURCE_FOLDER
set -u
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { printf 'FAIL %s\n' "$1"; failures=$((failures + 1)); }
ok() { printf 'ok   %s\n' "$1"; }
# check NAME COMMAND...: it succeeds.
check() {
    name=$1
    shift
    if "$@" >"$work/said" 2>&1; then ok "$name"; else fail "$name"; cat "$work/said"; fi
}
# validated TOOL NAME COMMAND...: the same where the tool is installed.
validated() {
    tool=$1
    shift
    if command -v "$tool" >/dev/null 2>&1; then check "$@"; else printf 'skip %s: there is no %s\n' "$1" "$tool"; fi
}

root=$work/root
check "installs" env DESTDIR="$root" cmake --install "$build" --prefix /usr
program=$root/usr/bin/rackwright
share=$root/usr/share
[ -x "$program" ] || { cat "$work/said"; exit 1; }
id=org.rackwright.rackwright
for file in rackwright/catalog.sqlite rackwright/samples/hall-1024-h200.rkw.json doc/rackwright/manual/start.md \
    applications/$id.desktop metainfo/$id.metainfo.xml mime/packages/rackwright.xml \
    icons/hicolor/scalable/apps/$id.svg icons/hicolor/scalable/mimetypes/application-x-rackwright-design.svg \
    man/man1/rackwright.1 bash-completion/completions/rackwright zsh/vendor-completions/_rackwright; do
    [ -s "$share/$file" ] || fail "there is no $file"
done

# A user of a machine that has no source tree: other data, other folder.
export HOME="$work/home" XDG_DATA_HOME="$work/home/share"
mkdir -p "$XDG_DATA_HOME"
cd "$work" || exit 1
sample=$share/rackwright/samples/single-node-fine-tuning.rkw.json
check "its catalogue is found" "$program" catalog list --search H200
grep -q H200 "$work/said" || fail "the catalogue lists no H200"
check "a recipe" "$program" new --recipe single-node --output made.rkw
check "solves" "$program" solve made.rkw
check "solves a sample" "$program" solve "$sample"
check "exports" "$program" export "$sample" --to out --formats csv,svg
# Beside no catalogue a program says so: what was found above was that of the installation.
mkdir -p lone && cp "$program" lone/
if ./lone/rackwright catalog list >"$work/said" 2>&1; then fail "a catalogue from elsewhere is read"; else ok "no catalogue from elsewhere"; fi

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:[^=]*=//p' "$build/CMakeCache.txt")
[ "$("$program" --version)" = "rackwright $version" ] || fail "--version is not that of the project"
grep -q "release version=\"$version\"" "$share/metainfo/$id.metainfo.xml" || fail "the metainfo is of another version"

# The manual page has each verb with its usage.
validated groff "the manual page is sound" sh -c "test -z \"\$(groff -man -Tutf8 -ww -z '$share/man/man1/rackwright.1' 2>&1)\""
"$program" --help | sed -n -e '/^  rackwright /d' -e 's/^  \([a-z][a-z]*\) .*/\1/p' >verbs
[ "$(wc -l <verbs)" -ge 20 ] || fail "--help lists few verbs"
while read -r verb; do
    grep -q "^.B rackwright $verb\$" "$share/man/man1/rackwright.1" || fail "the manual page has no $verb"
done <verbs

# Completion as bash asks for it: words typed so far, the last one under the cursor.
cat >complete.bash <<'END'
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
compopt() { :; }
_rackwright
printf '%s\n' "${COMPREPLY[@]}"
END
completes() { # completes EXPECTED WORDS...
    expected=$1
    shift
    if bash complete.bash "$share/bash-completion/completions/rackwright" "$@" 2>&1 | grep -qxF -e "$expected"; then
        ok "completes $* to $expected"
    else
        fail "completes $* to $expected"
        bash complete.bash "$share/bash-completion/completions/rackwright" "$@" | head -5
    fi
}
if command -v bash >/dev/null 2>&1; then
    while read -r verb; do
        completes "$verb" rackwright "${verb%?}"
    done <verbs
    completes --volumes rackwright export design.rkw --vol
    completes letter rackwright export design.rkw --paper le
    completes single-node rackwright new --recipe sing
    completes accelerators= rackwright new --recipe cluster --set acc
    completes 'deadline=' rackwright size dead
    completes 'site\ power=' rackwright size 'site\ p'
    completes compare rackwright options design.rkw comp
    completes micro_batch= rackwright train mic
fi
validated zsh "the completion for zsh is sound" zsh -n "$share/zsh/vendor-completions/_rackwright"

validated desktop-file-validate "the menu entry is sound" desktop-file-validate "$share/applications/$id.desktop"
validated appstreamcli "the metainfo is sound" appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml"
validated xmllint "the types of files are sound" xmllint --noout "$share/mime/packages/rackwright.xml"

# A file of either form is known by its name and, without it, by its first bytes.
typed() { # typed FILE TYPE
    said=$(XDG_DATA_DIRS="$share:/usr/share" gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p')
    if [ "$said" = "$2" ]; then ok "$1 is $2"; else fail "$1 is $said, not $2"; fi
}
if command -v update-mime-database >/dev/null 2>&1 && command -v gio >/dev/null 2>&1 &&
    [ -e /usr/share/mime/packages/freedesktop.org.xml ]; then
    cp /usr/share/mime/packages/freedesktop.org.xml "$share/mime/packages/"
    check "the types of files are taken" update-mime-database "$share/mime"
    cp "$sample" made.rkw.json
    cp made.rkw bare-database
    cp "$sample" bare-text
    type=application/x-rackwright-design
    typed made.rkw $type
    typed made.rkw.json $type+json
    typed bare-database $type
    typed bare-text $type+json
else
    echo "skip types of files by name and content: there is no update-mime-database or gio"
fi

# Twice packed is the same bytes, and lintian finds no error in them.
if command -v dpkg-deb >/dev/null 2>&1 && command -v dpkg-shlibdeps >/dev/null 2>&1; then
    for time in 1 2; do
        check "packs, time $time" "$source/packaging/deb" --quick --build "$build" --output "$work/deb$time"
    done
    check "both packages are the same" cmp deb1/rackwright_*.deb deb2/rackwright_*.deb
    validated lintian "lintian finds no error" lintian --allow-root --fail-on error deb1/rackwright_*.deb
else
    echo "skip the Debian package: there is no dpkg-dev"
fi
[ "$failures" -eq 0 ]
