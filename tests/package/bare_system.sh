# shellcheck shell=bash
# A bare Debian in a folder, for scripts that source this file. Nothing is mounted but inside a mount
# and process namespace of its own: whatever ends a command in the system ends its daemons and takes
# its mounts away, and no mount is ever seen outside.
#
#   bare_begin               before anything else; $bare_scratch is a folder for files, and all that is
#                            made from here on goes when the script ends
#   bare_available           whether this machine can have one; says what it lacks. Installs debootstrap
#   bare_base FOLDER         makes the base system there, or takes the one that is there
#   bare_copy BASE           copies it; $bare_root is the copy, which ends with the script
#   bare_source CHECKOUT     copies what is committed there to /src/main
#   bare_share FOLDER        it is seen, read-only, as /src/shared
#   bare_user NAME           adds an ordinary user, to whom the copied sources then belong
#   bare_run USER COMMAND    runs a command there, in /src/main, with what is in $bare_environment
#   bare_remove              removes the copy before the script ends

bare_release=${BARE_RELEASE:-bookworm}
bare_scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bare_root=
bare_scratch=
bare_shared=
bare_child=
bare_environment=()

bare_begin() {
    bare_scratch=$(mktemp -d)
    trap bare_end EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

bare_end() {
    trap '' INT TERM HUP
    if [ -n "$bare_child" ]; then
        kill -KILL "$bare_child" 2>/dev/null || true
        wait "$bare_child" 2>/dev/null || true
    fi
    bare_remove
    rm -rf --one-file-system "$bare_scratch"
}

bare_available() {
    local empty=$bare_scratch/empty
    [ "$(id -u)" = 0 ] || { echo "a bare system is made by root"; return 1; }
    command -v git >/dev/null || { echo "git, which copies the sources, is not installed"; return 1; }
    if ! command -v debootstrap >/dev/null; then
        command -v apt-get >/dev/null || { echo "debootstrap is not installed"; return 1; }
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends debootstrap; } >/dev/null 2>&1 ||
            { echo "debootstrap is not installed, and apt-get cannot install it"; return 1; }
    fi
    # All that bare_inside.sh mounts, tried on an empty folder.
    mkdir -p "$empty"
    if ! bare_namespace "$bare_scripts/bare_inside.sh" "$empty" "" try >"$empty/log" 2>&1; then
        echo "what a system needs cannot be mounted here: $(tail -n 1 "$empty/log")"
        return 1
    fi
}

# Runs a command as the first process of its namespaces. Where this script is killed, unshare is, and
# where unshare is, all that runs in the namespaces. A signal ends this script at once, not after the
# command.
bare_namespace() {
    local code=0
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child -- "$@" </dev/null &
    bare_child=$!
    wait "$bare_child" || code=$?
    bare_child=
    return "$code"
}

# The mirror of this machine's own sources for the release, or nothing: debootstrap's own then.
bare_mirror() {
    # shellcheck disable=SC2016 # the names are apt's
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' \
        2>/dev/null | sed -n "s/^$bare_release main //p" | head -n 1
}

bare_base() {
    local base=$1 mirror new certificates=/etc/ssl/certs/ca-certificates.crt
    [ ! -e "$base/etc/debian_version" ] || return 0
    mirror=$(bare_mirror)
    mkdir -p "$(dirname "$base")" && new=$(mktemp -d "$base.new.XXXXXX") || return 1
    chmod 755 "$new"
    bare_root=$new
    if ! bare_namespace debootstrap --variant=minbase --include=ca-certificates "$bare_release" \
        "$new" ${mirror:+"$mirror"} >"$bare_scratch/debootstrap" 2>&1; then
        tail -n 20 "$bare_scratch/debootstrap"
        rm -rf --one-file-system "$new"
        return 1
    fi
    # How this machine reaches its mirror: proxies and certificates.
    apt-config dump | grep -E '^Acquire::(https?::|Check-)' >"$new/etc/apt/apt.conf.d/90machine" || true
    [ ! -e "$certificates" ] || cp "$certificates" "$new$certificates"
    # A base is whole or not there; another script may have made one meanwhile.
    mv -T "$new" "$base" 2>/dev/null || rm -rf --one-file-system "$new"
    bare_root=
}

bare_copy() {
    local base=$1 stale
    # Those of scripts that were killed.
    for stale in "$base".run.*; do
        [ -e "/proc/${stale##*.}" ] || rm -rf --one-file-system "$stale"
    done
    bare_root=$base.run.$$
    bare_remove
    cp -a "$base" "$bare_root"
    cp -L /etc/resolv.conf /etc/hosts "$bare_root/etc/"
    mkdir -p "$bare_root/src/main"
}

bare_remove() {
    [ -z "$bare_root" ] || rm -rf --one-file-system "$bare_root"
}

bare_source() {
    git -c safe.directory='*' -C "$1" archive HEAD | tar -x -C "$bare_root/src/main"
}

bare_share() {
    bare_shared=$(cd "$1" && pwd)
}

bare_user() {
    chroot "$bare_root" useradd --create-home --shell /bin/bash "$1"
    chroot "$bare_root" chown -R "$1:" /src/main
}

bare_run() {
    local user=$1
    shift
    bare_namespace "$bare_scripts/bare_inside.sh" "$bare_root" "$bare_shared" "$user" \
        ${bare_environment[@]+"${bare_environment[@]}"} -- "$@"
}
