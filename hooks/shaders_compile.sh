#!/usr/bin/env bash
# Fails where a shader does not compile: shaders_compile.sh OPTION... FILE...
set -euo pipefail
# shellcheck source=hooks/find_tool.sh
. "$(dirname "$0")/find_tool.sh"
# What a report on costs says of shaders that compile is of no interest here.
exec "${jacquard[@]}" cost --format csv "$@" >/dev/null
