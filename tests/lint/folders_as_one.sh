#!/usr/bin/env bash
# The sources of a folder can be compiled as one, as ./build.sh does: no two give a local name to
# different things. The façade and the tool are compiled one by one and are left out.
# folders_as_one.sh SOURCE_FOLDER BUILD_FOLDER CXX
set -euo pipefail
source=$1 build=$2 cxx=$3
one=$(mktemp --suffix=.cpp)
trap 'rm -f "$one"' EXIT
code=0
folders=$(find "$source/runtime" "$source/backend/jacquard/ir3" -name '*.cpp' -printf '%h\n' | sort -u |
    grep -vE '/lower_(doubles|int64)$')
for folder in $folders; do
    printf '#include "%s"\n' "$folder"/*.cpp >"$one"
    "$cxx" -std=c++20 -fsyntax-only -I"$source/runtime" -I"$source/backend" -I"$build/generated" "$one" || code=1
done
[ $code = 0 ] || echo "rename what the errors name: see JACQUARD_UNITY in cmake/JacquardTargets.cmake"
exit $code
