#!/usr/bin/env bash
# Builds the playground into playground/out, a static folder:
#
#   playground/build.sh [PACKAGE]
#
# PACKAGE is the folder of the WebAssembly package, build/wasm/package by default. Node and npm must be
# there; the packages of npm are fetched once.
set -euo pipefail
folder=$(dirname "$(realpath "$0")")
JACQUARD_PACKAGE=$(realpath -m "${1:-$folder/../build/wasm/package}")
export JACQUARD_PACKAGE
cd "$folder"
if [ ! -d node_modules ]; then
    npm ci
fi
npm run --silent build
