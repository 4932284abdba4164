"""Renders templates and writes what changed.

Every template gets `banner` (to stand at the top as a comment), the values of its output, and
the filters of `FILTERS`. A name that is not given is an error even in a branch that is not
taken. Nothing is written unless every output rendered.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .diagnostics import Diagnostics
from .expr.cpp import KEYWORDS
from .groups import Output
from .layout import filled, laid_out
from .source import Position, SourceFile

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


_ESCAPES = {code: f"\\{code:03o}" for code in (*range(0x20), 0x7f)} | \
    {ord("\n"): "\\n", ord('"'): '\\"', ord("\\"): "\\\\"}


def c_string(value: str) -> str:
    """A C++ string literal."""
    return '"' + value.translate(_ESCAPES) + '"'


def identifier(value: str) -> str:
    """A C++ identifier from a mnemonic: dots and other characters become underscores, and a word
    of C++ itself gets one at its end."""
    result = re.sub(r"[^A-Za-z0-9_]", "_", value)
    if result in KEYWORDS:
        return result + "_"
    return "_" + result if result[:1].isdigit() else result


def comment(value: str, width: int = 97) -> str:
    """Text as `//` lines no longer than `width`."""
    lines: list[str] = []
    for paragraph in value.splitlines():
        line = "//"
        for word in paragraph.split():
            if len(line) + 1 + len(word) > width and line != "//":
                lines.append(line)
                line = "//"
            line += " " + word
        lines.append(line)
    return "\n".join(lines)


def provenance(value: Any) -> str:
    """`// defs/nir/alu/float.yaml:42` for a record or a position."""
    return f"// {value.provenance}"


def snake_to_camel(value: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", value))


FILTERS = {
    "c_string": c_string,
    "identifier": identifier,
    "comment": comment,
    "filled": filled,
    "provenance": provenance,
    "camel": snake_to_camel,
}


def banner(template: str) -> str:
    return ("Made by jacquard_gen from the tables in defs/ and "
            f"generators/templates/{template}; edits will be lost.")


class Renderer:
    """One Jinja2 environment for a run; `used` collects the templates read."""

    def __init__(self, folder: Path = TEMPLATES) -> None:
        import jinja2

        from .templates import TemplateLoader
        self.folder = folder
        self.used: set[Path] = set()
        self.loader = TemplateLoader(folder)
        self.environment = jinja2.Environment(
            loader=self.loader, undefined=jinja2.StrictUndefined, trim_blocks=True,
            lstrip_blocks=True, keep_trailing_newline=True, autoescape=False)
        self.environment.filters.update(FILTERS)

    def render(self, output: Output, diagnostics: Diagnostics) -> str | None:
        """The text of an output; None after a fault of its template was reported."""
        import jinja2
        try:
            self._record(output.template)
            template = self.environment.get_template(output.template)
            if not self._check_names(output, diagnostics):
                return None
            return laid_out(template.render(banner=banner(output.template), **output.values))
        except jinja2.TemplateNotFound as error:
            self._fault(output.template, 1, f"there is no template '{error.name}'", diagnostics)
        except jinja2.TemplateSyntaxError as error:
            self._fault(error.name or output.template, error.lineno, error.message or "",
                        diagnostics)
        except jinja2.UndefinedError as error:
            self._fault(output.template, self._line(error), str(error.message), diagnostics)
        return None

    def _check_names(self, output: Output, diagnostics: Diagnostics) -> bool:
        """Reports names that a template, or one that it includes, uses and is not given, also in
        branches that are not taken."""
        given = set(output.values) | {"banner"} | set(self.environment.globals)
        pending = [output.template]
        seen: set[str] = set()
        good = True
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            self._record(name)
            self.environment.get_template(name)
            facts = self.loader.facts[name]
            for missing in facts.undeclared:
                if missing not in given:
                    good = False
                    self._fault(name, self._first_line(name, missing),
                                f"the template uses '{missing}', which it is not given",
                                diagnostics)
            pending += facts.references
        return good

    def _record(self, name: str) -> None:
        self.used.add(self.folder / name)

    def _first_line(self, name: str, word: str) -> int:
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        return next((number for number, line in enumerate(lines, 1)
                     if re.search(rf"\b{re.escape(word)}\b", line)), 1)

    def _line(self, error: BaseException) -> int:
        line = 1
        traceback = error.__traceback__
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename.startswith(str(self.folder)):
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return line

    def _fault(self, name: str, line: int, message: str, diagnostics: Diagnostics) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        source = SourceFile(f"generators/templates/{name}", text, path)
        diagnostics.error("E901", Position(source, line, 1), message)


def write_changed(path: Path, text: str) -> bool:
    """Writes the file unless it has that text already; whether it was written."""
    data = text.encode("utf-8")
    try:
        if path.read_bytes() == data:
            return False
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)
    return True


def depfile(target: str, inputs: Iterable[str]) -> str:
    """A Make rule that names everything the target was made from."""
    def escape(path: str) -> str:
        return path.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#") \
            .replace("$", "$$")
    lines = [escape(target) + ":"] + ["  " + escape(path) for path in sorted(set(inputs))]
    return " \\\n".join(lines) + "\n"
