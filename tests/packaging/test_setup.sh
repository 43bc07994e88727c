#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How packaging/setup.sh answers a machine without network, package or rights: one sentence and no change. The commands
# of the system are stood in for, so that nothing is installed. Usage: test_setup.sh SOURCE_FOLDER
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/packaging"
cp "$source/packaging/setup.sh" "$work/packaging/"
printf '# comment\ng++\n\nlibone-dev # why\nlibtwo-dev\n' >"$work/packaging/packages.txt"
failures=0

# stub NAME SCRIPT: a command of the machine.
stub() {
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# A machine with g++ only, root, a network and all packages to be had; cases change one thing of it.
machine() {
    rm -rf "$work/bin" "$work/build" "$work/called"
    mkdir "$work/bin"
    for tool in sh sed grep mkdir env; do
        ln -s "$(command -v $tool)" "$work/bin/$tool"
    done
    stub dpkg-query '[ "$3" = g++ ] && printf installed || exit 1'
    stub apt-get "echo \"\$*\" >>'$work/called'"
    stub apt-cache 'exit 0'
    stub id 'echo 0'
}

# expect NAME STATUS TEXT: runs the installation and compares its end; a failure is told in one line.
expect() {
    status=0
    (cd "$work" && PATH="$work/bin" sh -c '. packaging/setup.sh; install_missing') >"$work/out" 2>"$work/err" || status=$?
    lines=$(wc -l <"$work/err")
    if [ "$status" -ne "$2" ] || ! cat "$work/out" "$work/err" | grep -qF "$3" || [ "$lines" -ne "$2" ]; then
        printf 'FAIL %s: status %s, said:\n' "$1" "$status"
        cat "$work/out" "$work/err"
        failures=$((failures + 1))
    else
        printf 'ok   %s\n' "$1"
    fi
}

machine
expect "installs what is missing" 0 "Installing what is missing: libone-dev libtwo-dev"
grep -q "^install .*libone-dev libtwo-dev$" "$work/called" || { echo "FAIL nothing was installed"; failures=$((failures + 1)); }

machine
stub dpkg-query 'printf installed'
stub apt-get 'exit 9'
expect "all is there" 0 "All packages are installed."

machine
stub apt-get '[ "$1" != update ] || { echo "W: noise" >&2; exit 100; }'
stub apt-cache 'exit 100'
expect "no network, no lists" 1 "check the network and run this again, since the package lists could not be fetched and these packages are missing: libone-dev libtwo-dev"

machine
stub apt-get 'echo "E: noise" >&2; exit 100'
expect "no network, old lists" 1 "check the network and run this again, since these packages could not be fetched: libone-dev libtwo-dev"

machine
stub apt-get '[ "$1" != update ] || exit 100'
expect "one source out of reach, all to be had" 0 "Installing what is missing"

machine
stub apt-cache '[ "$3" != libtwo-dev ]'
expect "no such package" 1 "since they have no libtwo-dev."

machine
stub apt-get '[ "$1" = update ] || { echo "E: no space" >&2; exit 100; }'
expect "the installation fails" 1 "these packages could not be installed, and build/packages.log says why: libone-dev libtwo-dev"
grep -q "E: no space" "$work/build/packages.log" || { echo "FAIL the log says nothing"; failures=$((failures + 1)); }

machine
stub id 'echo 1000'
expect "no rights" 1 "run this as root once, since there is no sudo and these packages are missing: libone-dev libtwo-dev"

machine
stub id 'echo 1000'
stub sudo '"$@"'
expect "rights by sudo" 0 "Installing what is missing"

machine
rm "$work/bin/apt-get"
expect "another system" 1 "this machine has no apt-get, so install the packages of packaging/packages.txt by hand"

[ "$failures" -eq 0 ]
