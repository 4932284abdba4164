"""Installs the tool: from a release of the project, an archive of one, or a folder."""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import subprocess
import tarfile
import urllib.error
import urllib.request
from pathlib import Path

import settings
from settings import StepError

TIMEOUT_SECONDS = 60
MOST_BYTES = 1 << 30


def fetch(address: str) -> bytes:
    if not address.startswith("https://"):
        raise StepError(f"{address} is no https address")
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as answer:
            content: bytes = answer.read(MOST_BYTES + 1)
    except (urllib.error.URLError, OSError) as fault:
        raise StepError(f"{address} cannot be fetched: {fault}") from fault
    if len(content) > MOST_BYTES:
        raise StepError(f"{address} is larger than an archive of Jacquard")
    return content


def own_version() -> str:
    """The version of the sources that this action is part of."""
    lists = Path(__file__).resolve().parents[1] / "CMakeLists.txt"
    found = re.search(r"project\(jacquard VERSION ([0-9.]+)", lists.read_text(encoding="utf-8"))
    if found is None:
        raise StepError(f"{lists} does not say which version this is")
    return found.group(1)


def release_address(version: str) -> str:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+){2}[0-9a-z.+-]*", version):
        raise StepError(f"'{version}' is no version, such as 0.1.0")
    repository = settings.text("GITHUB_ACTION_REPOSITORY")
    if not repository:
        raise StepError("this action is of no repository that has releases; the input 'archive' "
                        "may name an archive of one")
    server = settings.text("GITHUB_SERVER_URL") or "https://github.com"
    return f"{server}/{repository}/releases/download/v{version}"


def listed_sum(sums: str, name: str) -> str:
    for line in sums.splitlines():
        checksum, _, listed = line.partition("  ")
        if listed == name:
            return checksum
    raise StepError(f"SHA256SUMS of the release does not list {name}")


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks an archive, whose files lie in one folder; nothing lands outside."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                parts = Path(member.name).parts
                is_safe = not Path(member.name).is_absolute() and ".." not in parts
                link = Path(member.linkname) if member.issym() or member.islnk() else None
                if link is not None and (link.is_absolute() or ".." in link.parts):
                    is_safe = False
                if not is_safe or not (member.isfile() or member.isdir() or link is not None):
                    raise StepError(f"{archive} has a file that does not belong there: "
                                    f"{member.name}")
            packed.extractall(folder)
    except (tarfile.TarError, OSError, EOFError) as fault:
        raise StepError(f"{archive} cannot be unpacked: {fault}") from fault


def check_sum(content: bytes, expected: str, what: str) -> None:
    found = hashlib.sha256(content).hexdigest()
    if expected and found != expected.lower():
        raise StepError(f"{what} has the checksum {found}, not {expected}")


def tool_below(folder: Path) -> Path:
    found = sorted(folder.glob("bin/jacquard")) + sorted(folder.glob("*/bin/jacquard"))
    if not found:
        raise StepError(f"there is no bin/jacquard below {folder}")
    return found[0].resolve()


def install() -> Path:
    """Returns the tool."""
    archive = settings.text("INPUT_ARCHIVE")
    expected = settings.text("INPUT_SHA256")
    folder = settings.temporary() / "tool"
    if archive and Path(archive).is_dir():
        return tool_below(Path(archive))
    if archive and not archive.startswith("https://"):
        if not Path(archive).is_file():
            raise StepError(f"there is no archive '{archive}'")
        check_sum(Path(archive).read_bytes(), expected, archive)
        unpack(Path(archive), folder)
        return tool_below(folder)
    if not archive:
        version = settings.text("INPUT_VERSION") or own_version()
        address = release_address(version)
        name = f"jacquard-{version}-linux-{platform.machine()}.tar.gz"
        expected = expected or listed_sum(fetch(f"{address}/SHA256SUMS").decode(), name)
        archive = f"{address}/{name}"
    content = fetch(archive)
    check_sum(content, expected, archive)
    packed = settings.temporary() / "release.tar.gz"
    packed.write_bytes(content)
    unpack(packed, folder)
    return tool_below(folder)


def run() -> int:
    tool = install()
    try:
        answer = subprocess.run([str(tool), "--version"], check=True, capture_output=True,
                                text=True)
    except (OSError, subprocess.CalledProcessError) as fault:
        raise StepError(f"{tool} does not run here: {fault}") from fault
    (settings.temporary() / "tool.path").write_text(str(tool), encoding="utf-8")
    settings.tell_host("GITHUB_PATH", str(tool.parent))
    print(answer.stdout.strip())
    return 0


def installed() -> str:
    """The tool that an earlier step installed."""
    path = settings.temporary() / "tool.path"
    if not path.exists():
        raise StepError("no step has installed the tool")
    return path.read_text(encoding="utf-8")
