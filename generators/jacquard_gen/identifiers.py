"""Checks that names of tables stay distinct in C++, once they are made identifiers there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .diagnostics import Diagnostics
from .escape import Unfit, identifier
from .kinds import Text


def check_identifiers(names: Iterable[Text], diagnostics: Diagnostics,
                      make: Callable[[str], str] = identifier,
                      taken: Iterable[str] = ()) -> None:
    """Reports names that become the same identifier as an earlier one, as one of `taken`, which
    the C++ around them has already, or that cannot become one. Equal names are taken for one."""
    reserved = set(taken)
    found: dict[str, Text] = {}
    for name in names:
        try:
            made = make(str(name))
        except Unfit:
            diagnostics.error("E119", name.position, f"'{name}' cannot become a name of C++")
            continue
        first = found.setdefault(made, name)
        if made in reserved:
            becomes = "" if made == str(name) else f"becomes '{made}', which "
            diagnostics.error("E119", name.position,
                              f"'{name}' {becomes}is something else in the generated C++")
        elif str(first) != str(name):
            diagnostics.error("E119", name.position,
                              f"'{name}' and '{first}' both become '{made}' in C++",
                              [(first.position, "the other is here")])
