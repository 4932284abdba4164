"""Changes of the tables since a revision of git, entry by entry and fact by fact.

Tables are compared as they are written, not as models: what is old need not fit the generator of
today. Of the parts of ir3 the facts are worked out for both, as these are what people ask for.
"""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import NamedTuple, Union

from .diagnostics import Diagnostics
from .groups import list_all_tables
from .reading import parse
from .source import Mapping, Node, Scalar, Sequence, SourceFile

Plain = Union[str, list["Plain"], dict[str, "Plain"]]
_MOST_TEXT = 60
_DETAIL = "      "


class Entry(NamedTuple):
    """An entry of a table: what is written, and where."""

    value: Plain
    place: str


Tables = dict[str, dict[str, Entry]]
Facts = dict[str, str]


def plain(node: Node | None) -> Plain:
    if isinstance(node, Mapping):
        return {name: plain(value) for name, (_, value) in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value if isinstance(node, Scalar) else ""


def _label(node: Node) -> str:
    """An entry is named by its first key and what may tell it from others of that name."""
    value = plain(node)
    if not isinstance(value, dict):
        return str(value)
    names = [f"{key} {named}" for key, named in value.items() if isinstance(named, str)]
    return names[0] if names else f"{next(iter(value), '')} {next(iter(value.values()), '')}"


def _entries_of(root: Node | None, name: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}

    def add(label: str, node: Node) -> None:
        place = f"defs/{name}:{node.position().line}"
        count = 2
        unique = label
        while unique in found:
            unique, count = f"{label} ({count})", count + 1
        found[unique] = Entry(plain(node), place)

    if isinstance(root, Sequence):
        for item in root.items:
            add(_label(item), item)
    elif isinstance(root, Mapping):
        for key, (_, value) in root.entries.items():
            if isinstance(value, Sequence) and value.items and \
                    all(isinstance(item, Mapping) for item in value.items):
                for item in value.items:
                    add(f"{key}: {_label(item)}", item)
            elif isinstance(value, Mapping):
                for below, (_, inner) in value.entries.items():
                    add(f"{key}: {below}", inner)
            else:
                add(key, value)
    return found


def read(texts: dict[str, str]) -> Tables:
    return {name: _entries_of(parse(SourceFile(f"defs/{name}", text), Diagnostics()), name)
            for name, text in texts.items()}


def tables_now(folder: Path) -> Tables:
    return read({name: (folder / name).read_text(encoding="utf-8")
                 for name in list_all_tables(folder)})


def tables_at(folder: Path, revision: str) -> Tables:
    """Returns the tables of a revision of git; raises ValueError with git's message if there is
    no such revision."""
    try:
        result = subprocess.run(["git", "-C", str(folder), "archive", "--format=tar", revision,
                                 "."], capture_output=True, check=False)
    except FileNotFoundError:
        raise ValueError("git is not installed") from None
    if result.returncode != 0:
        raise ValueError(result.stderr.decode("utf-8", "replace").strip())
    texts = {}
    with tarfile.open(fileobj=io.BytesIO(result.stdout)) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None and member.name.endswith(".yaml"):
                texts[member.name.removeprefix("./")] = file.read().decode("utf-8")
    return read(texts)


def _whole(value: Plain) -> str:
    return str(value) if isinstance(value, str) else \
        "[" + ", ".join(map(_whole, value)) + "]" if isinstance(value, list) else \
        "{" + ", ".join(f"{key}: {_whole(each)}" for key, each in value.items()) + "}"


def _short(before: Plain, after: Plain) -> str:
    """Both values on a line. Long ones are cut, but not where they differ."""
    texts = _whole(before), _whole(after)
    same = len(os.path.commonprefix(texts))
    start = 0 if same < _MOST_TEXT // 2 else same - _MOST_TEXT // 4

    def cut(text: str) -> str:
        if len(text) <= _MOST_TEXT:
            return text
        shown = text[start:start + _MOST_TEXT]
        return ("…" if start else "") + shown + ("…" if start + len(shown) < len(text) else "")

    return f"{cut(texts[0])} -> {cut(texts[1])}"


def changes(before: Plain, after: Plain) -> list[str]:
    """The keys of an entry that have other values, each on a line."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [] if before == after else [_short(before, after)]
    return [f"{key}: {_short(before.get(key, 'nothing'), after.get(key, 'nothing'))}"
            for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key)]


def _table_lines(name: str, before: dict[str, Entry], after: dict[str, Entry]) -> list[str]:
    lines = [f"  added: {label}  {after[label].place}" for label in after if label not in before]
    lines += [f"  removed: {label}" for label in before if label not in after]
    for label, entry in after.items():
        if label in before and before[label].value != entry.value:
            lines.append(f"  changed: {label}  {entry.place}")
            lines += [f"{_DETAIL}{change}" for change in changes(before[label].value, entry.value)]
    return [f"defs/{name}", *lines] if lines else []


def _section(table: dict[str, Entry], name: str) -> dict[str, Plain]:
    prefix = f"{name}: "
    return {label.removeprefix(prefix): entry.value for label, entry in table.items()
            if label.startswith(prefix)}


def parts_of(tables: Tables) -> dict[str, Facts]:
    """The facts of each part, its revision and its name among them."""
    revisions = {str(table["revision"].value): table for name, table in tables.items()
                 if name.startswith("ir3/revisions/") and "revision" in table}
    usual = {}
    for entry in tables.get("ir3/machine.yaml", {}).values():
        if isinstance(entry.value, dict) and "usual" in entry.value:
            usual[str(entry.value["fact"])] = str(entry.value["usual"])

    def facts_of(name: str, seen: tuple[str, ...] = ()) -> Facts:
        table = revisions.get(name)
        if table is None or name in seen:
            return dict(usual)
        base = facts_of(str(table["extends"].value), (*seen, name)) if "extends" in table \
            else dict(usual)
        return base | {fact: str(value) for fact, value in _section(table, "machine").items()}

    found: dict[str, Facts] = {}
    for name, table in revisions.items():
        listed = table["parts"].value if "parts" in table else []
        for part in listed if isinstance(listed, list) else []:
            facts = facts_of(name)
            for some in _section(table, "some_parts").values():
                if isinstance(some, dict) and part in some.get("parts", []):
                    machine = some.get("machine", {})
                    facts |= {fact: str(value) for fact, value in machine.items()} \
                        if isinstance(machine, dict) else {}
            found[str(part)] = {"revision": name} | facts
    return found


def _names(tables: Tables) -> dict[str, str]:
    named = {}
    for entry in tables.get("ir3/parts.yaml", {}).values():
        if isinstance(entry.value, dict) and "called" in entry.value:
            named[str(entry.value["part"])] = str(entry.value["called"])
    return named


def _part_lines(before: Tables, after: Tables) -> list[str]:
    old, new, names = parts_of(before), parts_of(after), _names(after)
    # A fact that was not told of any part tells nothing of what changed.
    known = {fact for facts in old.values() for fact in facts}

    def shown(part: str) -> str:
        return names.get(part, part)

    lines = []
    for part in sorted(set(new) - set(old), key=int):
        lines.append(f"  added: {shown(part)} ({new[part]['revision']})")
    for part in sorted(set(old) - set(new), key=int):
        lines.append(f"  removed: {shown(part)}")
    for part in sorted(set(old) & set(new), key=int):
        differ = [f"{fact} {old[part].get(fact, 'nothing')} -> {value}"
                  for fact, value in new[part].items()
                  if fact in known and old[part].get(fact) != value]
        if differ:
            lines.append(f"  changed: {shown(part)}: {', '.join(differ)}")
    facts = sorted({fact for each in new.values() for fact in each} - known)
    if facts:
        lines.append(f"  facts that were not stated before: {', '.join(facts)}")
    return ["parts", *lines] if lines else []


def text(before: Tables, after: Tables, since: str, is_brief: bool = False) -> str:
    """Parts first, then the tables that changed, entry by entry; the brief text leaves out what
    changed of an entry."""
    lines = _part_lines(before, after)
    changed = 0
    for name in sorted({*before, *after}):
        of_table = _table_lines(name, before.get(name, {}), after.get(name, {}))
        if is_brief:
            of_table = [line for line in of_table if not line.startswith(_DETAIL)]
        changed += bool(of_table)
        lines += ([""] if lines and of_table else []) + of_table
    head = f"since {since}: {changed} table{'' if changed == 1 else 's'} changed"
    return "\n".join([head, *([""] if lines else []), *lines]) + "\n"
