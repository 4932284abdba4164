#!/usr/bin/env bash
# One style check over the whole tree: python-types, python-style, clang-format, or clang-tidy
# (slow; needs a build folder with compile_commands.json as second argument). Or unreachable:
# statements of the generated C++ in a build folder that nothing reaches (slow, too).
# Exit codes: 0 clean, 1 findings, 77 the tool is not installed.
set -uo pipefail
cd "$(dirname "$0")/../.."

skip() { echo "skipped: there is no $1 (Debian: ${2:-$1})"; exit 77; }
python_files() { find setup.py action bindings cmake examples generators release tests -name '*.py' | sort; }
cpp_files() {
    find runtime backend bindings tests examples \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) | sort
}

case "${1:-}" in
    python-types)
        command -v mypy >/dev/null || skip mypy
        mypy --config-file pyproject.toml -p jacquard_gen &&
            mypy --config-file pyproject.toml -p jacquard &&
            mypy --config-file pyproject.toml release cmake/spdx.py &&
            (cd action && mypy --config-file ../pyproject.toml .)
        ;;
    python-style)
        { command -v pyflakes3 && command -v pycodestyle; } >/dev/null ||
            skip "pyflakes3 or pycodestyle" "pyflakes3 pycodestyle"
        python_files | xargs pyflakes3 && python_files | xargs pycodestyle --max-line-length=100
        ;;
    clang-format)
        command -v clang-format >/dev/null || skip clang-format
        cpp_files | xargs clang-format --dry-run --Werror
        ;;
    clang-tidy)
        command -v clang-tidy >/dev/null || skip clang-tidy
        build=${2:?usage: lint.sh clang-tidy BUILD_FOLDER}
        cpp_files | grep '\.cpp$' | grep -v '^tests/fuzz/' |
            xargs -P "$(nproc)" -n 4 clang-tidy -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option 2>/dev/null
        ;;
    unreachable)
        command -v clang++ >/dev/null || skip clang++ clang
        build=${2:?usage: lint.sh unreachable BUILD_FOLDER}
        options=(-std=c++20 -Wunreachable-code-aggressive -Werror
                 -I runtime -I backend -I "$build/generated")
        # What most of them include is read once for all. A few files are compiled as one, as if it were all
        # in one file, since clang tells nothing of files that are included; where they have names for
        # themselves that the others have, too, or anything is to be told, each is on its own.
        scratch=$(mktemp -d)
        trap 'rm -rf "$scratch"' EXIT
        export scratch
        printf '#include <%s>\n' algorithm array functional map memory optional set span sstream string \
            vector jacquard/nir/ir/shader.h jacquard/ir3/program.h >"$scratch/common.h"
        # shellcheck disable=SC2016 # the inner shell fills these in
        clang++ "${options[@]}" -x c++-header "$scratch/common.h" -o "$scratch/common.h.pch" &&
            find "$(realpath "$build/generated")" -name '*.cpp' | sort >"$scratch/files" &&
            test -s "$scratch/files" &&
            xargs -P "$(nproc)" -n 5 bash -c '
                clang=(clang++ -fsyntax-only "${@:1:$0}" -include-pch "$scratch/common.h.pch")
                files=("${@:$0 + 1}")
                for file in "${files[@]}"; do
                    printf "#line 1 \"%s\"\n" "$file"
                    cat "$file"
                done | "${clang[@]}" -x c++ - 2>/dev/null && exit
                code=0
                for file in "${files[@]}"; do "${clang[@]}" "$file" || code=1; done
                exit $code' "${#options[@]}" "${options[@]}" <"$scratch/files"
        ;;
    *)
        echo "usage: lint.sh python-types|python-style|clang-format" >&2
        echo "       lint.sh clang-tidy|unreachable BUILD_FOLDER" >&2
        exit 2
        ;;
esac
status=$?
[ $status = 0 ] || exit 1
