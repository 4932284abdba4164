#!/usr/bin/env bash
# Builds Jacquard from nothing: installs what is missing (Debian, as root), configures, builds, and
# runs the demonstration or the tests.
set -euo pipefail

usage() {
    cat <<'EOF'
usage: ./build.sh demo      build the tool quickly; show every stage of two shaders, what a shader
                            costs, and a picture that it draws
       ./build.sh test      build everything and run all tests
       ./build.sh tool      build what `cmake --install` installs: the tools and the libraries
       ./build.sh packages  list the Debian packages that `test` would install here

environment: BUILD_DIR  where to build     (default: build/release; build/demo for the demo)
             JOBS       parallel jobs      (default: number of processors)
             CXX        the C++ compiler   (default: g++, or clang++ where there is no g++)
EOF
}

root=$(cd "$(dirname "$0")" && pwd)
command=${1:-}
case "$command" in
    demo | test | tool | packages) ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
esac

# The demo is there to be seen soon: it has a build of its own, which takes half the time and whose
# programs are slower.
configuration=release
[ "$command" != demo ] || configuration=demo
build_dir=${BUILD_DIR:-$root/build/$configuration}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}

say() { printf '== %s\n' "$*"; }

# A Python that can run the generator, or nothing: the interpreter itself, where the name stands for a
# script that chooses among several, as that takes longer than most of what is run with it.
find_python() {
    local candidate asked='import sys, yaml, jinja2
if sys.version_info < (3, 10): sys.exit(1)
print(sys.executable)'
    for candidate in "${JACQUARD_PYTHON:-}" python3 /usr/bin/python3 /usr/local/bin/python3; do
        [ -n "$candidate" ] || continue
        if (cd / && "$(command -v "$candidate")" -c "$asked" 2>/dev/null); then
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

builds_tests() { [ "$command" = test ] || [ "$command" = packages ]; }

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
    ! builds_tests || has_catch2 || echo "catch2 Catch2 2.13 or 3.x"
}

# With z3 the tests prove rewrite rules, with glslang they compile GLSL, in their own process where
# its library is and else by a program for each shader, with libpng they draw pictures, as the demo
# does, with valgrind they count instructions, and with the others they deal batches out; without
# these they say what they leave out.
optional() {
    [ "$command" = tool ] || {
        command -v glslangValidator >/dev/null 2>&1 || echo glslang-tools
        [ -e /usr/include/png.h ] || [ -e /usr/local/include/png.h ] || echo libpng-dev
    }
    ! builds_tests || {
        /usr/bin/python3 -c 'import z3' >/dev/null 2>&1 || echo python3-z3
        [ -e /usr/include/glslang/Public/ShaderLang.h ] || echo glslang-dev
        command -v valgrind >/dev/null 2>&1 || echo valgrind
        command -v parallel >/dev/null 2>&1 || echo parallel
        command -v sbatch >/dev/null 2>&1 || echo slurm-wlm munge
        /usr/bin/python3 -c 'import distributed' >/dev/null 2>&1 || echo python3-distributed
    }
}

can_install() {
    [ -e /etc/debian_version ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}

install_packages() {
    say "installing from Debian: $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

needed=$(missing)
if [ "$command" = packages ]; then
    { printf '%s\n' "$needed" | cut -d' ' -f1; optional | tr ' ' '\n'; } | sed '/^$/d'
    exit 0
fi
if [ -n "$needed" ]; then
    if can_install; then
        # shellcheck disable=SC2046 # a list of package names
        install_packages $(printf '%s\n' "$needed" | cut -d' ' -f1)
    fi
    needed=$(missing)
    if [ -n "$needed" ]; then
        echo "build.sh: missing on this system:" >&2
        printf '%s\n' "$needed" | sed 's/^\([^ ]*\) \(.*\)$/  \2 (Debian: \1)/' >&2
        exit 1
    fi
fi
wanted=$(optional)
if [ -n "$wanted" ] && can_install; then
    # shellcheck disable=SC2086 # a list of package names
    install_packages $wanted || say "going on without these"
fi

python=$(find_python)
export PATH="${python%/*}:$PATH" # for what calls it by name
configure=(-S "$root" -B "$build_dir" "-DJACQUARD_PYTHON=$python" -DJACQUARD_PRECOMPILE=ON
    -DJACQUARD_UNITY=ON)
if [ "$configuration" = demo ]; then
    configure+=(-DCMAKE_BUILD_TYPE=None "-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG")
else
    configure+=(-DCMAKE_BUILD_TYPE=Release)
fi
if command -v ninja >/dev/null 2>&1 && [ ! -e "$build_dir/Makefile" ]; then
    configure+=(-G Ninja)
fi
if [ -z "${CXX:-}" ] && ! command -v g++ >/dev/null 2>&1; then
    configure+=(-DCMAKE_CXX_COMPILER=clang++)
fi
if [ "$command" = test ]; then
    configure+=(-DJACQUARD_BUILD_TESTS=ON)
else
    configure+=(-DJACQUARD_BUILD_TESTS=OFF)
fi
# Every generator knows `all`; without the tests it is what an installation has. The demonstration
# needs the tool alone.
target=all
[ "$command" != demo ] || target=jacquard_tool

# CMake writes to the source folder nothing but what a folder of builds in it holds.
if ! mkdir -p "$build_dir" 2>/dev/null || [ ! -w "$build_dir" ]; then
    echo "build.sh: cannot write in $build_dir; BUILD_DIR=FOLDER says where to build" >&2
    exit 1
fi

# Copies what a build prints to the log and shows how far it is: in one line of a terminal, else in
# a line each tenth. Ninja counts steps, Make percents.
show_progress() {
    local line percent shown=-1 start=$SECONDS
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        elif [[ $line =~ ^\[\ *([0-9]+)%\] ]]; then
            percent=${BASH_REMATCH[1]}
        else
            continue
        fi
        if [ -t 1 ]; then
            printf '\r   %3d %%, %d s' "$percent" "$((SECONDS - start))"
        elif [ "$((percent / 10))" -gt "$shown" ]; then
            shown=$((percent / 10))
            printf '   %3d %%, %d s\n' "$percent" "$((SECONDS - start))"
        fi
    done
    [ ! -t 1 ] || printf '\n'
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
say "configuring in $build_dir"
if ! cmake "${configure[@]}" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
say "building ($jobs jobs)"
if ! cmake --build "$build_dir" --target "$target" -j "$jobs" 2>&1 | show_progress; then
    tail -n 60 "$log" >&2
    exit 1
fi

case "$command" in
    tool) say "built $build_dir/backend/driver/jacquard; cmake --install $build_dir installs it" ;;
    demo) exec "$root/examples/demo.sh" "$build_dir/backend/driver/jacquard" "$build_dir" ;;
    test)
        say "testing"
        # tests.xml has what each test said, which tells what those are for that were skipped.
        cd "$build_dir" && exec ctest --output-on-failure -j "$jobs" --output-junit tests.xml \
            --test-output-size-passed 65536
        ;;
esac
