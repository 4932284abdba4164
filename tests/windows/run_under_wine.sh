#!/bin/bash
# Runs the programs for Windows under wine: what the README shows, names and lines as Windows has them, a
# batch that is killed and one that is interrupted, which go on, the answers of many shaders beside those of
# the native tool, and the test programs. Each part prints a line `ok` or `FAULT`; the exit code is 1 after a
# fault.
# Usage: run_under_wine.sh [WINDOWS_BUILD] [NATIVE_BUILD] [SHADERS]
# Debian: wine64 binutils-mingw-w64-x86-64
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(realpath "${1:-$root/build/mingw}")
native=$(realpath "${2:-$root/build/unity}")
shaders=${3:-100}
work=$(mktemp -d)
trap 'wineserver_of_ours -k; rm -rf "$work"' EXIT
wineserver_of_ours() { WINEPREFIX=$work/prefix /usr/lib/wine/wineserver64 "$@" 2> /dev/null || true; }
# A prefix of its own, without the parts that want the net or a screen.
export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= DISPLAY=
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
faults=0

told() { # NAME CODE
    if [ "$2" -eq 0 ]; then echo "ok     $1"; else echo "FAULT  $1"; faults=$((faults + 1)); fi
}

# The programs, by the names that scripts use.
mkdir -p "$work/bin" "$work/files"
for name in jacquard jacquard-aoc; do
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$wine" "$build/backend/driver/$name.exe" > "$work/bin/$name"
    chmod +x "$work/bin/$name"
done
jacquard=$work/bin/jacquard
# The server stays between commands, each of which would otherwise start Windows anew.
wineserver_of_ours -p
"$wine" wineboot -i > /dev/null 2>&1
cd "$work/files" || exit 1

