#!/usr/bin/env bash
# Builds Jacquard from nothing: installs what is missing (Debian, as root), configures, builds, and
# runs the demonstration or the tests.
set -euo pipefail

usage() {
    cat <<'EOF'
usage: ./build.sh demo     build the tool, compile and run two example shaders, show every stage
       ./build.sh test     build everything and run all tests
       ./build.sh tool     build the tool only

environment: BUILD_DIR  where to build     (default: build/release)
             JOBS       parallel jobs      (default: number of processors)
             CXX        the C++ compiler   (default: g++, or clang++ where there is no g++)
EOF
}

root=$(cd "$(dirname "$0")" && pwd)
command=${1:-}
case "$command" in
    demo | test | tool) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

build_dir=${BUILD_DIR:-$root/build/release}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}

say() { printf '== %s\n' "$*"; }

# A Python that can run the generator, or nothing.
find_python() {
    local candidate
    for candidate in "${JACQUARD_PYTHON:-}" python3 /usr/bin/python3 /usr/local/bin/python3; do
        [ -n "$candidate" ] || continue
        if command -v "$candidate" >/dev/null 2>&1 &&
            (cd / && "$candidate" -c 'import sys, yaml, jinja2; sys.exit(sys.version_info < (3, 10))' \
                >/dev/null 2>&1); then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

has_catch2() {
    local folder
    for folder in /usr/include /usr/local/include; do
        [ -d "$folder/catch2" ] && return 0
    done
    [ -n "${CMAKE_PREFIX_PATH:-}" ]
}

# One line for each thing that is missing: Debian's package, then what it is.
missing() {
    command -v cmake >/dev/null 2>&1 || echo "cmake CMake 3.25 or newer"
    command -v "${CXX:-g++}" >/dev/null 2>&1 || command -v clang++ >/dev/null 2>&1 ||
        echo "g++ a C++20 compiler (g++ 12 or clang 14 and newer)"
    command -v ninja >/dev/null 2>&1 || command -v make >/dev/null 2>&1 ||
        echo "ninja-build Ninja or Make"
    find_python >/dev/null || {
        echo "python3 Python 3.10 or newer"
        echo "python3-yaml PyYAML, for that Python"
        echo "python3-jinja2 Jinja2, for that Python"
    }
    [ "$command" != test ] || has_catch2 || echo "catch2 Catch2 2.13 or 3.x"
}

needed=$(missing)
if [ -n "$needed" ]; then
    packages=$(printf '%s\n' "$needed" | cut -d' ' -f1 | tr '\n' ' ')
    if [ -e /etc/debian_version ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing from Debian: $packages"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        # shellcheck disable=SC2086 # a list of package names
        apt-get install -y -qq --no-install-recommends $packages >/dev/null
        # With z3 the tests prove rewrite rules, with glslang they compile GLSL, with libpng they draw
        # pictures, with valgrind they count instructions; without these they say what they skip.
        [ "$command" != test ] ||
            apt-get install -y -qq --no-install-recommends python3-z3 glslang-tools libpng-dev \
                valgrind                 >/dev/null || true
        # What deals batches out.
        [ "$command" != test ] ||
            apt-get install -y -qq --no-install-recommends parallel slurm-wlm munge \
                python3-distributed >/dev/null || true
    fi
    needed=$(missing)
    if [ -n "$needed" ]; then
        echo "build.sh: missing on this system:" >&2
        printf '%s\n' "$needed" | sed 's/^\([^ ]*\) \(.*\)$/  \2 (Debian: \1)/' >&2
        exit 1
    fi
fi

python=$(find_python)
configure=(-S "$root" -B "$build_dir" -DCMAKE_BUILD_TYPE=Release "-DJACQUARD_PYTHON=$python")
if command -v ninja >/dev/null 2>&1 && [ ! -e "$build_dir/Makefile" ]; then
    configure+=(-G Ninja)
fi
if [ -z "${CXX:-}" ] && ! command -v g++ >/dev/null 2>&1; then
    configure+=(-DCMAKE_CXX_COMPILER=clang++)
fi
if [ "$command" = test ]; then
    configure+=(-DJACQUARD_BUILD_TESTS=ON)
    target=all
else
    configure+=(-DJACQUARD_BUILD_TESTS=OFF)
    target=jacquard
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
say "configuring in $build_dir"
if ! cmake "${configure[@]}" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
say "building ($jobs jobs)"
if ! cmake --build "$build_dir" --target "$target" -j "$jobs" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    exit 1
fi

case "$command" in
    tool) say "built $build_dir/backend/driver/jacquard" ;;
    demo) exec "$root/examples/demo.sh" "$build_dir/backend/driver/jacquard" ;;
    test) say "testing"; cd "$build_dir" && exec ctest --output-on-failure -j "$jobs" ;;
esac
