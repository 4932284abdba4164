#!/usr/bin/env bash
# install_test.sh BUILD_FOLDER CMAKE CXX GENERATOR
set -euo pipefail
build=$1 cmake=$2 cxx=$3 generator=$4
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if grep -q '^JACQUARD_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: a sanitizer build is not installed"
    exit 77
fi

"$cmake" --install "$build" --prefix "$scratch/prefix" >/dev/null
"$cmake" -S "$here/consumer" -B "$scratch/build" -G "$generator" \
    -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$scratch/prefix" >/dev/null
"$cmake" --build "$scratch/build"
"$scratch/build/consumer"
"$scratch/prefix/bin/jacquard" --version
