#!/usr/bin/env bash
# Installs the build into a scratch prefix and builds consumers against it: in C++ with each form of
# the library, in C, in Python and by pkg-config.
# install_test.sh BUILD_FOLDER CMAKE PYTHON
set -euo pipefail
build=$1 cmake=$2 python=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/install/nested_build.sh
. "$here/nested_build.sh"
cc=$(cached CMAKE_C_COMPILER) cxx=$(cached CMAKE_CXX_COMPILER)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if grep -q '^JACQUARD_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: a sanitizer build installs nothing"
    exit 77
fi

say() { printf '== %s\n' "$*"; }

# consumer FOLDER NAME OPTION...: configures, builds and runs it.
consumer() {
    local source=$1 name=$2
    shift 2
    configure "$here/$source" "$scratch/$name" -DCMAKE_PREFIX_PATH="$prefix" "$@" >/dev/null
    "$cmake" --build "$scratch/$name" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
    "$scratch/$name/$source"
}

# links NAME: whether the program needs the shared library.
links() { readelf -d "$scratch/$1/$2" | grep -q 'NEEDED.*libjacquard\.so\.'; }

"$cmake" --install "$build" --prefix "$scratch/first" >/dev/null
# The package may be moved.
prefix=$scratch/prefix
mv "$scratch/first" "$prefix"

say "C++, static library"
consumer consumer static -DBUILD_SHARED_LIBS=OFF
if links static consumer; then echo "it needs the shared library"; exit 1; fi
say "C++, shared library"
consumer consumer shared -DBUILD_SHARED_LIBS=ON
links shared consumer
say "C"
consumer consumer_c c
links c consumer_c

say "components"
mkdir "$scratch/components"
cat >"$scratch/components/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.25)
project(components LANGUAGES C)
find_package(jacquard REQUIRED COMPONENTS tool)
get_target_property(tool jacquard::tool LOCATION)
execute_process(COMMAND "${tool}" --version COMMAND_ERROR_IS_FATAL ANY)
find_package(jacquard COMPONENTS opengl)
if(jacquard_FOUND)
    message(FATAL_ERROR "there is a component 'opengl'")
endif()
EOF
configure "$scratch/components" "$scratch/components/build" -DCMAKE_PREFIX_PATH="$prefix" \
    >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
grep "no component 'opengl'" "$scratch/log"

say "every public header"
(cd "$prefix/include" && find jacquard -name '*.h' | sort | sed 's/.*/#include <&>/') >"$scratch/all.cpp"
"$cxx" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$prefix/include" "$scratch/all.cpp"
wc -l <"$scratch/all.cpp"

say "the tool"
"$prefix/bin/jacquard" --version

say "Python"
package=$(dirname "$(find "$prefix" -path '*jacquard/__init__.py')")
env -u JACQUARD_LIBRARY PYTHONPATH="${package%/jacquard}" PYTHONDONTWRITEBYTECODE=1 "$python" -c '
import jacquard
print(jacquard.library_version(), jacquard.assemble("nop\nend\n")[0])'

if command -v pkg-config >/dev/null; then
    say "pkg-config"
    # The prefix is the one that `cmake --install` was given.
    "$cmake" --install "$build" --prefix "$scratch/second" --component development >/dev/null
    "$cmake" --install "$build" --prefix "$scratch/second" --component library >/dev/null
    second=$(dirname "$(find "$scratch/second" -name jacquard.pc)")
    export PKG_CONFIG_PATH=$second
    [ "$(pkg-config --variable=prefix jacquard)" = "$scratch/second" ]
    # shellcheck disable=SC2046 # options
    "$cc" -std=c99 -Wall -Wextra -Wno-missing-field-initializers "$here/consumer_c/main.c" -o "$scratch/by_pkg_config" \
        $(pkg-config --cflags --libs jacquard)
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir jacquard) "$scratch/by_pkg_config"
    # shellcheck disable=SC2046
    "$cc" "$here/consumer_c/main.c" -o "$scratch/by_pkg_config_static" $(pkg-config --cflags jacquard) \
        -Wl,-Bstatic $(pkg-config --libs-only-L --libs-only-l jacquard) -Wl,-Bdynamic \
        -lstdc++ -lm -pthread
    "$scratch/by_pkg_config_static"
else
    echo "skipped: pkg-config is not installed (Debian: pkg-config)"
fi
