#!/usr/bin/env bash
# A project takes the library in by add_subdirectory() or FetchContent. The library that is built
# already stands in for the one that the project would build of the same sources, so that the test
# sees the project configured, its part compiled and linked, and nothing is compiled twice.
# subproject_test.sh SOURCE_FOLDER BUILD_FOLDER CMAKE PYTHON add_subdirectory|FetchContent
set -euo pipefail
source=$1 build=$2 cmake=$3 python=$4 how=$5
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/install/nested_build.sh
. "$here/nested_build.sh"
if grep -q '^JACQUARD_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: a sanitizer build is no part of other projects"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make=$(cached CMAKE_MAKE_PROGRAM)
case "$(cached CMAKE_GENERATOR)" in
    Ninja) is_ninja=yes ;;
    "Unix Makefiles") is_ninja='' ;;
    *) echo "skipped: this reads what CMake writes for Ninja and Make"; exit 77 ;;
esac

configure "$here/subproject" "$scratch" -DCMAKE_BUILD_TYPE=Release -DJACQUARD_PYTHON="$python" \
    -DJACQUARD_SOURCE="$source" -DHOW="$how" >/dev/null
part=$scratch/jacquard
[ "$how" = add_subdirectory ] || part=$scratch/_deps/jacquard-build

# What is made, a line each: of the whole project, and of what the consumer links.
if [ -n "$is_ninja" ]; then
    (cd "$scratch" && "$make" -t inputs all) >"$scratch/all"
    (cd "$scratch" && "$make" -t query consumer/consumer) >"$scratch/consumer.needs"
else
    rules=$scratch/CMakeFiles/Makefile2
    sed -n 's/^all: //p' "$rules" >"$scratch/all"
    sed -n 's,^consumer/CMakeFiles/consumer\.dir/all: ,,p' "$rules" >"$scratch/consumer.needs"
fi
# The whole is the part of the project and what it links: no tests, no tool, no shared library.
others='_tests(\.dir|$)|jacquard_tool|driver/jacquard$|jacquard_shared|libjacquard\.so|jacquard_aoc'
if grep -E "$others" "$scratch/all" "$scratch/consumer.needs"; then
    echo "the project builds more than it links"
    exit 1
fi
grep -Eq 'jacquard_static|libjacquard\.a' "$scratch/consumer.needs" ||
    { echo "the consumer does not link the library:"; cat "$scratch/consumer.needs"; exit 1; }

cp "$build/libjacquard.a" "$part/"
cp -r "$build/generated/." "$part/generated/"
# The consumer alone is made, of the library that is there.
make_consumer() {
    local object
    if [ -z "$is_ninja" ]; then
        "$make" -C "$scratch/consumer" consumer/fast
        return
    fi
    # Ninja makes nothing without what it is made of, but tells the commands.
    cd "$scratch"
    for object in $("$make" -t inputs consumer/consumer | grep '^consumer/.*\.o$'); do
        mkdir -p "$(dirname "$object")"
        sh -ec "$("$make" -t commands -s "$object")"
    done
    sh -ec "$("$make" -t commands -s consumer/consumer)"
}
(set -e; make_consumer) >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$scratch/consumer/consumer"
