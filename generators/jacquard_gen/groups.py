"""The groups of tables, each with a model of its own, and what they share while one run lasts.

A group is a package `jacquard_gen.<name>` that offers

    load(context) -> model | None          the checked tables (faults go to context.diagnostics)
    outputs(model) -> list[Output]         the files made from them
    output_names(tables_dir) -> list[str]  the paths of those files, without loading any table
    explain(model, name) -> str | None     everything known about a name, or None
    reference(model) -> list[Page]         the same of all names, by kind, for the reference
    schemas() -> dict[str, Json]           JSON Schemas: {"nir/alu": table_schema(...)}

A group that is not there is left out; one that is there and broken is an error as usual in Python.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from .diagnostics import Diagnostics
from .reading import parse, read_file
from .source import Node, Position, SourceFile

T = TypeVar("T")

GROUP_NAMES = ("expr", "nir", "tgsi", "spirv", "ir3", "pipelines", "glsl", "options",
               "amber", "advice", "site", "errors")
READS = {"expr": {"expr"}, "nir": {"expr", "nir"}, "tgsi": {"expr", "nir", "tgsi"},
         "spirv": {"expr", "nir", "spirv"}, "ir3": {"expr", "nir", "ir3", "errors"},
         "pipelines": {"expr", "nir", "ir3", "pipelines"}, "glsl": {"expr", "nir", "glsl"},
         "options": {"options"}, "amber": {"amber", "expr", "nir"},
         "advice": {"advice", "nir", "spirv"}, "site": {"site"},
         "errors": {"errors"}}
"""The groups whose tables a group reads, itself among them."""


class Output(NamedTuple):
    """One generated file: `path` below the output folder, the template it is named after
    (below `generators/templates`, with `.j2`), and the values the template is given. A file of
    data that is no C++ has no template: its text or bytes stand in `data`."""

    path: str
    template: str
    values: dict[str, Any]
    data: str | bytes | None = None


class Page(NamedTuple):
    """Entries of one kind for the reference: each its name and what `explain` says of it."""

    name: str
    title: str
    entries: list[tuple[str, str]]


class Group(Protocol):
    def load(self, context: Context) -> Any: ...

    def outputs(self, model: Any) -> list[Output]: ...

    def output_names(self, tables_dir: Path) -> list[str]: ...

    def explain(self, model: Any, name: str) -> str | None: ...

    def reference(self, model: Any) -> list[Page]: ...

    def schemas(self) -> dict[str, dict[str, Any]]: ...


class Context:
    """One run: the tables' folder, the faults found, the files read, models already loaded.

    `instead` holds texts that are read in place of files, to see what they would do.
    """

    serves_library = True
    """Whether the machine of the tables is the one that the C++ of this project is written for,
    which relies on some of their names."""

    def __init__(self, tables_dir: Path, diagnostics: Diagnostics | None = None,
                 instead: Mapping[str, str] | None = None) -> None:
        self.tables_dir = tables_dir
        self._instead = instead or {}
        self.diagnostics = diagnostics if diagnostics is not None else Diagnostics()
        self.files: dict[str, SourceFile | None] = {}
        self.listings: dict[str, list[str]] = {}
        self._trees: dict[str, Node | None] = {}
        self._models: dict[str, Any] = {}
        self._made: dict[str, Any] = {}

    def table(self, name: str) -> Node | None:
        """The node tree of a file such as `nir/texture.yaml`, read once; None where it is empty,
        broken or missing, which was reported."""
        if name not in self._trees:
            source = self._read(name)
            self.files[name] = source
            self._trees[name] = None if source is None else parse(source, self.diagnostics)
            if self._trees[name] is None:
                self.diagnostics.unreadable(name)
        return self._trees[name]

    def _read(self, name: str) -> SourceFile | None:
        if name in self._instead:
            return SourceFile(self.shown(name), self._instead[name], self.path_of(name), name)
        return read_file(self.path_of(name), self.shown(name), self.diagnostics, name)

    def path_of(self, name: str) -> Path:
        """Returns where a table, or a folder of some, is."""
        return self.tables_dir / name

    def shown(self, name: str) -> str:
        """Returns what messages call a table."""
        return f"defs/{name}"

    def place(self, name: str) -> Position:
        """Returns the position of a table as a whole, for errors about what is missing in it."""
        root = self.table(name)
        source = self.files.get(name) if root is None else root.source
        return Position(source or SourceFile(self.shown(name), "", table=name), 1, 1)

    def all_names(self) -> list[str]:
        """The tables in all folders, sorted; of another machine than ours its own."""
        return list_all_tables(self.tables_dir)

    def exported(self, name: str) -> str:
        """Returns what a table is called where all are exported."""
        return name

    def has(self, name: str) -> bool:
        """Returns whether a table is there, or is missed where it is not: the library is made of
        all tables of its machine, and of those of others some may be missing."""
        return self.serves_library or name in self._instead or self.path_of(name).exists()

    def names(self, folder: str) -> list[str]:
        """The tables directly in a folder (`nir/alu` → `nir/alu/float.yaml`, …), sorted."""
        if folder not in self.listings:
            new = {name for name in self._instead if name.rpartition("/")[0] == folder}
            found = tables_in(self.path_of(folder), folder)
            self.listings[folder] = sorted({*found, *new})
        return self.listings[folder]

    def tables(self, folder: str) -> list[Node]:
        """The trees of the tables directly in a folder, by name; that there are none is
        reported."""
        if not self.names(folder):
            place = Position(SourceFile(self.shown(folder), "", table=folder), 1, 1)
            self.diagnostics.error("E109", place, "there are no tables here")
            self.diagnostics.unreadable(f"{folder}/")
        trees = (self.table(name) for name in self.names(folder))
        return [tree for tree in trees if tree is not None]

    def once(self, what: str, make: Callable[[Context], T]) -> T:
        """A part of a group's model that others read as well, or that takes long to make, made
        once. Unlike a model it is there where other parts of the group have faults. `make` takes
        all that the part depends on from its context."""
        if what not in self._made:
            self._made[what] = make(self)
        made: T = self._made[what]
        return made

    def model(self, group: str) -> Any:
        """The model of a group (also for other groups), loaded once; None where it failed."""
        if group not in self._models:
            self._models[group] = None
            module = find_group(group)
            if module is not None:
                self._models[group] = module.load(self)
        return self._models[group]


def list_tables(tables_dir: Path, folder: str) -> list[str]:
    return tables_in(tables_dir / folder, folder)


def tables_in(path: Path, folder: str) -> list[str]:
    """The names of the tables directly in a folder that is at a path."""
    if not path.is_dir():
        return []
    return sorted(f"{folder}/{entry.name}" for entry in path.iterdir()
                  if entry.name.endswith(".yaml") and not entry.name.startswith("."))


def list_all_tables(tables_dir: Path) -> list[str]:
    """All tables in all folders, sorted."""
    return sorted(path.relative_to(tables_dir).as_posix() for path in tables_dir.rglob("*.yaml")
                  if not path.name.startswith("."))


def find_group(name: str) -> Group | None:
    """The module of a group, None where it is not there."""
    if importlib.util.find_spec(f"jacquard_gen.{name}") is None:
        return None
    module: Any = importlib.import_module(f"jacquard_gen.{name}")
    return module if hasattr(module, "load") else None


def present_groups(names: Iterable[str] = GROUP_NAMES) -> dict[str, Group]:
    found = {name: find_group(name) for name in names}
    return {name: group for name, group in found.items() if group is not None}
