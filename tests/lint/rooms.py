"""Checks the plan of the house: the rooms, which are the folders of sources below runtime/jacquard
and backend/jacquard, against their READMEs, their includes and docs/code-map.md.

* Each room has a README.md whose title is its path, with a description and the items In, Out,
  Start at and Uses. Uses lists exactly the rooms, and folders of generated headers, whose headers
  the room includes.
* Neither the arrows between rooms nor those between modules make a circle. A module is a header
  with the source of the same name.
* No folder has more than MOST_FILES sources.
* Each include of <jacquard/...> in the tree names a file below runtime/ or backend/, or a
  generated one.
* The markers of docs/code-map.md name every room once, and each table repeats what the READMEs say.

Usage: rooms.py SOURCE_FOLDER [--write]. With --write, the Uses of each README and the tables of
docs/code-map.md are rewritten first. Exit code 1 and one line a fault when anything is wrong.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

INCLUDE_ROOTS = ("runtime", "backend")
MAP = Path("docs") / "code-map.md"
KEYS = ("In", "Out", "Start at", "Uses")
WIDTH = 100

MOST_FILES = 30
COUNTED_FOLDERS = ("runtime", "backend", "bindings", "generators", "tests")
COUNTED_SUFFIXES = {".cpp", ".h", ".py", ".js", ".j2"}
# Inputs of tests: as many as there are cases.
INPUT_FOLDERS = ("tests/corpus", "tests/vectors")

_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<(jacquard/[^>\n]+)>", re.MULTILINE)
_ITEM = re.compile(r"^- (?P<key>[A-Z][a-z]*(?: at)?): (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
_START = re.compile(r"`(?P<file>[^`]+)`")
_MARKED = re.compile(r"<!-- rooms: (?P<rooms>[^>]*?) -->\n.*?<!-- end of rooms -->", re.DOTALL)
_SKIPPED = {"node_modules", "__pycache__"}
_READ_SUFFIXES = {".cpp", ".h", ".c", ".py", ".j2", ".md"}

Arrows = Mapping[str, set[str]]


class Readme(NamedTuple):
    """The contents of a room's README."""

    title: str
    description: str
    items: dict[str, str]

    def first_sentence(self) -> str:
        return re.split(r"(?<=\.)\s", self.description, maxsplit=1)[0]

    def start(self) -> str:
        found = _START.match(self.items.get("Start at", ""))
        return found["file"] if found else ""

    def uses(self) -> list[str]:
        text = self.items.get("Uses", "")
        return [] if text == "nothing" else [name.strip() for name in text.split(",")]


class Room(NamedTuple):
    """A folder of sources below an include root."""

    name: str
    folder: Path
    sources: list[Path]


