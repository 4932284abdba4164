#!/usr/bin/env bash
# Fails where a shader costs more than in the last commit: shaders_cost_no_more.sh OPTION... FILE...
# A shader that is new costs no more.
set -euo pipefail
# shellcheck source=hooks/find_tool.sh
. "$(dirname "$0")/find_tool.sh"
# Before the first commit there is nothing to compare with.
git rev-parse --verify --quiet HEAD >/dev/null || exit 0
code=0
answer=$("${jacquard[@]}" cost --against-rev HEAD "$@") || code=$?
[ "$code" = 0 ] || printf '%s\n' "$answer"
exit "$code"
