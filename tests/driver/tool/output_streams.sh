#!/usr/bin/env bash
# The tool writes into a full disk, which does not end it silently or with success, and into a pipe that
# nobody reads, which ends it silently, as other tools. Usage: output_streams.sh JACQUARD
set -uo pipefail
jacquard=$1
faults=0

expect() { # what, exit code, wanted code, message, wanted part of it
    if [ "$2" != "$3" ] || [[ "$4" != *"$5"* ]]; then
        echo "$1: exit code $2 instead of $3, said '$4' instead of '$5'"
        faults=1
    fi
}

if [ -e /dev/full ]; then
    for command in "isa list" "isa map 630" "explain ir3:mul.f" "--help" "opt --list"; do
        said=$($jacquard $command 2>&1 >/dev/full)
        expect "$command > /dev/full" $? 2 "$said" "cannot write the answer: No space left on device"
    done
    said=$(yes 4730000a00002006 | head -200000 | "$jacquard" disasm --hex - 2>&1 >/dev/full)
    expect "disasm > /dev/full" $? 2 "$said" "cannot write the answer"
else
    echo "there is no /dev/full; full disks are not tested"
fi

# The reader goes after the first line of many.
said=$( { { yes 4730000a00002006 | head -200000 | { "$jacquard" disasm --hex -; echo "code $?" >&2; }; } \
          | head -1 >/dev/null; } 2>&1)
[ "$said" = "code 141" ] || { echo "disasm | head -1: said '$said' instead of 'code 141'"; faults=1; }
# Who started it with the signal ignored is told.
said=$( { { trap '' PIPE; yes 4730000a00002006 2>/dev/null | head -200000 2>/dev/null |
    { "$jacquard" disasm --hex -; echo "code $?" >&2; }; } | head -1 >/dev/null; } 2>&1)
expect "disasm | head -1" 0 0 "$said" "cannot write the answer: Broken pipe"
expect "disasm | head -1" 0 0 "$said" "code 2"

exit $faults
