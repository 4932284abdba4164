#!/usr/bin/env bash
# Compares both engines with a Vulkan device on any modules:
#     judge.sh MODULES BUILD_FOLDER RESULTS [GPU]
# Draws three cases for each module that the runner can feed, has the device execute them as they are
# and with their floats moved either way, and compares. RESULTS is a folder for the cases, the answers
# and what each engine says of them. Exit codes: 0 all agree, 1 some do not, 2 wrong usage, 77 there
# is no device.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
usage='usage: judge.sh MODULES BUILD_FOLDER RESULTS [GPU]'
modules=${1:?$usage}
record=${2:?$usage}/tests/vulkan/record_runs
jacquard=$2/backend/driver/jacquard
results=${3:?$usage}
gpu=${4:-630}
[ -x "$record" ] || { echo "skipped: there is no $record (Debian: libvulkan-dev spirv-headers mesa-vulkan-drivers)"; exit 77; }

mkdir -p "$results" && ln -sfn "$(realpath "$modules")" "$results/modules" || exit 2
for nudge in 0 1 -1; do
    python3 "$here/make_cases.py" "$modules" --nudge=$nudge \
        >"$results/cases$nudge.jsonl" 2>"$results/not_fed.txt" || exit 2
    "$record" "$results/cases$nudge.jsonl" --modules "$modules" --nearest-planes \
        >"$results/recorded$nudge.jsonl" 2>"$results/recorded$nudge.txt"
    status=$?
    [ $status -eq 77 ] && { cat "$results/recorded$nudge.txt"; exit 77; }
done
tail -n 1 "$results/recorded0.txt"
echo "modules that no case is drawn for: $(wc -l <"$results/not_fed.txt"), see not_fed.txt"
(cd "$results" && python3 "$here/../vulkan/nudged_results.py" recorded0.jsonl recorded1.jsonl \
    recorded-1.jsonl >answers.jsonl) || exit 2

failures=0
for engine in nir ir3; do
    "$jacquard" batch "$modules" --gpu "$gpu" --cases "$results/answers.jsonl" --engine $engine \
        >"$results/$engine.txt" 2>&1 || failures=1
    echo "$engine: $(tail -n 1 "$results/$engine.txt")"
    grep ': run ' "$results/$engine.txt"
done
exit $failures
