#!/bin/bash
# Builds the programs for Windows and their archive, with the libraries of others inside, from Debian's
# source packages.
# Usage: build.sh [BUILD_FOLDER] [SCRATCH_FOLDER]; both are made in build/ by default.
# Debian: g++-mingw-w64-x86-64 libz-mingw-w64-dev cmake ninja-build catch2 python3-yaml python3-jinja2, and a
# line `deb-src` among the sources of apt.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(realpath -m "${1:-$root/build/mingw}")
scratch=$(realpath -m "${2:-$root/build/mingw-sources}")
mkdir -p "$scratch"
cd "$scratch"
for package in glslang libpng1.6; do
    compgen -G "$package-*/CMakeLists.txt" > /dev/null || apt-get source -q "$package"
done

# libpng, for the pictures of `jacquard draw`.
cmake -S libpng1.6-*/ -B png-build -G Ninja -DCMAKE_TOOLCHAIN_FILE="$root/cmake/mingw_toolchain.cmake" \
    -DCMAKE_BUILD_TYPE=Release -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF \
    -DCMAKE_INSTALL_PREFIX="$scratch/prefix"
cmake --build png-build
cmake --install png-build

cd "$root"
cmake --preset mingw -B "$build" -DJACQUARD_GLSLANG_SOURCE="$(echo "$scratch"/glslang-*/)" \
    -DJACQUARD_WINDOWS_PREFIX="$scratch/prefix"
cmake --build "$build"
cd "$build"
cpack
