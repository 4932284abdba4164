#!/usr/bin/env bash
# The first process of a bare system's namespaces; see bare_system.sh. Mounts what a system has and
# runs a command in it. Nothing of this process's folders, files or terminals is seen inside.
# bare_inside.sh ROOT SHARED_FOLDER USER [NAME=VALUE...] -- COMMAND...      USER `try`: only mounts
set -euo pipefail
root=$1 shared=$2 user=$3
shift 3
trap 'exit 130' INT
trap 'exit 143' TERM

mount --make-rprivate /
mkdir -p "$root/proc" "$root/sys" "$root/dev"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
if [ -z "${BARE_NO_TERMINALS:-}" ]; then
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
fi
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"
[ "$user" != try ] || exit 0
if [ -n "$shared" ]; then
    mkdir -p "$root/src/shared"
    mount --bind "$shared" "$root/src/shared"
    mount -o remount,bind,ro "$root/src/shared"
fi

environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"})
while [ "$1" != -- ]; do
    environment+=("$1")
    shift
done
shift
home=/root
[ "$user" = root ] || home=/home/$user
# shellcheck disable=SC2016 # for the shell inside
chroot --userspec="$user:" "$root" /usr/bin/env -i "${environment[@]}" HOME="$home" USER="$user" \
    /bin/sh -c 'cd /src/main && exec "$@"' sh "$@" &
wait $!
