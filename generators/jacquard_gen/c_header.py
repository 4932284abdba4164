"""Headers in C: enumerations and structures whose members have a comment each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .escape import comment_text, name

WIDTH = 100
_INDENT = "    "


def block_comment(text: object, indent: str = "") -> list[str]:
    """A comment in lines of their own."""
    lines = [f"{indent}/*"]
    for word in comment_text(text).split():
        if len(lines[-1]) + 1 + len(word) > WIDTH and not lines[-1].endswith("*"):
            lines.append(f"{indent} *")
        lines[-1] += f" {word}"
    if len(lines[-1]) + 3 > WIDTH:
        lines.append(f"{indent} ")
    lines[-1] += " */"
    return lines


def members(rows: Sequence[tuple[str, object]]) -> list[str]:
    """Declarations with their comments: behind them where they fit there, in front otherwise. The
    comments of neighbours stand in one column."""
    lines: list[str] = []
    column = 0
    for number, (declared, doc) in enumerate(rows):
        comment = f"/* {comment_text(doc)} */" if doc else ""
        if not comment:
            lines.append(_INDENT + declared)
            continue
        if not _fits(declared, comment):
            lines += [*block_comment(doc, _INDENT), _INDENT + declared]
            continue
        if number == 0 or not _is_trailing(rows[number - 1]):
            column = _column(rows[number:])
        lines.append(f"{_INDENT}{declared:{max(column, len(declared))}} {comment}")
    return lines


def _fits(declared: str, comment: str) -> bool:
    return len(_INDENT) + len(declared) + 1 + len(comment) <= WIDTH


def _is_trailing(row: tuple[str, object]) -> bool:
    return bool(row[1]) and _fits(row[0], f"/* {comment_text(row[1])} */")


def _column(rows: Iterable[tuple[str, object]]) -> int:
    """The width of the declarations of the neighbours that begin here, as far as the comments of
    all fit behind it."""
    width = 0
    for row in rows:
        if not _is_trailing(row):
            break
        wider = max(width, len(row[0]))
        if not _fits(" " * wider, f"/* {comment_text(row[1])} */"):
            break
        width = wider
    return width


def header_text(guard: str, doc: object, kind: str, type_name: str,
                rows: Sequence[tuple[str, object]], before: Sequence[str] = ()) -> str:
    """A header that declares one type. `before` are lines that stand before it."""
    lines = [f"#ifndef JACQUARD_GENERATED_{name(guard)}_H",
             f"#define JACQUARD_GENERATED_{name(guard)}_H", "",
             "/* Generated from the tables of Jacquard; <jacquard/jacquard.h> includes it. */", "",
             *before, *block_comment(doc), f"typedef {kind} {name(type_name)} {{", *members(rows),
             f"}} {name(type_name)};", "", f"#endif /* JACQUARD_GENERATED_{guard}_H */"]
    return "\n".join(lines) + "\n"
