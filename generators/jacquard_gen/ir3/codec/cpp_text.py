"""C++ text that forms and layouts share."""

from __future__ import annotations

from ..tables.bits import Range
from ..tables.conditions import Value


def extract(bits: Range, word: str) -> str:
    """C++ that gathers the bits of a word into a number."""
    pieces = []
    left = bits.width
    for high, low in bits.segments:
        count = high - low + 1
        left -= count
        piece = f"bits({word}, {low}, {count})"
        pieces.append(f"{piece} << {left}" if left else piece)
    if len(pieces) == 1:
        return pieces[0]
    return "(" + " | ".join(f"({piece})" if "<<" in piece else piece for piece in pieces) + ")"


def pieces(bits: Range, value: str) -> list[tuple[str, int, int]]:
    """For each run of the bits, highest first: the value from there on, lowest bit, count."""
    result = []
    left = bits.width
    for high, low in bits.segments:
        count = high - low + 1
        left -= count
        result.append((f"{value} >> {left}" if left else value, low, count))
    return result


def deposited(bits: Range, value: str) -> list[str]:
    """Returns the terms that put a number, known to fit, into these bits of a word."""
    return [f"bits({piece}, 0, {count})" + (f" << {low}" if low else "")
            for piece, low, count in pieces(bits, value)]


def puts(bits: Range, value: str) -> list[str]:
    """The same with a WordBuilder."""
    return [f"out.put({piece}, {low}, {count});" for piece, low, count in pieces(bits, value)]


def indented(lines: list[str], by: int = 4) -> list[str]:
    """Lines, some of several, further in."""
    return [" " * by + part if part else part for line in lines for part in line.split("\n")]


def conditional(value: Value, body: list[str]) -> list[str]:
    if len(body) == 1 and not body[0].startswith("if "):
        return [f"if ({value.cpp}) {body[0]}"]
    return [f"if ({value.cpp}) {{"] + indented(body) + ["}"] if body else []


def merged(lines: list[str]) -> list[str]:
    """Neighbouring literals become one."""
    result: list[str] = []
    for line in lines:
        if result and line.startswith('out.text("') and result[-1].startswith('out.text("'):
            result[-1] = result[-1][:-3] + line[len('out.text("'):]
        else:
            result.append(line)
    return result
