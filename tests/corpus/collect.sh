#!/usr/bin/env bash
# Makes a corpus of real shaders from Debian packages and compiles all of it:
#     collect.sh FOLDER JACQUARD [PACKAGES.txt]
# FOLDER keeps the packages, what was in them, and the modules, so that a second run fetches nothing.
# Nothing is installed. Exit codes: 0 fine, 1 the compiler failed on a module, 2 wrong usage, 77 a
# tool is missing.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: collect.sh FOLDER JACQUARD [PACKAGES.txt]}
jacquard=$(realpath "${2:?usage: collect.sh FOLDER JACQUARD [PACKAGES.txt]}") || exit 2
packages=$(realpath "${3:-$here/packages.txt}") || exit 2
for tool in apt-get dpkg-deb glslangValidator python3; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done

mkdir -p "$folder/packages" "$folder/unpacked" && cd "$folder" || exit 2
for package in $(grep -v '^#' "$packages"); do
    if [ ! -d "unpacked/$package" ]; then
        (cd packages && apt-get download "$package") >/dev/null 2>&1 ||
            { echo "$package: cannot be fetched"; continue; }
        dpkg-deb -x packages/"$package"_*.deb "unpacked/$package" ||
            { echo "$package: cannot be unpacked"; rm -rf "unpacked/$package"; }
    fi
done

python3 "$here/make_modules.py" unpacked modules
failures=0
for gpu in 630 730; do
    echo "for $gpu:"
    "$jacquard" batch modules --gpu "$gpu" >"batch_$gpu.txt" 2>&1 || failures=1
    tail -n 2 "batch_$gpu.txt"
done
exit $failures
