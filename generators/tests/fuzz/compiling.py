"""Checks that changed C++ still compiles: a syntax check of the changed files and those that
include them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..support import ROOT, cpp_tokens

_INCLUDE = re.compile(r'#include [<"](jacquard/[^>"]+)[>"]')
_FLAGS = ["-std=c++20", "-ffp-contract=off", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
          "-Werror", "-fsyntax-only"]
_SECONDS = 120
# The files of #include lines are in these folders.
_ROOTS = (ROOT / "runtime", ROOT / "backend")


Outputs = Mapping[str, str | bytes]


def _sources(outputs: Outputs) -> dict[str, str]:
    """Returns the outputs that are compiled; data files are included as they are."""
    return {path: content for path, content in outputs.items() if isinstance(content, str)}


class Compiler:
    """Compiles changed files over a copy of what the real tables give."""

    def __init__(self, outputs: Outputs) -> None:
        self.command = os.environ.get("JACQUARD_CXX") or shutil.which("c++") or ""
        self.outputs = _sources(outputs)
        self.compiled = 0
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        self.generated, self.changed = folder / "generated", folder / "changed"
        for path, content in outputs.items():
            _write(self.generated / path, content)
        self.includes = {path: self._included(text) for path, text in self.outputs.items()}

    def _included(self, text: str) -> set[str]:
        """The generated files that a file includes, also through files written by hand."""
        found: set[str] = set()
        waiting = _INCLUDE.findall(text)
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self.outputs:
                found.add(name)
                waiting += _INCLUDE.findall(self.outputs[name])
            else:
                for root in _ROOTS:
                    if (root / name).is_file():
                        waiting += _INCLUDE.findall((root / name).read_text("utf-8"))
        return found

    def fault(self, given: Outputs) -> str:
        """Returns the compiler's errors about the changed files; empty if they compile."""
        if not self.command:
            return ""
        changed = {path for path, text in _sources(given).items()
                   if path not in self.outputs or
                   cpp_tokens(text, True) != cpp_tokens(self.outputs[path], True)}
        if not changed:
            return ""
        shutil.rmtree(self.changed, ignore_errors=True)
        for path, content in given.items():
            _write(self.changed / path, content)
        units = sorted(path for path in {*self.outputs, *changed} if path.endswith(".cpp") and
                       (path in changed or self.includes.get(path, set()) & changed))
        headers = sorted(path for path in changed if path.endswith(".h"))
        if headers:
            _write(self.changed / "headers.cpp", "".join(f"#include <{path}>\n"
                                                         for path in headers))
            units.insert(0, "headers.cpp")
        for unit in units:
            said = self._check(unit)
            if said:
                return said
        return ""

    def _check(self, unit: str) -> str:
        path = self.changed / unit
        if not path.is_file():
            path = self.generated / unit
        self.compiled += 1
        try:
            made = subprocess.run(
                [self.command, *_FLAGS, f"-I{self.changed}", f"-I{self.generated}",
                 *(f"-I{root}" for root in _ROOTS), str(path)],
                capture_output=True, timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            return f"{unit} does not compile within {_SECONDS} seconds"
        said = made.stderr.decode(errors="replace").replace(f"{self._folder.name}/", "")
        return said if made.returncode else ""


def is_by_hand(said: str) -> bool:
    """Returns true if the first error of a compiler is in C++ that is written by hand."""
    found = re.search(r"^(\S+?):[0-9:]+ (?:fatal )?error:", said, re.MULTILINE)
    return found is not None and found.group(1).startswith(tuple(f"{root}/" for root in _ROOTS))


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
