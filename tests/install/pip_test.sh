#!/usr/bin/env bash
# `pip install .` puts the library and the tool into the package, where they are found by themselves.
# The build that is there already is taken, so that nothing is compiled twice.
# pip_test.sh SOURCE_FOLDER BUILD_FOLDER PYTHON
set -euo pipefail
source=$1 build=$2 python=$3
if ! "$python" -c 'import setuptools, wheel, pip, yaml' 2>/dev/null; then
    echo "skipped: $python has no pip, setuptools, wheel or PyYAML" \
        "(Debian: python3-pip python3-setuptools python3-wheel python3-yaml)"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What pip needs of the sources: it writes beside them.
mkdir -p "$scratch/source/bindings"
cp "$source"/{pyproject.toml,setup.py,README.md,LICENSE} "$scratch/source/"
cp -r "$source/bindings/python" "$scratch/source/bindings/"
cp -r "$source/release" "$scratch/source/"
JACQUARD_BUILD_FOLDER=$build "$python" -m pip install --quiet --disable-pip-version-check \
    --no-build-isolation --no-deps --no-index --root-user-action=ignore \
    --target "$scratch/site" "$scratch/source"
cd "$scratch"
env -u JACQUARD_LIBRARY PYTHONPATH="$scratch/site" "$python" -c '
import jacquard
from jacquard import _library
program = jacquard.assemble("nop\nend\n")
print(jacquard.__file__, _library.library()._name, program[0])
assert _library.library()._name.startswith(jacquard.__file__.rsplit("/", 1)[0])'
test -e "$scratch/site/jacquard/py.typed"
env -u JACQUARD PYTHONPATH="$scratch/site" "$python" -m jacquard --version
