"""Faults of an input, and the exceptions that report them."""

from __future__ import annotations

from dataclasses import dataclass

from ._library import STATUS, library


@dataclass(frozen=True)
class Note:
    """More about a diagnostic. Line 0: it has no place."""

    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Diagnostic:
    """A fault, or a warning, at a place counted from 1. Line 0: the whole input."""

    severity: str  # "error" or "warning"
    code: str  # "T102"; explain() explains it
    source_name: str
    line: int
    column: int
    message: str
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        text = f"{self.source_name}{place}: {self.severity}[{self.code}]: {self.message}"
        return "\n".join([text, *(f"  note: {note.message}" for note in self.notes)])


class Error(Exception):
    """A call that did not give what was asked for.

    `diagnostics` holds all that was found; `line` and `column` are those of the first error.
    """

    def __init__(self, status: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.status = status
        self.diagnostics = diagnostics
        errors = [each for each in diagnostics if each.severity == "error"]
        self.line = errors[0].line if errors else 0
        self.column = errors[0].column if errors else 0
        super().__init__("\n".join(str(each) for each in diagnostics) or status)


class MalformedError(Error):
    """A fault of the input."""


class NotSupportedError(Error):
    """The input is good, but uses what the library cannot do."""


class TooLargeError(Error):
    """A limit was reached."""


class UnknownPartError(Error):
    """There is no GPU of that number."""


class FaultError(Error):
    """A program that ran did what the hardware does not define."""


class InternalError(Error):
    """A fault of the library; please report it with the input."""


_ERRORS: dict[int, type[Error]] = {
    STATUS["malformed"]: MalformedError,
    STATUS["not_supported"]: NotSupportedError,
    STATUS["too_large"]: TooLargeError,
    STATUS["unknown_part"]: UnknownPartError,
    STATUS["faulted"]: FaultError,
    STATUS["failed"]: InternalError,
}


def check(status: int, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
    """Raises what a status stands for."""
    if status == STATUS["ok"]:
        return
    if status == STATUS["out_of_memory"]:
        raise MemoryError("libjacquard has no more memory")
    text = library().jacquard_status_text(status).decode()
    if status == STATUS["wrong_use"]:
        raise ValueError("; ".join(each.message for each in diagnostics) or text)
    raise _ERRORS.get(status, InternalError)(text, diagnostics)
