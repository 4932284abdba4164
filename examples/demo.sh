#!/bin/sh
# Compiles and runs the two examples: their TGSI, NIR, assembly, statistics, and what they compute.
#   examples/demo.sh path/to/jacquard
set -eu
tool=$1
folder=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for shader in lit_texture.frag transform.vert; do
    echo "======== $shader, for Adreno 630"
    "$tool" compile "$folder/$shader.tgsi" --gpu 630 --print tgsi
    # Of the NIR after each pass, the last one shows what the backend gets.
    "$tool" compile "$folder/$shader.tgsi" --gpu 630 --print nir > "$work/nir"
    awk '/^=== nir/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$work/nir"
    "$tool" compile "$folder/$shader.tgsi" --gpu 630 --stats \
        -o "$work/words" --header "$work/header.json" > "$work/statistics"
    echo "=== assembly"
    "$tool" compile "$folder/$shader.tgsi" --gpu 630
    echo
    echo "=== statistics"
    cat "$work/statistics"
    echo
    echo "=== what the emulator computes from the words"
    "$tool" run "$work/words" --header "$work/header.json" --case "$folder/$shader.case"
    echo
done
echo "======== compared with values computed without the compiler"
"$tool" batch "$folder" --gpu 630 --cases "$folder" --precise --all