# What is imported is the system's.
imports() { x86_64-w64-mingw32-objdump -p "$@" | sed -n 's/.*DLL Name: //p' | sort -uf; }
binaries=("$build"/backend/driver/*.exe)
[ -e "$build/jacquard.dll" ] && binaries+=("$build/jacquard.dll")
others=$(imports "${binaries[@]}" | grep -viE '^(kernel32|msvcrt|shell32|user32|advapi32|ws2_32)\.dll$')
told "only libraries of the system are imported by ${#binaries[@]} programs and libraries: $(
    imports "${binaries[@]}" | tr '\n' ' ')" "$([ -z "$others" ]; echo $?)"

"$jacquard" --version | grep -q '^jacquard [0-9.]*$'
told "the version is printed, with the line ends that it was given" $?

# The commands of the README, with what they print.
PATH=$work/bin:$PATH PYTHONDONTWRITEBYTECODE=1 JACQUARD_LIBRARY=$native/libjacquard.so \
    PYTHONPATH=$root/bindings/python python3 "$root/tests/docs/run_page.py" README.md > "$work/page" 2>&1
code=$?
tail -2 "$work/page"
[ $code -eq 0 ] || cat "$work/page"
told "README.md" $code

# Names.
folder="Léon 織り shaders"
mkdir -p "$folder"
cp "$root/examples/transform.vert.tgsi" "$folder/übung (1).tgsi"
"$native/backend/driver/jacquard" compile "$root/examples/transform.vert.tgsi" --gpu 630 > expected
"$native/backend/driver/jacquard" compile "$root/examples/transform.vert.tgsi" --gpu 630 -o expected.words
"$jacquard" compile "$folder/übung (1).tgsi" --gpu 630 -o "$folder/out put.words"
cmp -s expected.words "$folder/out put.words"
told "names of files with letters beyond ASCII and blanks" $?
"$jacquard" compile "Z:${PWD//\//\\}\\$folder\\übung (1).tgsi" --gpu 630 | cmp -s - expected
told "a drive letter and backslashes" $?
mkdir -p "$WINEPREFIX/drive_c/shaders"
cp "$root/examples/transform.vert.tgsi" "$WINEPREFIX/drive_c/shaders"
"$jacquard" compile 'c:\shaders\transform.vert.tgsi' --gpu 630 | cmp -s - expected
told "a file on another drive" $?
"$jacquard" compile 'c:\shaders\missing.tgsi' --gpu 630 2> message
grep -qF "'c:\shaders\missing.tgsi'" message
told "messages have paths as they were given" $?
mkdir -p parts
echo '#define SCALE 2.0' > parts/scale.glsl
cat > slash.frag <<'END'
#version 450
#extension GL_GOOGLE_include_directive : require
#include "parts/scale.glsl"
layout(location = 0) out vec4 colour;
void main() { colour = vec4(SCALE); }
END
sed 's|parts/|parts\\|' slash.frag > backslash.frag
"$native/backend/driver/jacquard" compile slash.frag --gpu 630 > included
"$jacquard" compile slash.frag --gpu 630 | cmp -s - included
told "files that others include" $?
"$jacquard" compile backslash.frag --gpu 630 | cmp -s - included
told "files that others include by a path with a backslash" $?
deep=$folder
for _ in 1 2 3 4 5 6 7 8; do deep+="/a folder with a name of forty letters__"; done
mkdir -p "$deep"
cp "$root/examples/transform.vert.tgsi" "$deep/a.tgsi"
"$jacquard" compile "$deep/a.tgsi" --gpu 630 | cmp -s - expected
told "a path of more than 300 letters" $?
"$jacquard" batch "$folder" --gpu 630 --all --json > batch.json
"$native/backend/driver/jacquard" batch "$folder" --gpu 630 --all --json | cmp -s - batch.json
told "names stand in JSON as they do elsewhere, far down in a folder, too" $?
grep -q 'übung (1).tgsi' batch.json
told "names have letters beyond ASCII in it" $?
"$jacquard" compile "Z:${PWD//\//\\}\\$folder\\übung (1).tgsi" --gpu 630 --json > one.json
python3 -c 'import json, sys
shader = json.load(open(sys.argv[1], encoding="utf-8"))["shader"]
assert shader == sys.argv[2], shader' one.json "Z:${PWD//\//\\}\\$folder\\übung (1).tgsi"
told "backslashes are kept in JSON" $?

# Lines.
sed 's/$/\r/' "$root/examples/transform.vert.tgsi" > crlf.tgsi
"$jacquard" compile crlf.tgsi --gpu 630 | cmp -s - expected
told "a shader whose lines end with CR LF" $?
sed 's/^\( *4: *\)[A-Z0-9]*/\1NONSENSE/' "$root/examples/transform.vert.tgsi" > wrong.tgsi
sed 's/$/\r/' wrong.tgsi > wrong_crlf.tgsi
"$native/backend/driver/jacquard" compile wrong.tgsi --gpu 630 2>&1 | grep -o ':[0-9]*:[0-9]*: error.*' > at
"$jacquard" compile wrong_crlf.tgsi --gpu 630 2>&1 | grep -o ':[0-9]*:[0-9]*: error.*' > at_crlf
[ -s at ] && cmp -s at at_crlf
told "faults stand at the same line and column in them" $?
"$jacquard" compile - --gpu 630 < crlf.tgsi | cmp -s - expected
told "standard input and output carry bytes" $?
"$jacquard" compile nowhere.tgsi 2> message
[ $? -eq 2 ] && grep -q "cannot read 'nowhere.tgsi': No such file or directory" message
told "a file that is not there is told, with exit code 2" $?
! grep -q $'\x1b' message
told "messages that go into a file have no colour" $?

# A batch that is killed goes on where it was.
mkdir -p many
for i in $(seq 60); do cp "$root/examples/transform.vert.tgsi" "many/$i.tgsi"; done
"$native/backend/driver/jacquard" batch many --gpu 630 --csv 2> /dev/null > whole.csv
"$jacquard" batch many --gpu 630 --csv --jobs 2 --resume journal > part.csv 2> /dev/null &
for _ in $(seq 300); do
    [ -e journal ] && [ "$(wc -l < journal)" -gt 5 ] && break
    sleep 0.1
done
kill -9 $! 2> /dev/null
wineserver_of_ours -k9
wait 2> /dev/null
wineserver_of_ours -p
held=$(wc -l < journal)
"$jacquard" batch many --gpu 630 --csv --jobs 2 --resume journal > resumed.csv 2> /dev/null
cmp -s whole.csv resumed.csv
told "a batch with 2 processes that was killed after $held lines of its journal goes on" $?

# Ctrl-C arrives at a process of wine as SIGINT.
for i in $(seq 61 400); do cp "$root/examples/transform.vert.tgsi" "many/$i.tgsi"; done
"$native/backend/driver/jacquard" batch many --gpu 630 --csv 2> /dev/null > whole.csv
"$jacquard" batch many --gpu 630 --csv --jobs 2 --resume interrupted > part.csv 2> message &
for _ in $(seq 300); do
    [ -e interrupted ] && [ "$(wc -l < interrupted)" -gt 5 ] && break
    sleep 0.1
done
kill -INT $!
wait $!
code=$?
held=$(wc -l < interrupted)
# Wine hands over the last byte of 0xC000013A.
[ $code -eq 58 ] && [ "$held" -lt 400 ]
told "Ctrl-C ends a batch in good order (exit code $code after $held lines of its journal)" $?
"$jacquard" batch many --gpu 630 --csv --jobs 2 --resume interrupted 2> /dev/null | cmp -s - whole.csv
told "a batch that was interrupted goes on" $?
"$jacquard" batch many --gpu 630 --csv --jobs 2 --cache cache > /dev/null 2>&1
"$jacquard" batch many --gpu 630 --csv --jobs 2 --cache cache 2> /dev/null | cmp -s - whole.csv
told "a batch answers out of its cache" $?

# Many shaders.
python3 "$root/tests/windows/compare_with_native.py" "$jacquard" "$native/backend/driver/jacquard" \
    --shaders "$shaders"
told "answers are those of the native tool, byte for byte" $?

# The test programs.
while read -r program; do
    "$wine" "$program" "~[slow]~[corpus]~[.]" > tests.log 2>&1 < /dev/null
    code=$?
    said=$(grep -aE 'test cases|All tests passed' tests.log | tail -1 | tr -d '\r')
    told "$(basename "$program"): $said" $code
    [ $code -eq 0 ] || tail -40 tests.log
done < <(find "$build/tests" -name 'jacquard_*_tests.exe' | sort)
python3 "$root/tests/windows/left_out.py" "$root"
told "the list of what is left out is whole" $?

echo "$faults faults"
exit $((faults != 0))