def files_below(folder: Path) -> Iterator[Path]:
    """All files, in order, without what builds and tools leave behind."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders
                            if name not in _SKIPPED and not name.startswith("."))
        yield from (Path(path) / name for name in sorted(names))


def rooms_of(root: Path) -> dict[str, Room]:
    found: dict[str, Room] = {}
    for top in INCLUDE_ROOTS:
        house = root / top / "jacquard"
        for source in files_below(house):
            if source.suffix in {".cpp", ".h"}:
                name = room_name(source.parent.relative_to(root / top).as_posix())
                found.setdefault(name, Room(name, source.parent, [])).sources.append(source)
    return found


def room_name(folder: str) -> str:
    """The name of a folder by its path below an include root: `nir/ir` of `jacquard/nir/ir`."""
    return folder.removeprefix("jacquard/")


def includes_of(path: Path) -> list[str]:
    return _INCLUDE.findall(path.read_text(encoding="utf-8"))


def read_readme(path: Path) -> Readme:
    text = path.read_text(encoding="utf-8")
    title, _, rest = text.partition("\n")
    description = rest.split("\n- ", maxsplit=1)[0]
    return Readme(title.removeprefix("# ").strip(), " ".join(description.split()),
                  {item["key"]: " ".join(item["text"].split()) for item in _ITEM.finditer(rest)})


def used_by(room: Room) -> list[str]:
    used = {room_name(os.path.dirname(header)) for source in room.sources
            for header in includes_of(source)}
    return sorted(used - {room.name})


def item_text(key: str, text: str) -> str:
    return textwrap.fill(f"- {key}: {text}", WIDTH, subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False)


def write_uses(room: Room, used: list[str]) -> None:
    path = room.folder / "README.md"
    text = path.read_text(encoding="utf-8")
    line = item_text("Uses", ", ".join(used) or "nothing")
    changed, count = re.subn(r"^- Uses: .*(?:\n  .*)*", line, text, count=1, flags=re.MULTILINE)
    if count == 0:
        changed = text.rstrip("\n") + "\n" + line + "\n"
    if changed != text:
        path.write_text(changed, encoding="utf-8")


def readme_faults(room: Room, used: list[str], root: Path) -> list[str]:
    path = room.folder / "README.md"
    where = path.relative_to(root)
    readme = read_readme(path)
    faults = []
    if readme.title != room.name:
        faults.append(f"{where}: the title is '{readme.title}', not '{room.name}'")
    if not readme.description:
        faults.append(f"{where}: no sentence says what the room does")
    if tuple(readme.items) != KEYS:
        faults.append(f"{where}: the items are {', '.join(readme.items) or 'missing'}, "
                      f"not {', '.join(KEYS)}")
    if readme.start() not in {source.name for source in room.sources}:
        faults.append(f"{where}: 'Start at' names no file of the room: '{readme.start()}'")
    faults += [f"{where}: uses {name}, which no source includes"
               for name in readme.uses() if name not in used]
    faults += [f"{where}: does not say that the room uses {name}"
               for name in used if name not in readme.uses()]
    return faults


def circles_of(arrows: Arrows) -> list[set[str]]:
    """The sets of nodes that reach each other, of two or more, in order (Tarjan, not recursive)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    open_nodes: set[str] = set()
    found: list[set[str]] = []
    for first in sorted(arrows):
        if first in number:
            continue
        walk: list[tuple[str, Iterator[str]]] = []

        def enter(node: str, walk: list[tuple[str, Iterator[str]]] = walk) -> None:
            number[node] = low[node] = len(number)
            stack.append(node)
            open_nodes.add(node)
            walk.append((node, iter(sorted(arrows.get(node, ())))))

        enter(first)
        while walk:
            node, targets = walk[-1]
            target = next(targets, None)
            if target is None:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    if len(stack) - at > 1:
                        found.append(set(stack[at:]))
                    open_nodes.difference_update(stack[at:])
                    del stack[at:]
            elif target not in number:
                enter(target)
            elif target in open_nodes:
                low[node] = min(low[node], number[target])
    return sorted(found, key=sorted)


def way_around(circle: set[str], arrows: Arrows) -> str:
    """One shortest way around a circle, for a message: "a -> b -> a"."""
    shortest: list[str] = []
    for first in sorted(circle):
        ways = [[first]]
        seen: set[str] = set()
        while ways and (not shortest or len(ways[0]) < len(shortest)):
            way = ways.pop(0)
            for target in sorted(arrows[way[-1]] & circle):
                if target == first:
                    shortest = way
                    ways = []
                    break
                if target not in seen:
                    seen.add(target)
                    ways.append([*way, target])
    return " -> ".join([*shortest, *shortest[:1]])


def room_circle_faults(arrows: Arrows) -> list[str]:
    return [f"the rooms {', '.join(sorted(circle))} make a circle: {way_around(circle, arrows)}"
            for circle in circles_of(arrows)]


def module_circle_faults(rooms: Mapping[str, Room], root: Path) -> list[str]:
    modules: dict[str, set[str]] = {}
    for room in rooms.values():
        for source in room.sources:
            top = root / source.relative_to(root).parts[0]
            module = source.relative_to(top).with_suffix("").as_posix()
            targets = {Path(header).with_suffix("").as_posix() for header in includes_of(source)}
            modules.setdefault(module, set()).update(targets - {module})
    arrows = {module: targets & modules.keys() for module, targets in modules.items()}
    return [f"the modules {', '.join(room_name(module) for module in sorted(circle))} make a "
            f"circle: {way_around(circle, arrows)}" for circle in circles_of(arrows)]


