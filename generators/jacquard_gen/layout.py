"""The layout of generated C++: what a template leaves too long becomes several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

WIDTH = 100
CONTINUED = "    "
_SHORT = 20     # what stays in the line of a string that cannot be parted

# The tokens of a line that matter for breaking it: strings and the heads of lambdas, which are
# skipped, the comment at its end, brackets, and the positions where a reader would break it.
_TOKEN = re.compile(r"""
    "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)' | \[[^\[\]]*\]\([^()]*\) | [(\[{][)\]}]
    | (?P<comment> // )
    | (?P<open> [(\[{] )
    | (?P<closed> [)\]}] )
    | (?P<behind> ,[ ] | [ ]=[ ] )
    | (?P<before> [ ] (?= (?: [?:|+] | && | \|\| | << )[ ] ) )
    """, re.VERBOSE)

_LAST_COMMA = re.compile(r",[ ](?=\}[,;]?(?:[ ]//.*)?$)")


def filled(items: Iterable[str], width: int = WIDTH - 5) -> list[str]:
    """The items of a C++ list as lines filled up to a width, without the last comma of each;
    `{}` for no items."""
    lines: list[str] = []
    line = ""
    for item in items:
        if line and len(line) + 2 + len(item) > width:
            lines.append(line)
            line = item
        else:
            line = f"{line}, {item}" if line else item
    return [*lines, line or "{}"]


def room(texts: Iterable[object]) -> int:
    """Returns how many letters a TableText of C++ has room for that takes each of some texts, or
    none: of the longest, or a few more, so that few tables are laid out anew when a text is
    added."""
    longest = max((len(str(text or "").encode()) for text in texts), default=0)
    return (longest + 3 + 7) // 8 * 8 - 3    # with its size and the zero at its end


def joined(text: str) -> str:
    """The lines of a template's block as one, which is then parted where it is too long: a row may
    have a line for each of its members in the template, and as few as fit in the output. The last
    member may have a comma there."""
    lines = text.rstrip("\n").split("\n")
    indent = lines[0][:len(lines[0]) - len(lines[0].lstrip())]
    row = " ".join(line.strip() for line in lines)
    return indent + _LAST_COMMA.sub("", row) + "\n"


def filled_lines(text: str) -> str:
    """The lines of a template's block, each an item of a C++ list with its comma, with as many
    items in a line as fit."""
    lines = text.rstrip("\n").split("\n")
    indent = lines[0][:len(lines[0]) - len(lines[0].lstrip())]
    items = [line.strip().removesuffix(",") for line in lines]
    return "".join(f"{indent}{line},\n" for line in filled(items, WIDTH - len(indent) - 1))


def one_line(text: str) -> str:
    """The lines of a template's block as one, if that is not too long."""
    line = joined(text)
    return line if len(line) <= WIDTH + 1 else text


def laid_out(text: str) -> str:
    """The same C++ with no line longer than WIDTH, save what cannot be parted: a string."""
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= WIDTH:
            lines.append(line)
        else:
            lines += _parted(line)
    return "\n".join(lines)


def _parted(line: str) -> Iterator[str]:
    stripped = line.lstrip()
    indent = line[:len(line) - len(stripped)]
    if stripped.startswith("#"):
        yield line
        return
    if stripped.startswith("//"):
        yield from _words(indent, stripped)
        return
    # A comment stays behind its code if it fits there, else it stands in front.
    code, comment = _without_comment(line)
    parts = list(_code(code, indent))
    if comment and len(parts) > 1 and len(parts[-1]) + 1 + len(comment) <= WIDTH:
        parts[-1] += " " + comment
    elif comment:
        yield from _words(indent, comment)
    yield from parts


def _code(code: str, indent: str) -> Iterator[str]:
    # A line that opens a block continues two steps in, so that it stands out from the block's lines
    # one step in.
    rest, continued = code, indent + CONTINUED * (2 if code.endswith("{") else 1)
    while len(rest) > WIDTH:
        place = _break(rest, len(rest) - len(rest.lstrip()))
        if place is None:
            break
        part = rest[:place].rstrip()
        yield part
        rest = continued + rest[place:].lstrip()
        if part.endswith(" ="):
            continued += CONTINUED
    yield rest


def _words(indent: str, comment: str) -> Iterator[str]:
    """A comment as lines of its own; one that stood behind its code now stands before."""
    written = comment[:len(comment) - len(comment.lstrip("/"))]
    begin = indent + written
    line = begin
    for word in comment[len(written):].split():
        if len(line) + 1 + len(word) > WIDTH and line != begin:
            yield line
            line = begin
        line += " " + word
    yield line


def _without_comment(line: str) -> tuple[str, str]:
    """A line of code and the comment at its end."""
    if "//" in line:
        for token in _TOKEN.finditer(line):
            if token.lastgroup == "comment":
                return line[:token.start()].rstrip(), line[token.start():]
    return line, ""


def _break(line: str, start: int) -> int | None:
    """Returns where to break a line: as far outside of brackets as possible, there rather
    between items than within one, and as late as fits."""
    depth = 0
    best: tuple[float, int] | None = None
    for token in _TOKEN.finditer(line, start):
        place = token.end()
        kind = token.lastgroup
        # The blank behind a comma, or before what comes next, may stand past the end. What cannot
        # be parted, such as a string, reaches past it and ends a line.
        if place > WIDTH + 1:
            if best is None and kind == "behind":
                return place if len(line) - place > _SHORT else None
            if best is not None:
                break
        if kind == "open":
            depth += 1
            if best is None and start + 1 < place < len(line):
                best = (depth, place)
        elif kind == "closed":
            depth -= 1
        elif kind is not None:
            rank = depth if token.group() == ", " else depth + 0.5
            if best is None or rank <= best[0]:
                best = (rank, place)
    return best[1] if best else None
