#!/usr/bin/env bash
# A project takes the library in by add_subdirectory() or FetchContent. The library that is built
# already stands in for the one that the project would build of the same sources, so that the test
# sees the project configured, its part compiled and linked, and nothing is compiled twice.
# subproject_test.sh SOURCE_FOLDER BUILD_FOLDER CMAKE CXX PYTHON add_subdirectory|FetchContent
set -euo pipefail
source=$1 build=$2 cmake=$3 cxx=$4 python=$5 how=$6
here=$(cd "$(dirname "$0")" && pwd)
command -v make >/dev/null || { echo "skipped: make is not installed"; exit 77; }
if grep -q '^JACQUARD_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: a sanitizer build is no part of other projects"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$cmake" -S "$here/subproject" -B "$scratch" -G "Unix Makefiles" -DCMAKE_CXX_COMPILER="$cxx" \
    -DCMAKE_BUILD_TYPE=Release -DJACQUARD_PYTHON="$python" -DJACQUARD_SOURCE="$source" \
    -DHOW="$how" >/dev/null
part=$scratch/jacquard
[ "$how" = add_subdirectory ] || part=$scratch/_deps/jacquard-build

# `make all` is the part of the project and what it links: no tests, no tool, no shared library.
rules=$scratch/CMakeFiles/Makefile2
if grep -E '^all: .*jacquard|_tests\.dir/all:' "$rules"; then
    echo "the project builds more than it links"
    exit 1
fi
needed=$(sed -n 's,^consumer/CMakeFiles/consumer\.dir/all: .*/CMakeFiles/\(.*\)\.dir/all$,\1,p' "$rules")
[[ $needed == *jacquard_static* && $needed != *jacquard_shared* && $needed != *jacquard_tool* ]] ||
    { echo "the consumer needs $needed"; exit 1; }

cp "$build/libjacquard.a" "$part/"
cp -r "$build/generated/." "$part/generated/"
make -C "$scratch/consumer" consumer/fast >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$scratch/consumer/consumer"
