#!/bin/sh
# Compiles and runs two examples: their TGSI, NIR, assembly, statistics, and what they compute; then
# what one of them costs on several parts, and a picture that another draws.
#   examples/demo.sh path/to/jacquard [folder for the picture]
set -eu
tool=$1
folder=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pictures=${2:-.}

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
mkdir "$work/examples"
cp "$folder"/*.tgsi "$folder"/*.case "$work/examples"
"$tool" batch "$work/examples" --gpu 630 --cases "$work/examples" --precise --all
echo
echo "======== what lit_texture.frag costs on four parts, and which of its lines is to blame"
"$tool" cost "$folder/lit_texture.frag.tgsi" --gpu 330,540,630,730
echo
if "$tool" doctor --need glslang,libpng > /dev/null; then
    echo "======== a picture, drawn from the machine code of a shader in GLSL"
    "$tool" draw "$folder/cloth.frag" -o "$pictures/cloth.png" --size 280x150 --smooth 2
    echo "look at $pictures/cloth.png"
else
    echo "The picture is left out, for want of glslang (glslang-tools) or libpng (libpng-dev)."
fi
echo "next: $tool --help"
