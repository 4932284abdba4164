"""Which version the sources are of. Several files say it, as each is read by programs of others."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

# Files that say the version, and how.
PLACES = {
    "CMakeLists.txt": r"project\(jacquard VERSION ([0-9.]+)",
    "pyproject.toml": r'^version = "([^"]+)"',
    "bindings/python/jacquard/_version.py": r'^__version__ = "([^"]+)"',
    "debian/changelog": r"^jacquard \(([^)-]+)",
}
UNRELEASED = "not released yet"


def stated_versions(root: Path) -> dict[str, str]:
    """The version that each place states; empty where it states none."""
    stated = {}
    for name, pattern in PLACES.items():
        found = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        stated[name] = found.group(1) if found is not None else ""
    return stated


def changes_of(root: Path, version: str) -> tuple[str, str]:
    """The title and the text of the changelog's section of a version; nothing where it has none."""
    title, lines, inside = "", [], False
    for line in (root / "CHANGELOG.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            inside = re.match(rf"## {re.escape(version)}(?![0-9.])", line) is not None
            title = line.removeprefix("## ") if inside else title
        elif inside:
            lines.append(line)
    return title, "\n".join(lines).strip()


def faults(root: Path, version: str, is_draft: bool) -> list[str]:
    """Why this is not to be released as that version."""
    found = [f"{name} states version {stated or 'none'}, not {version}"
             for name, stated in stated_versions(root).items() if stated != version]
    title, text = changes_of(root, version)
    if not text:
        found.append(f"CHANGELOG.md has no section of version {version}")
    elif UNRELEASED in title and not is_draft:
        found.append(f"CHANGELOG.md says '{title}'; --draft makes the artifacts all the same")
    return found


def uncommitted(root: Path) -> list[str]:
    """The files that git has not as they are here; none where this is no checkout."""
    if not (root / ".git").exists():
        return []
    answer = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), "status",
                             "--porcelain"], capture_output=True, text=True)
    return [line[3:] for line in answer.stdout.splitlines()]


def earlier_tag(root: Path, version: str) -> str:
    """The newest tag of a version before this one that the sources come from; empty where there is
    none, or this is no checkout."""
    if not (root / ".git").exists():
        return ""
    answer = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), "tag", "--merged",
                             "HEAD", "--list", "v*", "--sort=-v:refname"],
                            capture_output=True, text=True)
    return next((tag for tag in answer.stdout.split() if tag != f"v{version}"), "")


def source_date(root: Path) -> int:
    """The time that artifacts have: that of the environment, of the commit, or of the package."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    if (root / ".git").exists():
        answer = subprocess.run(["git", "-c", "safe.directory=*", "-C", str(root), "log", "-1",
                                 "--format=%ct"], capture_output=True, text=True)
        if answer.returncode == 0:
            return int(answer.stdout)
    return int((root / "CHANGELOG.md").stat().st_mtime)
