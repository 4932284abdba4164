#!/usr/bin/env bash
# The wheel for Python: it is made of the sources as `python3 -m build` makes them, by way of the source
# distribution and without a network, says truly on which systems it runs, and is all that a fresh
# virtual environment needs for the module, the tool and GLSL. The build that is there already is taken,
# so that nothing is compiled twice.
# wheel_test.sh SOURCE_FOLDER BUILD_FOLDER PYTHON CMAKE
set -euo pipefail
source=$1 build=$2 python=$3 cmake=$4
# shellcheck source=tests/install/nested_build.sh
. "$source/tests/install/nested_build.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! "$python" -c 'import build, ensurepip, setuptools, wheel, yaml' 2>/dev/null; then
    echo "skipped: $python cannot make a wheel and an environment" \
        "(Debian: python3-build python3-venv python3-setuptools python3-wheel)"
    exit 77
fi
fail() { echo "$*"; exit 1; }
say() { printf '== %s\n' "$*"; }
# The variables of the test and of the user do not help.
bare() { env -i HOME="$scratch" LC_ALL=C.UTF-8 PATH="${path:-/usr/bin:/bin}" "$@"; }

say "the source distribution, and the wheel of it"
mkdir "$scratch/source"
tar -C "$source" -c --exclude='./build*' --exclude=./.git --exclude=__pycache__ . |
    tar -x -C "$scratch/source"
JACQUARD_BUILD_FOLDER=$build "$python" -m build --no-isolation --outdir "$scratch/dist" \
    "$scratch/source" >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log"; exit 1; }
wheel=$(echo "$scratch"/dist/jacquard_shader-*-py3-none-*.whl)
sdist=$(echo "$scratch"/dist/jacquard*shader-*.tar.gz)
[ -f "$wheel" ] && [ -f "$sdist" ] || fail "there is no wheel or no source distribution"
basename "$wheel"

say "the source distribution has what CMake needs"
mkdir "$scratch/unpacked"
tar -xzf "$sdist" -C "$scratch/unpacked" --strip-components=1
configure "$scratch/unpacked" "$scratch/configured" -DJACQUARD_BUILD_TESTS=OFF \
    -DJACQUARD_PYTHON="$python" >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log"; exit 1; }

say "the tag and the contents"
"$python" "$source/tests/install/wheel_contents.py" "$wheel" "$source"

say "a fresh environment"
"$python" -m venv "$scratch/venv"
bare "$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
    "$wheel"
path=$scratch/venv/bin
cd "$scratch"
cp "$source"/examples/{ripple.frag,cloth.frag,lit_texture.frag.tgsi} .
bare python -m jacquard --version
# No program of that name is there to do it.
bare python -m jacquard compile ripple.frag --gpu 630 -o ripple.words
cmp ripple.words <("$build/backend/driver/jacquard" compile ripple.frag --gpu 630 -o /dev/stdout) ||
    fail "GLSL gives other words than the build's tool"
bare python -m jacquard doctor >doctor || true
for part in glslang libpng zlib; do
    if "$build/backend/driver/jacquard" doctor | grep -q " $part .*built in"; then
        grep -q " $part .*built in" doctor || fail "the wheel's tool has no $part"
    fi
done
if grep -q " libpng .*built in" doctor; then
    bare python -m jacquard draw cloth.frag -o cloth.png --size 16x16
    # The library that draws it is the one in the wheel.
    LD_DEBUG=libs "$(find venv -path '*/native/bin/jacquard')" draw cloth.frag -o cloth.png --size 4x4 \
        2>&1 | grep 'calling init.*libpng' | grep -q "$scratch/venv" ||
        fail "libpng is not the wheel's"
fi
code=0
bare python -m jacquard compile missing.frag 2>stderr || code=$?
[ "$code" = 2 ] && grep -q 'missing\.frag' stderr || fail "exit code $code of a file that is not there"
[ "$(bare jacquard --version)" = "$(bare python -m jacquard --version)" ]
code=0
bare JACQUARD=/nonexistent/tool python -m jacquard --version 2>stderr || code=$?
[ "$code" = 2 ] && grep -q "names '/nonexistent/tool', which is no program" stderr ||
    fail "a tool that is not there: $code, $(cat stderr)"
printf '%s\n' lit_texture.frag.tgsi >list
bare python -m jacquard.batch list | grep -q '"compiled": 1' || fail "batches find no tool"

say "the page for Python"
path=$scratch/venv/bin:/usr/bin:/bin
bare "$scratch/venv/bin/python" "$source/tests/docs/run_page.py" docs/study-a-shader-in-python.md \
    >"$scratch/log" || { cat "$scratch/log"; exit 1; }
grep ' 0 differ, 0 skipped' "$scratch/log" || { cat "$scratch/log"; exit 1; }

if command -v mypy >/dev/null; then
    say "types"
    check() { mypy --strict --no-incremental --python-executable "$scratch/venv/bin/python" "$1"; }
    cp "$source/tests/install/typed_sample.py" sample.py
    check sample.py
    # The check would tell if the types were not there.
    sed 's/gpu=630/gpu=[630]/' sample.py >wrong.py
    if check wrong.py >/dev/null; then fail "a list is taken for a part"; fi
    bare python sample.py
else
    echo "skipped: types are not checked, as there is no mypy (Debian: mypy)"
fi

say "removal leaves nothing"
bare python -m pip uninstall --quiet --yes jacquard-shader
if find venv -path '*jacquard*' | grep .; then fail "files are left"; fi