def crowd_faults(root: Path) -> list[str]:
    counts: dict[str, int] = {}
    for top in COUNTED_FOLDERS:
        for path in files_below(root / top):
            folder = path.parent.relative_to(root).as_posix()
            if path.suffix in COUNTED_SUFFIXES and not folder.startswith(INPUT_FOLDERS):
                counts[folder] = counts.get(folder, 0) + 1
    return [f"{folder}: {count} sources are more than {MOST_FILES}; part the folder"
            for folder, count in sorted(counts.items()) if count > MOST_FILES]


def include_faults(root: Path) -> list[str]:
    faults = []
    build = root / "build"
    for path in files_below(root):
        if path.suffix not in _READ_SUFFIXES or path.is_relative_to(build):
            continue
        for header in includes_of(path):
            if not header.startswith("jacquard/generated/") and "{" not in header and \
                    not any((root / top / header).is_file() for top in INCLUDE_ROOTS):
                faults.append(f"{path.relative_to(root)}: includes <{header}>, which is no file "
                              "below runtime or backend and not generated")
    return faults


def map_table(names: list[str], rooms: Mapping[str, Room], root: Path) -> str:
    lines = ["| room | what it does | start at |", "| --- | --- | --- |"]
    for name in names:
        if name not in rooms:
            continue
        room = rooms[name]
        folder = "../" + room.folder.relative_to(root).as_posix()
        readme = read_readme(room.folder / "README.md")
        lines.append(f"| [`{name}`]({folder}/README.md) | {readme.first_sentence()} "
                     f"| [{readme.start()}]({folder}/{readme.start()}) |")
    return "\n".join(lines)


def map_faults(rooms: Mapping[str, Room], root: Path, write: bool) -> list[str]:
    text = (root / MAP).read_text(encoding="utf-8")
    named = [name for marked in _MARKED.finditer(text) for name in marked["rooms"].split()]
    faults = [f"{MAP}: no marker names the room {name}" for name in sorted(rooms)
              if name not in named]
    faults += [f"{MAP}: there is no room {name}" for name in named if name not in rooms]
    faults += [f"{MAP}: two markers name the room {name}"
               for name in sorted(set(named)) if named.count(name) > 1]

    def table(marked: re.Match[str]) -> str:
        return (f"<!-- rooms: {marked['rooms']} -->\n\n"
                f"{map_table(marked['rooms'].split(), rooms, root)}\n\n<!-- end of rooms -->")

    if write:
        changed = _MARKED.sub(table, text)
        if changed != text:
            (root / MAP).write_text(changed, encoding="utf-8")
        return faults
    for marked in _MARKED.finditer(text):
        wanted = table(marked).splitlines()
        there = marked[0].splitlines()
        if wanted != there:
            line = next((line for line in wanted if line not in there), "a row too many")
            faults.append(f"{MAP}: the table of {marked['rooms'].split()[0]} and others differs "
                          f"from the READMEs (--write rewrites it): {line}")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("root", type=Path, metavar="SOURCE_FOLDER")
    parser.add_argument("--write", action="store_true",
                        help="rewrite the Uses of the READMEs and the tables of the map")
    options = parser.parse_args()
    root: Path = options.root
    rooms = rooms_of(root)
    used = {name: used_by(room) for name, room in rooms.items()}
    faults = []
    for name in sorted(rooms):
        room = rooms[name]
        if not (room.folder / "README.md").is_file():
            faults.append(f"{room.folder.relative_to(root)}: there is no README.md")
            continue
        if options.write:
            write_uses(room, used[name])
        faults += readme_faults(room, used[name], root)
    if not faults:
        faults += map_faults(rooms, root, options.write)
    arrows = {name: set(targets) & rooms.keys() for name, targets in used.items()}
    faults += room_circle_faults(arrows)
    faults += module_circle_faults(rooms, root)
    faults += crowd_faults(root)
    faults += include_faults(root)
    for fault in faults:
        print(fault)
    num_arrows = sum(len(targets) for targets in arrows.values())
    print(f"{len(rooms)} rooms, {num_arrows} arrows, {len(faults)} faults")
    return 1 if faults or not rooms else 0


if __name__ == "__main__":
    sys.exit(main())
