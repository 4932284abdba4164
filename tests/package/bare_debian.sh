#!/usr/bin/env bash
# On a bare Debian: builds the packages twice, in folders of different names, and compares them;
# installs them, uses the tool, the library from C and C++ and the Python module; removes them and
# looks for what is left. Needs root, debootstrap and the network.
# bare_debian.sh SOURCE_FOLDER SCRATCH_FOLDER
set -euo pipefail
source=$(realpath "$1") scratch=$2
# shellcheck source=tests/package/bare_system.sh
. "$(dirname "$0")/bare_system.sh"
say() { printf '== %s\n' "$*"; }

rm -rf --one-file-system "$scratch"
mkdir -p "$scratch"
say "a bare system"
bare_begin
reason=$(bare_available) || { echo "no bare system can be made: $reason"; exit 1; }
bare_base "${JACQUARD_BARE_BASE:-/var/cache/jacquard/bookworm}"
bare_copy "${JACQUARD_BARE_BASE:-/var/cache/jacquard/bookworm}"
root=$bare_root
bare_environment=(LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { bare_run root "$@"; }
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends dpkg-dev g++ pkg-config >"$scratch/apt.log"

git -c safe.directory='*' -C "$source" archive HEAD >"$scratch/source.tar"
build() {
    local folder=$1
    mkdir -p "$root$folder"
    tar -x -f "$scratch/source.tar" -C "$root$folder"
    inside apt-get build-dep -y -qq --no-install-recommends "$folder" >>"$scratch/apt.log"
    inside sh -c "cd $folder && DEB_BUILD_OPTIONS='nocheck parallel=$(nproc)' \
        dpkg-buildpackage -us -uc -b" >"$scratch/build.log" 2>&1
}
say "building"
build /first/jacquard
say "building in another folder"
build /the/second/source
for package in "$root"/first/*.deb; do
    cmp "$package" "$root/the/second/$(basename "$package")"
    say "$(basename "$package"): the same twice"
done

files() { (cd "$root" && find bin etc lib opt root sbin usr var -not -path 'var/lib/dpkg/*' \
    -not -path 'var/cache/*' -not -path 'var/log/*' -not -name '*.pyc' -not -name __pycache__ \
    -not -path etc/ld.so.cache | sort); }
inside apt-get install -y -qq --no-install-recommends cmake python3 >>"$scratch/apt.log"
say "installing"
dpkg-deb -f "$root"/first/jacquard_*.deb Depends >"$scratch/depends"
# What they depend on stays, so it is there before.
inside sh -c "apt-get install -y -qq --no-install-recommends --download-only /first/*.deb" \
    >>"$scratch/apt.log"
inside sh -c "apt-get install -y -qq --no-install-recommends /first/*.deb && apt-mark auto \$(dpkg -l \
    | awk '/jacquard/ {print \$2}')" >>"$scratch/apt.log"
files >"$scratch/with"

say "using"
mkdir "$root/try"
cp "$source"/examples/*.tgsi "$source"/examples/ripple.frag "$root/try/"
cp -r "$source/tests/install/consumer" "$source/tests/install/consumer_c" "$root/try/"
inside jacquard --version
inside jacquard compile /try/ripple.frag --gpu 740 -o /try/ripple.asm
inside jacquard cost /try/transform.vert.tgsi --gpu 650 --format csv >"$scratch/cost.csv"
inside man jacquard >/dev/null 2>&1 || test -e "$root/usr/share/man/man1/jacquard.1.gz"
inside sh -c 'cd /try/consumer && cmake -S . -B build >/dev/null && cmake --build build >/dev/null'
# shellcheck disable=SC2016 # for the shell inside
inside sh -c 'cd /try/consumer_c && cc $(pkg-config --cflags jacquard) *.c -o use \
    $(pkg-config --libs jacquard)'
inside python3 -c 'import jacquard; print(jacquard.assemble("nop\nend\n")[0])'

say "removing"
inside sh -c "apt-get purge -y -qq \$(dpkg -l | awk '/^ii.*jacquard/ {print \$2}')" >>"$scratch/apt.log"
files >"$scratch/without"
if grep jacquard "$scratch/without" | grep .; then
    say "the files above are left"
    exit 1
fi
say "nothing is left"
