"""Loads templates. What was compiled is kept in a `__pycache__` beside them, as Python keeps its
own bytecode, since compiling them takes longer than everything else."""

from __future__ import annotations

import functools
import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import jinja2
from jinja2 import meta

from . import escape, template_lint
from .template_lint import Finding

# A template that is kept was found good by the rules that this package had at that time.
_MAGIC = b" ".join([f"{sys.implementation.cache_tag} {jinja2.__version__} 2".encode(),
                    Path(template_lint.__file__).read_bytes(), Path(escape.__file__).read_bytes()])


class Facts(NamedTuple):
    """The names of its surroundings that a template uses, sorted."""

    undeclared: list[str]
    references: list[str]


NAMED = "<templates>/"
"""How the names begin that compiled templates have for their files. Those have no folder in them,
so that what is kept stays good where the sources are copied or moved."""

# Keeps what this process has loaded: the sources may be read-only, so it cannot be kept beside
# them.
_loaded: dict[bytes, tuple[Facts, CodeType]] = {}


class UnsafeTemplate(jinja2.TemplateError):
    """A template whose syntax is right and some of whose values name no fitting filter."""

    def __init__(self, name: str, findings: list[Finding]) -> None:
        super().__init__(f"{name} has values that name no fitting filter")
        self.name = name
        self.findings = findings


class UnknownName(jinja2.UndefinedError):
    """A name that is not among those of a mapping."""

    def __init__(self, near: str, known: list[str], message: str) -> None:
        super().__init__(message)
        self.near, self.known = near, known


class Absent(jinja2.StrictUndefined):
    """Stands for what is not there, and knows what is there instead."""

    def __init__(self, hint: str | None = None, obj: Any = jinja2.utils.missing,
                 name: str | None = None,
                 exc: Callable[[str], Exception] = jinja2.UndefinedError) -> None:
        if isinstance(obj, Mapping) and exc is jinja2.UndefinedError:
            known = sorted(str(key) for key in obj)
            exc = functools.partial(UnknownName, str(name), known)
        # Jinja2 only calls it, with the message.
        super().__init__(hint, obj, name, exc)  # type: ignore[arg-type]


class TemplateLoader(jinja2.BaseLoader):
    """Finds templates in a folder. Templates of others make texts of any language, so that their
    values need no filter of C++, and nothing is kept in their folder."""

    def __init__(self, folder: Path, are_of_others: bool = False) -> None:
        self.folder = folder
        self.are_of_others = are_of_others
        self.facts: dict[str, Facts] = {}

    def load(self, environment: jinja2.Environment, name: str,
             globals: MutableMapping[str, Any] | None = None) -> jinja2.Template:
        path = self.folder / name
        try:
            data = path.read_bytes()
        except OSError:
            raise jinja2.TemplateNotFound(name) from None
        cached = self.folder / "__pycache__" / (name.replace("/", ".") + ".cache")
        key = hashlib.sha256(b"\0".join((_MAGIC, name.encode(), data))).digest()
        found = None if self.are_of_others else _loaded.get(key) or self._read(cached, key)
        if found is None:
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                raise jinja2.TemplateSyntaxError("the template is not UTF-8", 1, name) from None
            tree = environment.parse(text, name, NAMED + name)
            findings = [] if self.are_of_others else template_lint.findings(environment, text)
            if findings:
                raise UnsafeTemplate(name, findings)
            code = environment.compile(tree, name, NAMED + name)
            facts = Facts(sorted(meta.find_undeclared_variables(tree)),
                          sorted(filter(None, meta.find_referenced_templates(tree))))
            if not self.are_of_others:
                self._write(cached, key, facts, code)
                _loaded[key] = facts, code
        else:
            facts, code = found
            _loaded[key] = facts, code
        self.facts[name] = facts
        return environment.template_class.from_code(environment, code, globals or {})

    @staticmethod
    def _read(cached: Path, key: bytes) -> tuple[Facts, CodeType] | None:
        try:
            stored, undeclared, references, code = marshal.loads(cached.read_bytes())
        except (OSError, ValueError, EOFError, TypeError):
            return None
        return (Facts(undeclared, references), code) if stored == key else None

    @staticmethod
    def _write(cached: Path, key: bytes, facts: Facts, code: CodeType) -> None:
        if sys.dont_write_bytecode:
            return
        try:
            cached.parent.mkdir(exist_ok=True)
            temporary = cached.with_name(f"{cached.name}.{os.getpid()}")
            temporary.write_bytes(marshal.dumps((key, facts.undeclared, facts.references, code)))
            temporary.replace(cached)
        except OSError:
            pass
