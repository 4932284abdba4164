#!/usr/bin/env bash
# Makes what the Dockerfile makes where there is no engine for containers: each stage's commands run in
# a bare Debian of its own, what is copied between stages is copied, and then the image's command runs
# as its user. What differs from an engine: the base is debootstrap's and not the slim image, and layers
# are not cached. Needs root, debootstrap and the network, and takes as long as the packages do.
# image_on_bare_debian.sh SOURCE_FOLDER SCRATCH_FOLDER
set -euo pipefail
source=$(realpath "$1") scratch=$2
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/package/bare_system.sh
. "$here/bare_system.sh"
base=${JACQUARD_BARE_BASE:-/var/cache/jacquard/bookworm}
say() { printf '== %s\n' "$*"; }

bare_begin
reason=$(bare_available) || { echo "no bare system can be made: $reason"; exit 1; }
bare_base "$base"
mkdir -p "$scratch"
bare_environment=(LC_ALL=C.UTF-8 SOURCES=/sources STAGES=/stages)

# stage NUMBER: runs it in a new system, which $bare_root then is.
stage() {
    python3 "$here/dockerfile.py" "$source/Dockerfile" --script "$1" >"$bare_root/stage.sh"
    bare_run root sh /stage.sh
}

say "the stage that builds"
bare_copy "$base"
mkdir -p "$bare_root/sources"
git -c safe.directory='*' -C "$source" archive HEAD | tar -x -C "$bare_root/sources"
stage 0 >"$scratch/build.log" 2>&1 || { tail -n 40 "$scratch/build.log"; exit 1; }
rm -rf "$scratch/packages"
cp -a "$bare_root/packages" "$scratch/packages"
bare_remove

say "the image"
bare_copy "$base"
mkdir -p "$bare_root/stages/build"
cp -a "$scratch/packages" "$bare_root/stages/build/packages"
stage 1 >"$scratch/image.log" 2>&1 || { tail -n 40 "$scratch/image.log"; exit 1; }
rm -rf "$bare_root/stages" "$bare_root/sources"
du -sh "$bare_root" | cut -f 1

say "its command, as its user"
mkdir -p "$bare_root/work"
cp "$source"/examples/{ripple.frag,lit_texture.frag.tgsi} "$bare_root/work/"
as_user() { bare_run root su jacquard -c "cd /work && $*"; }
as_user 'jacquard --help' | head -n 1
as_user 'jacquard compile ripple.frag --gpu 740' | tail -n 1
as_user 'jacquard cost lit_texture.frag.tgsi --gpu 740 --lines 0' | head -n 3
as_user "python3 -c 'import jacquard; print(jacquard.library_version())'"
[ ! -e "$bare_root/packages" ] || { echo "the packages are left in the image"; exit 1; }
