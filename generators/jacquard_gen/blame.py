"""The commits of an entry of the tables: when its lines changed, and what of it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from .diagnostics import Diagnostics, closest
from .entry_index import Definition, EntryIndex, TableEntries
from .groups import list_all_tables
from .reading import parse
from .since import Plain, changes, plain
from .source import Mapping, Node, Sequence, SourceFile

_COMMIT = re.compile(r"\x01([0-9a-f]+)\x02([^\x02]*)\x02(.*)")
_FILES = re.compile(r"diff --git a/(.*) b/(.*)")


class Commit(NamedTuple):
    """A commit that changed the lines of an entry, and the file before and after it."""

    revision: str
    date: str
    subject: str
    before: str
    after: str


def _git(folder: Path, *arguments: str) -> str:
    """Returns what git prints; raises ValueError with its message where it fails."""
    try:
        result = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True,
                                check=False)
    except FileNotFoundError:
        raise ValueError("git is not installed") from None
    if result.returncode != 0:
        raise ValueError(result.stderr.decode("utf-8", "replace").strip())
    return result.stdout.decode("utf-8", "replace")


def commits_of(folder: Path, path: str, first: int, last: int) -> list[Commit]:
    """The commits that changed lines of a file as HEAD has it, the newest first; names that the
    file had before are followed."""
    printed = _git(folder, "log", f"-L{first},{last}:{path}", "--date=short",
                   "--format=%x01%h%x02%ad%x02%s", "--no-color", "--src-prefix=a/",
                   "--dst-prefix=b/")
    found: list[Commit] = []
    for line in printed.splitlines():
        if commit := _COMMIT.match(line):
            found.append(Commit(commit.group(1), commit.group(2), commit.group(3), "", ""))
        elif found and (files := _FILES.match(line)):
            found[-1] = found[-1]._replace(before=files.group(1), after=files.group(2))
    return found


def _entry(root: Node | None, kind: str, name: str) -> Plain | None:
    """The entry of a kind and name, as it is written."""
    if isinstance(root, Mapping):
        found = root.entries.get(kind)
        if found is not None and plain(found[1]) == name:
            return plain(root)
        listed = [value for _, value in root.entries.values() if isinstance(value, Sequence)]
    else:
        listed = [root] if isinstance(root, Sequence) else []
    for item in (item for each in listed for item in each.items):
        if isinstance(item, Mapping) and (given := item.get(kind)) is not None and \
                plain(given) == name:
            return plain(item)
    return None


class _History:
    """The entry as the commits had it."""

    def __init__(self, folder: Path, kind: str, written: str) -> None:
        self.folder = folder
        self.kind = kind
        self.written = written

    def at(self, revision: str, path: str) -> Plain | None:
        try:
            text = _git(self.folder, "show", f"{revision}:{path}")
        except ValueError:
            return None
        return _entry(parse(SourceFile(path, text), Diagnostics()), self.kind, self.written)

    def lines(self, commit: Commit) -> list[str]:
        after = self.at(commit.revision, commit.after)
        before = self.at(f"{commit.revision}^", commit.before)
        moved = [f"moved: {commit.before} -> {commit.after}"] \
            if commit.before != commit.after and before is not None else []
        if after is None:
            return moved + ["it had another name, or stood in a table that cannot be read"]
        if before is None:
            return moved + ["added"]
        return moved + (changes(before, after) or ["comments or the way it is written"])


def text(tables_dir: Path, name: str) -> str:
    """Returns what `jacquard_gen blame NAME` prints; raises ValueError where nothing is known."""
    folder = tables_dir.resolve()
    root = Path(_git(folder, "rev-parse", "--show-toplevel").strip()).resolve()
    below = folder.relative_to(root).as_posix()

    def committed(table: str) -> str:
        try:
            return _git(folder, "show", f"HEAD:./{table}")
        except ValueError:
            return ""

    index = EntryIndex(lambda: list_all_tables(folder),
                       lambda table: (folder / table).read_text(encoding="utf-8"))
    kind, _, rest = name.partition(" ")
    found = [each for each in index.definitions(rest or name) if not rest or each.kind == kind]
    if not found:
        near = closest(name, index.names())
        raise ValueError(f"no table has an entry '{name}'" +
                         (f"; did you mean '{near}'?" if near else ""))
    lines: list[str] = []
    for each in found:
        lines += [*([""] if lines else []),
                  f"{each.kind} {each.name}  defs/{each.table}:{each.first}"]
        lines += _lines_of(root, below, each, committed(each.table))
    return "\n".join(lines) + "\n"


def _lines_of(root: Path, below: str, entry: Definition, committed: str) -> list[str]:
    old = next((each for each in TableEntries(entry.table, committed).definitions
                if (each.kind, each.name) == (entry.kind, entry.name)), None)
    if old is None:
        return ["  not committed yet"]
    written = old.node.source.text[old.node.start:old.node.end].strip("\"'") \
        if old.is_of_family else old.name
    history = _History(root, entry.kind, written)
    path = f"{below}/{entry.table}" if below != "." else entry.table
    lines: list[str] = []
    for commit in commits_of(root, path, old.first, old.last):
        lines.append(f"  {commit.date}  {commit.revision}  {commit.subject}")
        lines += [f"      {each}" for each in history.lines(commit)]
    return lines
