#!/usr/bin/env bash
# Runs the README's commands where nothing is installed: in a bare Debian, on what is committed, with
# `shared/` beside the sources, read-only, where there is one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/package/bare_system.sh
. "$here/bare_system.sh"

usage() {
    cat <<'USAGE'
usage: readme_on_bare_debian.sh [--as root|user]... [--command demo|test]... [OPTIONS]

  --as WHO           root, for whom build.sh installs what is missing, or user, an ordinary one who
                     finds all packages installed and Make in place of Ninja; both by default
  --command COMMAND  of build.sh; demo, then test, by default
  --skipped-too      after `test` install what skipped tests ask for, and run those tests again
  --no-shared        as if there were no `shared/` beside the checkout
  --no-terminals     without /dev/pts
  --base FOLDER      keep the bare system there; /var/cache/jacquard/bookworm by default
  --jobs N           parallel jobs

environment: BARE_RELEASE  Debian's release (default: bookworm), which the base then is of
USAGE
}

users=() commands=() base=${JACQUARD_BARE_BASE:-/var/cache/jacquard/bookworm}
skipped_too='' shared=yes
bare_environment=(CI=true)
while [ $# -gt 0 ]; do
    case "$1" in
        --as) users+=("$2"); shift ;;
        --command) commands+=("$2"); shift ;;
        --skipped-too) skipped_too=yes ;;
        --no-shared) shared='' ;;
        --no-terminals) export BARE_NO_TERMINALS=1 ;;
        --base) base=$2; shift ;;
        --jobs) bare_environment+=("JOBS=$2"); shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
[ ${#users[@]} -gt 0 ] || users=(root user)
[ ${#commands[@]} -gt 0 ] || commands=(demo test)

say() { printf '== %s\n' "$*"; }
apt_install='export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null'
failures=0 results=()

# The last lines of ctest's output, from the share of tests that passed on.
ctest_summary() { sed -n '/^[0-9]*% tests passed/,$p' "$1"; }

# shown FILE USER COMMAND: runs a command, whose output is shown and kept. No pipeline of the shell,
# as that would let an interrupt wait for its end.
shown() {
    local file=$1 code=0 pipe=$bare_scratch/pipe shower
    shift
    mkfifo "$pipe"
    tee "$file" <"$pipe" &
    shower=$!
    bare_run "$@" >"$pipe" 2>&1 || code=$?
    wait "$shower"
    rm "$pipe"
    return "$code"
}

# What skipped tests ask for is installed, and they run again.
run_skipped() {
    local report=build/release/tests.xml list=tests/package/skipped_tests.py packages pattern
    packages=$(bare_run root python3 "$list" "$report" --packages)
    pattern=$(bare_run root python3 "$list" "$report" --pattern)
    [ -n "$packages" ] || { say "no skipped test asks for a package"; return 0; }
    # shellcheck disable=SC2086 # a list of package names
    set -- $packages
    say "installing what skipped tests ask for: $*"
    bare_run root sh -c "$apt_install" sh "$@" || return 1
    bare_run root sh -c 'cmake build/release && cmake --build build/release' >"$bare_scratch/build" 2>&1 ||
        { tail -n 60 "$bare_scratch/build"; return 1; }
    say "running the tests that asked for it"
    # shellcheck disable=SC2016 # for the shell inside
    shown "$bare_scratch/again" root sh -c 'cd build/release && exec ctest --output-on-failure \
        --output-junit again.xml --test-output-size-passed 65536 -j "${JOBS:-$(nproc)}" -R "$1"' \
        sh "$pattern" || return 1
    say "skipped tests, of these"
    bare_run root python3 "$list" build/release/again.xml
}

# Whether both runs are good. The output ends with a summary of ctest's: of the second run where that
# failed, else of all tests.
test_as() {
    local user=$1 first_code=0 again_code=0
    rm -f "$bare_scratch/first" "$bare_scratch/again"
    shown "$bare_scratch/first" "$user" ./build.sh test || first_code=1
    say "skipped tests"
    bare_run root python3 tests/package/skipped_tests.py build/release/tests.xml || first_code=1
    if [ -n "$skipped_too" ]; then
        run_skipped || again_code=1
    fi
    if [ "$again_code" = 0 ]; then
        say "all tests as they ran first"
        ctest_summary "$bare_scratch/first"
    elif [ -s "$bare_scratch/again" ]; then
        say "tests failed that were skipped first"
        ctest_summary "$bare_scratch/again"
    fi
    [ "$first_code$again_code" = 00 ]
}

# Whether a command of build.sh is good, in a system of its own.
try_command() {
    local user=$1 command=$2 started=$SECONDS code=0
    say "./build.sh $command as $user"
    bare_copy "$base"
    bare_source "$here/../.."
    if [ -n "$shared" ] && [ -d "$here/../../../shared" ]; then
        bare_share "$here/../../../shared"
    fi
    if [ "$user" != root ]; then
        bare_run root sh -c "$apt_install" sh make
        # shellcheck disable=SC2016 # for the shell inside
        bare_run root sh -c "set -- \$(./build.sh packages); $apt_install"
        bare_user "$user"
    fi
    case "$command" in
        test) test_as "$user" || code=$? ;;
        *) bare_run "$user" ./build.sh "$command" || code=$? ;;
    esac
    bare_remove
    if [ "$code" = 0 ]; then
        results+=("good    $((SECONDS - started)) s: ./build.sh $command as $user")
    else
        results+=("FAILED  $((SECONDS - started)) s: ./build.sh $command as $user")
        failures=$((failures + 1))
    fi
}

bare_begin
reason=$(bare_available) || { echo "no bare system can be made: $reason" >&2; exit 1; }
bare_base "$base"
for user in "${users[@]}"; do
    for command in "${commands[@]}"; do
        try_command "$user" "$command"
    done
done
# One alone ends with what it said.
[ "${#results[@]}" = 1 ] || printf '== %s\n' "${results[@]}"
[ "$failures" = 0 ]
