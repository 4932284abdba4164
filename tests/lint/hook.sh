#!/usr/bin/env bash
# What git runs before a commit: a check of lint.sh, or `tables`. A check whose tool is not installed
# does not keep anybody from committing.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2

if [ "${1:-}" = tables ]; then
    for python in "${JACQUARD_PYTHON:-}" python3 /usr/bin/python3; do
        if [ -n "$python" ] && "$python" -c 'import yaml, jinja2' 2>/dev/null; then
            PYTHONPATH=generators exec "$python" -m jacquard_gen check
        fi
    done
    echo "skipped: no Python has PyYAML and Jinja2"
    exit 0
fi
tests/lint/lint.sh "$@"
status=$?
[ "$status" != 77 ] || exit 0
exit "$status"
