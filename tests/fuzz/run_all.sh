#!/usr/bin/env bash
# Runs every libFuzzer program of a build, each for some seconds, from its seeds.
#   run_all.sh BUILD_FOLDER SECONDS FOUND [JOBS]
# JOBS of them run at a time, one if it is not given. What makes one fail goes to the folder FOUND.
# Exit code 1 when any did, 2 when there is no program.
set -uo pipefail
usage="usage: run_all.sh BUILD_FOLDER SECONDS FOUND [JOBS]"
build=${1:?$usage}
seconds=${2:?$usage}
found=${3:?$usage}
jobs=${4:-1}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$found"

# Runs the program NAME from the folder SEEDS, and prints a line about it.
run_one() {
    local name=$1 seeds=$2 program=$build/tests/fuzz/$1 corpus used result
    [ -x "$program" ] || { echo "$name: not built"; return 1; }
    corpus=$(mktemp -d)
    TIMEFORMAT=%U
    used=$({ time "$program" -max_total_time="$seconds" -artifact_prefix="$found/$name-" \
        -print_final_stats=1 "$corpus" "$here/$seeds" >"$found/$name.log" 2>&1; } 2>&1)
    result=$?
    rm -rf "$corpus"
    if [ "$result" = 0 ]; then
        echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log") inputs," \
            "$used s of processor time"
        rm "$found/$name.log"
    else
        echo "$name: FAILED"
        tail -n 30 "$found/$name.log"
    fi
    return "$result"
}

ran=0
failed=0
# The build lists each program with the folder of its seeds.
while read -r name seeds; do
    if [ "$ran" -ge "$jobs" ]; then
        wait -n || failed=$((failed + 1))
    fi
    run_one "$name" "$seeds" &
    ran=$((ran + 1))
done <"$build/tests/fuzz/fuzzers.txt"
for _ in $(seq "$((ran < jobs ? ran : jobs))"); do
    wait -n || failed=$((failed + 1))
done

echo "$ran fuzzers, $failed failed"
[ "$ran" -gt 0 ] || exit 2
[ "$failed" = 0 ]
