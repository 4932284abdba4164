#!/usr/bin/env bash
# archive_test.sh BUILD_FOLDER CPACK PYTHON: both archives are made, unpacked and tried.
set -euo pipefail
build=$1 cpack=$2 python=$3
source=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

if grep -q '^JACQUARD_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: a sanitizer build is not packed"
    exit 77
fi

fail() { echo "$*"; exit 1; }

# Of the build: the tool runs from wherever it was unpacked, and brings its pages.
(cd "$build" && "$cpack" -G TGZ -B "$scratch/binary" >/dev/null)
mkdir "$scratch/unpacked"
tar -xzf "$scratch"/binary/*.tar.gz -C "$scratch/unpacked" --strip-components=1
"$scratch/unpacked/bin/jacquard" --version
# With its module: what the build has built in is there without a program.
answers=$("$scratch/unpacked/bin/jacquard" doctor)
for part in glslang libpng zlib; do
    [ "$("$build/backend/driver/jacquard" doctor | grep -c " $part .*built in")" = \
        "$(grep -c " $part .*built in" <<<"$answers")" ] || fail "the archive's tool has no $part"
done
for part in share/man/man1/jacquard.1 share/man/man1/jacquard-compile.1 \
    share/bash-completion/completions/jacquard share/zsh/site-functions/_jacquard \
    share/fish/vendor_completions.d/jacquard.fish share/doc/jacquard/LICENSE \
    share/doc/jacquard/jacquard.spdx.json; do
    [ -s "$scratch/unpacked/$part" ] || fail "the archive has no $part"
done

# Of the source: it is what the list says, and the generator works in it.
(cd "$build" && "$cpack" --config CPackSourceConfig.cmake -B "$scratch/source" >/dev/null)
mkdir "$scratch/tree"
tar -xzf "$scratch"/source/*.tar.gz -C "$scratch/tree" --strip-components=1
"$python" "$source/cmake/spdx.py" "$scratch/tree" 0 "$scratch/tree.json"
"$python" "$source/cmake/spdx.py" "$source" 0 "$scratch/source.json"
cmp "$scratch/tree.json" "$scratch/source.json" || fail "the archive is not the source"
(cd "$scratch/tree" && JACQUARD_GEN_CACHE='' PYTHONPATH=generators "$python" -m jacquard_gen check)

# Each checksum is the file's, and each file is there once.
"$python" - "$scratch/unpacked/share/doc/jacquard/jacquard.spdx.json" "$scratch/tree" <<'END'
import hashlib
import json
import sys
from pathlib import Path

listed = json.loads(Path(sys.argv[1]).read_text())
files = {entry["fileName"]: entry["checksums"] for entry in listed["files"]}
assert len(files) == len(listed["files"]) > 1000, "files are listed twice, or few are"
for name, sums in files.items():
    content = (Path(sys.argv[2]) / name).read_bytes()
    for checksum in sums:
        real = hashlib.new(checksum["algorithm"].lower(), content).hexdigest()
        assert real == checksum["checksumValue"], f"{name}: {checksum['algorithm']}"
ids = {entry["SPDXID"] for entry in [*listed["files"], *listed["packages"]]} | {listed["SPDXID"]}
for relation in listed["relationships"]:
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids, relation
print(len(files), "files listed")
END
