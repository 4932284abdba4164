#!/usr/bin/env bash
# The shaders of the examples, as a package would hold them, agree with a Vulkan device:
#     judge_test.sh BUILD_FOLDER
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "${1:?usage: judge_test.sh BUILD_FOLDER}")
command -v glslangValidator >/dev/null ||
    { echo "skipped: there is no glslangValidator (Debian: glslang-tools)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/unpacked/examples"
cp "$here"/../../examples/*.frag "$folder/unpacked/examples"
python3 "$here/make_modules.py" "$folder/unpacked" "$folder/modules" || exit 1
"$here/judge.sh" "$folder/modules" "$build" "$folder/results"
status=$?
[ $status -ne 0 ] && exit $status
for engine in nir ir3; do
    grep -Eq '^cases +9 ' "$folder/results/$engine.txt" ||
        { echo "$engine: nine cases were to be compared"; exit 1; }
done

# A wrong answer is told.
sed -Ei 's/("outputs(_nudged)?":\{"0":\[")......../\141200000/g' "$folder/results/answers.jsonl"
if "$build/backend/driver/jacquard" batch "$folder/modules" --engine nir \
    --cases "$folder/results/answers.jsonl" >"$folder/wrong.txt"; then
    echo "a wrong answer was not told"
    exit 1
fi
grep 'expected 41200000' "$folder/wrong.txt"
