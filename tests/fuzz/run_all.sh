#!/usr/bin/env bash
# Runs every libFuzzer program of a build, each for some seconds, from its seeds.
#   run_all.sh BUILD_FOLDER SECONDS FOUND
# What makes one fail goes to the folder FOUND. Exit code 1 when any did, 2 when there is no program.
set -uo pipefail
build=${1:?usage: run_all.sh BUILD_FOLDER SECONDS FOUND}
seconds=${2:?usage: run_all.sh BUILD_FOLDER SECONDS FOUND}
found=${3:?usage: run_all.sh BUILD_FOLDER SECONDS FOUND}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$found"

ran=0
failed=0
# The build lists each program with the folder of its seeds.
while read -r name seeds; do
    program=$build/tests/fuzz/$name
    [ -x "$program" ] || { echo "$name: not built"; failed=$((failed + 1)); continue; }
    corpus=$(mktemp -d)
    if "$program" -max_total_time="$seconds" -artifact_prefix="$found/$name-" -print_final_stats=1 \
        "$corpus" "$here/$seeds" >"$found/$name.log" 2>&1; then
        echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log") inputs"
        rm "$found/$name.log"
    else
        echo "$name: FAILED"
        tail -n 30 "$found/$name.log"
        failed=$((failed + 1))
    fi
    rm -rf "$corpus"
    ran=$((ran + 1))
done <"$build/tests/fuzz/fuzzers.txt"

echo "$ran fuzzers, $failed failed"
[ "$ran" -gt 0 ] || exit 2
[ "$failed" = 0 ]
