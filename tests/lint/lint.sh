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
        find "$build/generated" -name '*.cpp' |
            xargs -P "$(nproc)" -n 1 clang++ -std=c++20 -fsyntax-only -Wunreachable-code-aggressive \
                -Werror -I runtime -I backend -I "$build/generated"
        ;;
    *)
        echo "usage: lint.sh python-types|python-style|clang-format" >&2
        echo "       lint.sh clang-tidy|unreachable BUILD_FOLDER" >&2
        exit 2
        ;;
esac
status=$?
[ $status = 0 ] || exit 1
