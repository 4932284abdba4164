#!/usr/bin/env bash
# On a bare Debian: builds the packages twice, in folders of different names, and compares them;
# installs them, uses the tool, the library from C and C++ and the Python module; removes them and
# looks for what is left. Needs root, debootstrap and the network.
# bare_debian.sh SOURCE_FOLDER SCRATCH_FOLDER [MIRROR]
set -euo pipefail
source=$(realpath "$1") scratch=$2 mirror=${3:-}
say() { printf '== %s\n' "$*"; }

root=$scratch/system
rm -rf --one-file-system "$scratch"
mkdir -p "$scratch"
say "a bare system"
# shellcheck disable=SC2086 # no mirror: debootstrap's own
debootstrap --variant=minbase bookworm "$root" $mirror >"$scratch/debootstrap.log"
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/try LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"
trap 'umount "$root/proc" "$root/dev/pts"' EXIT
cp /etc/resolv.conf /etc/hosts "$root/etc/"
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends dpkg-dev g++ pkg-config >"$scratch/apt.log"

git -C "$source" archive HEAD >"$scratch/source.tar"
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
