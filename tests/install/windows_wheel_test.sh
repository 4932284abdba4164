#!/usr/bin/env bash
# The wheel for Windows, of a build for it that is there already.
# windows_wheel_test.sh SOURCE_FOLDER WINDOWS_BUILD_FOLDER PYTHON
set -euo pipefail
source=$1 build=$2 python=$3
if [ -z "$(find "$build" -name jacquard.exe 2>/dev/null | head -n 1)" ]; then
    echo "skipped: there is no build for Windows in $build (cmake --preset mingw makes it)"
    exit 77
fi
"$python" -c 'import build, setuptools, wheel, yaml' 2>/dev/null || {
    echo "skipped: $python makes no wheels (Debian: python3-build python3-setuptools python3-wheel)"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/source"
(cd "$source" && cp -r --parents pyproject.toml setup.py README.md LICENSE bindings/python release \
    "$scratch/source")
JACQUARD_BUILD_FOLDER=$build "$python" -m build --wheel --no-isolation --outdir "$scratch/dist" \
    "$scratch/source" >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log"; exit 1; }
"$python" "$source/tests/install/wheel_contents.py" "$scratch"/dist/*.whl "$source"
