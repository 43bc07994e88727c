# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by packaging/run and packaging/test: installs the packages that are missing and builds the release preset.
# It needs Debian 12, a network only when a package is missing, and root or sudo only then.

say() { printf '== %s\n' "$*"; }
fail() { printf 'rackwright: %s\n' "$*" >&2; exit 1; }

listed_packages() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' packaging/packages.txt; }

missing_packages() {
    for package in $(listed_packages); do
        dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || printf '%s ' "$package"
    done
}

# Each way to fail ends with one sentence; what apt-get said stands in build/packages.log.
install_missing() {
    command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || fail \
        "this machine has no apt-get, so install the packages of packaging/packages.txt by hand and build with: cmake --preset release && cmake --build --preset release"
    missing=$(missing_packages)
    if [ -z "$missing" ]; then
        say "All packages are installed."
        return
    fi
    missing=${missing% }
    say "Installing what is missing: $missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || fail \
            "run this as root once, since there is no sudo and these packages are missing: $missing"
        as_root=sudo
    fi
    mkdir -p build
    # One source of several may be out of reach while another has all that is needed.
    is_reached=yes
    $as_root apt-get update -qq -o APT::Update::Error-Mode=any >build/packages.log 2>&1 || is_reached=no
    for package in $missing; do
        apt-cache show --no-all-versions "$package" >/dev/null 2>&1 && continue
        [ "$is_reached" = yes ] || fail \
            "check the network and run this again, since the package lists could not be fetched and these packages are missing: $missing"
        fail "add Debian 12 (bookworm) main to the package sources of this machine and run this again, since they have no $package."
    done
    # shellcheck disable=SC2086 # a list of package names
    if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing \
        >>build/packages.log 2>&1; then
        [ "$is_reached" = yes ] || fail \
            "check the network and run this again, since these packages could not be fetched: $missing"
        fail "these packages could not be installed, and build/packages.log says why: $missing"
    fi
}

# build [TARGET]: everything, or one target and what it needs.
build() {
    mkdir -p build
    say "Configuring the release build in build/release."
    # From nothing the sources of a folder are compiled by eights; a build that somebody works in stays as it is.
    unity=
    [ -e build/release/CMakeCache.txt ] || unity=-DRACKWRIGHT_UNITY=ON
    cmake --preset release -S . ${unity:+"$unity"} >build/configure.log 2>&1 ||
        { cat build/configure.log >&2; fail "the build could not be configured; the reason stands above."; }
    say "Building with $(nproc) processors. The first time takes some minutes."
    started=$(date +%s)
    cmake --build build/release --parallel "$(nproc)" ${1:+--target "$1"} ||
        fail "the build failed; the reason stands above."
    say "Built in $(($(date +%s) - started)) s."
}
