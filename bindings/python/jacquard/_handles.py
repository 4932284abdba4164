"""Objects of the library, owned by objects of Python."""

from __future__ import annotations

import ctypes
import itertools
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from . import _library as c
from ._arguments import content as content_of
from ._arguments import instance, number, text
from ._errors import Diagnostic, Note, check
from ._limits import Limits

# The diagnostics of the calls in progress, by the number of each list.
_heard: dict[int, list[Diagnostic]] = {}
_numbers = itertools.count(1)


def _text(text: bytes | None) -> str:
    return (text or b"").decode(errors="replace")


def _tell(user: int, told: ctypes._Pointer[c.Diagnostic]) -> None:
    heard = _heard.get(user)
    if heard is None:
        return
    one = told.contents
    notes = tuple(Note(note.position.line, note.position.column, _text(note.message))
                  for note in one.notes[:one.note_count])
    heard.append(Diagnostic("warning" if one.severity else "error", _text(one.code),
                            _text(one.source_name), one.position.line, one.position.column,
                            _text(one.message), notes))


_hear = c.DiagnosticCallback(_tell)


class Handle:
    """An object of the library, destroyed with this one."""

    def __init__(self, value: int, destroy: Callable[[int], None]) -> None:
        self.value = value
        weakref.finalize(self, destroy, value)


class Call:
    """A context for one call, and what it says."""

    def __init__(self, context: int, heard: list[Diagnostic]) -> None:
        self.context = context
        self._heard = heard

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(self._heard)

    def made(self, function: Callable[..., int], *arguments: object) -> int:
        """Returns the object that a function creates, or raises the exception for its status."""
        made = ctypes.c_void_p()
        status = function(*arguments, ctypes.byref(made))
        check(status, self.diagnostics)
        assert made.value is not None
        return made.value


@contextmanager
def call(limits: Limits | None = None) -> Iterator[Call]:
    """A context that lives for a call. Calls of several threads have one each."""
    library = c.library()
    limits = Limits() if limits is None else limits
    instance(limits, Limits, "limits")
    user = next(_numbers)
    options = c.ContextOptions(
        struct_size=ctypes.sizeof(c.ContextOptions), on_diagnostic=_hear, diagnostic_user=user,
        **{f"max_{name}": number(value, 64, name) for name, value in vars(limits).items()})
    heard = _heard[user] = []
    context = ctypes.c_void_p()
    try:
        check(library.jacquard_context_create(ctypes.byref(options), ctypes.byref(context)))
        assert context.value is not None
        yield Call(context.value, heard)
    finally:
        del _heard[user]
        library.jacquard_context_destroy(context)


def take_text(value: int) -> str:
    """The letters of a text, which is destroyed."""
    library = c.library()
    try:
        data = library.jacquard_text_data(value)
        return ctypes.string_at(data, library.jacquard_text_size(value)).decode(errors="replace")
    finally:
        library.jacquard_text_destroy(value)


def source(content: str | bytes, name: str, language: str | None = None) -> c.Source:
    """An input for the library; the bytes must live as long as it, and do."""
    if language not in c.LANGUAGES:
        known = ", ".join(repr(each) for each in c.LANGUAGES if each)
        raise ValueError(f"there is no language {language!r}; there are {known}")
    data = content_of(content, "an input")
    return c.Source(struct_size=ctypes.sizeof(c.Source), language=c.LANGUAGES[language], data=data,
                    size=len(data), name=text(name, "name"))
