#!/usr/bin/env bash
# Makes every artifact of a version that can be made here, with their sums, an SPDX document and notes:
# release.sh VERSION [--list]. release.sh --help tells the options.
set -euo pipefail
root=$(cd "$(dirname "$0")" && pwd)
for python in "${JACQUARD_PYTHON:-python3}" /usr/bin/python3; do
    # Several may be installed, and one of them makes wheels.
    if "$python" -c 'import build, setuptools, wheel, yaml' 2>/dev/null; then
        exec "$python" "$root/release/main.py" "$@"
    fi
done
exec "${JACQUARD_PYTHON:-python3}" "$root/release/main.py" "$@"
