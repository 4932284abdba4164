# shellcheck shell=bash disable=SC2154 # those who source it set what is told below
# For scripts that build projects of their own: with whatever the build around the test was made with,
# as nothing else needs to be installed. $build is that build's folder and $cmake CMake.

# A value of the build's cache; empty where there is none.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# configure SOURCE FOLDER OPTION...
configure() {
    local source=$1 folder=$2 name options=()
    shift 2
    for name in CMAKE_MAKE_PROGRAM CMAKE_C_COMPILER CMAKE_CXX_COMPILER; do
        [ -z "$(cached $name)" ] || options+=("-D$name=$(cached $name)")
    done
    "$cmake" -S "$source" -B "$folder" -G "$(cached CMAKE_GENERATOR)" -Wno-dev \
        --no-warn-unused-cli "${options[@]}" "$@"
}
