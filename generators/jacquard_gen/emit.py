"""Renders templates and writes what changed.

Every template gets `banner` (to stand at the top as a comment), the values of its output, and
the filters of `FILTERS`. A name that is not given, or a value that does not name the filter of its
place (see `escape`), is an error even in a branch that is not taken. Nothing is written unless
every output rendered.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .diagnostics import Diagnostics
from .escape import IN_CODE, IN_COMMENT, Unfit
from .groups import Output
from .layout import filled, filled_lines, joined, laid_out, one_line, room
from .kinds import Text
from .source import Position, SourceFile

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


FILTERS = IN_CODE | IN_COMMENT | {"filled": filled, "filled_lines": filled_lines,
                                  "joined": joined, "one_line": one_line, "room": room}


def banner(template: str) -> str:
    return f"Made by jacquard_gen from the tables in defs/ and {template}; edits will be lost."


class Renderer:
    """One Jinja2 environment for a run; `used` collects the templates read. Templates of others
    make texts of any language."""

    def __init__(self, folder: Path = TEMPLATES, are_of_others: bool = False) -> None:
        import jinja2

        from .templates import Absent, TemplateLoader
        self.folder = folder
        self.are_of_others = are_of_others
        self._shown = str(folder) if are_of_others else "generators/templates"
        self.used: set[Path] = set()
        self.loader = TemplateLoader(folder, are_of_others)
        self.environment = jinja2.Environment(
            loader=self.loader, undefined=Absent, trim_blocks=True, lstrip_blocks=True,
            keep_trailing_newline=True, autoescape=False)
        self.environment.filters.update(FILTERS)

    def render(self, output: Output, diagnostics: Diagnostics) -> str | bytes | None:
        """The text of an output, or its bytes; None after a fault of its template was reported."""
        import jinja2

        from .templates import UnknownName, UnsafeTemplate
        if output.data is not None:
            return output.data
        try:
            self._record(output.template)
            template = self.environment.get_template(output.template)
            if not self._check_names(output, diagnostics):
                return None
            name = output.template if self.are_of_others else f"{self._shown}/{output.template}"
            text = template.render(banner=banner(name), **output.values)
            return text if self.are_of_others else laid_out(text)
        except jinja2.TemplateNotFound as error:
            self._fault(output.template, 1, f"there is no template '{error.name}'", diagnostics)
        except jinja2.TemplateSyntaxError as error:
            self._fault(error.name or output.template, error.lineno, error.message or "",
                        diagnostics, **self._filters(error.message or ""))
        except jinja2.UndefinedError as error:
            name, line = self._innermost(error, output.template)
            meant = error if isinstance(error, UnknownName) else UnknownName("", [], "")
            self._fault(name, line, str(error.message), diagnostics, near=meant.near,
                        known=meant.known)
        except jinja2.TemplateRuntimeError as error:
            name, line = self._innermost(error, output.template)
            self._fault(name, line, error.message or "", diagnostics,
                        **self._filters(error.message or ""))
        except UnsafeTemplate as error:
            for line, column, message, hint in error.findings:
                self._fault(error.name, line, message, diagnostics, "E903", column, hint)
        except Unfit as error:
            self._unfit(output.template, error, diagnostics)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # Templates of others compute what they like.
            if not self.are_of_others:
                raise
            name, line = self._innermost(error, output.template)
            self._fault(name, line, f"{type(error).__name__}: {error}", diagnostics)
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
                                diagnostics, near=missing, known=sorted(given))
            pending += facts.references
        return good

    def _record(self, name: str) -> None:
        self.used.add(self.folder / name)

    def _first_line(self, name: str, word: str) -> int:
        lines = (self.folder / name).read_text(encoding="utf-8").splitlines()
        return next((number for number, line in enumerate(lines, 1)
                     if re.search(rf"\b{re.escape(word)}\b", line)), 1)

    def _innermost(self, error: BaseException, name: str) -> tuple[str, int]:
        """The template and line of a fault: those of a macro where it is in one of another file."""
        from .templates import NAMED
        line = 1
        traceback = error.__traceback__
        while traceback is not None:
            file = traceback.tb_frame.f_code.co_filename
            if file.startswith(NAMED):
                name, line = file.removeprefix(NAMED), traceback.tb_lineno
            traceback = traceback.tb_next
        return name, line

    def _unfit(self, name: str, error: Unfit, diagnostics: Diagnostics) -> None:
        """A value that no check of the tables refused, at its place in a table where it has one."""
        name, line = self._innermost(error, name)
        if isinstance(error.value, Text):
            where = self._place(name, line, 1)
            diagnostics.error("E904", error.value.position, str(error),
                              [(where, "generated C++ has it here")])
        else:
            self._fault(name, line, str(error), diagnostics, "E904")

    def _place(self, name: str, line: int, column: int) -> Position:
        path = self.folder / name
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        return Position(SourceFile(f"{self._shown}/{name}", text, path), line, column)

    def _fault(self, name: str, line: int, message: str, diagnostics: Diagnostics,
               code: str = "E901", column: int = 1, hint: str = "", near: str = "",
               known: Iterable[str] = ()) -> None:
        diagnostics.error(code, self._place(name, line, column), message,
                          [(None, hint)] if hint else None, near=near, known=known)

    def _filters(self, message: str) -> dict[str, Any]:
        """Tells what may have been meant, where a message names a filter or test that is none."""
        found = re.match(r"No (filter|test) named '(\w+)'", message)
        if found is None:
            return {}
        known = self.environment.filters if found[1] == "filter" else self.environment.tests
        return {"near": found[2], "known": sorted(known)}


# The tokens of C++ that matter to the compiler: directives line by line, strings as they are, and
# between them anything but comments and blanks.
_SEEN = re.compile(r"""
    (?P<nothing> (?: \s+ | // [^\n]* )+ )
    | ^ \# [^\n]* \n | "(?: [^"\\\n] | \\. )*" | '(?: [^'\\\n] | \\. )*'
    """, re.VERBOSE | re.MULTILINE)


def code_of(text: str) -> str:
    """C++ without what means nothing: comments, and how lines are parted."""
    return _SEEN.sub(lambda found: " " if found.group("nothing") else found.group(), text)


def write_changed(path: Path, text: str | bytes) -> bool:
    """Writes the file unless it has that text, or these bytes, already; whether it was written.

    A C++ file of which only comments and layout changed keeps its time: whatever was compiled of
    it stays right, however far an edit of a table moved the lines that its comments name.
    """
    data = text.encode("utf-8") if isinstance(text, str) else text
    time = None
    try:
        before = path.read_bytes()
        if before == data:
            return False
        if isinstance(text, str) and path.suffix in (".h", ".cpp") and \
                code_of(before.decode("utf-8")) == code_of(text):
            time = path.stat().st_mtime_ns
    except (OSError, UnicodeDecodeError):
        path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    if time is not None:
        os.utime(temporary, ns=(time, time))
    temporary.replace(path)
    return True


def unwritten(error: OSError) -> int:
    """Says that a file cannot be written; returns the exit code."""
    print(f"jacquard_gen: error[E902]: cannot write {error.filename}: {error.strerror}",
          file=sys.stderr)
    return 1


def depfile(target: str, inputs: Iterable[str]) -> str:
    """A Make rule that names everything the target was made from."""
    def escape(path: str) -> str:
        return path.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#") \
            .replace("$", "$$")
    lines = [escape(target) + ":"] + ["  " + escape(path) for path in sorted(set(inputs))]
    return " \\\n".join(lines) + "\n"
