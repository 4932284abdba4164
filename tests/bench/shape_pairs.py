"""Two of the shaders of growth_shapes.py in one: what costs little in each may not do so together,
where the size of one is taken for every part of the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from growth_shapes import HEAD, SHAPES

STARTS = "MOV TEMP[0], IN[0]"


@dataclass(frozen=True)
class Parts:
    """A shader in pieces. Its result is a temporary of this number; calls name a line of
    `functions`, counted from 0."""

    declarations: list[str]
    immediates: list[str]
    body: list[str]
    functions: list[str]
    result: int = 0

    @property
    def temporaries(self) -> int:
        """One more than the largest number in use."""
        lines = "\n".join(self.declarations)
        return 1 + max(map(int, re.findall(r"(?:TEMP\[|\.\.)(\d+)(?=[\].])", lines)))


def parts(text: str) -> Parts:
    """Takes apart a shader that growth_shapes.shader() wrote."""
    lines = text.removeprefix(HEAD).splitlines()
    code = [line.split(": ", 1)[1] for line in lines if re.match(r" *\d+: ", line)]
    end = code.index("END")

    def named(line: str) -> str:
        return re.sub(r"(?<=^CAL :)\d+", lambda label: str(int(label[0]) - end - 1), line)
    return Parts([line for line in lines if line.startswith("DCL")],
                 [line for line in lines if line.startswith("IMM")],
                 list(map(named, code[:end - 1])), list(map(named, code[end + 1:])))


def renumbered(second: Parts, first: Parts) -> Parts:
    """The second with numbers that the first does not use, for what both do not share."""
    shift = first.temporaries
    arrays = len(re.findall(r"ARRAY\(", "\n".join(first.declarations)))

    def more(pattern: str, by: int, line: str) -> str:
        return re.sub(pattern, lambda number: str(int(number[0]) + by), line)

    def renumber(line: str) -> str:
        line = more(r"(?<=TEMP\[)\d+", shift, line)
        line = more(r"(?<=TEMP\[ADDR\[0\]\.x\+)\d+", shift, line)
        line = more(r"(?<=\]\()\d+(?=\))|(?<=ARRAY\()\d+", arrays, line)
        line = more(r"(?<=IMM\[)\d+", len(first.immediates), line)
        return more(r"(?<=^CAL :)\d+", len(first.functions), line)

    def renumber_declaration(line: str) -> str:
        line = renumber(line)
        return more(r"(?<=\.\.)\d+", shift, line) if "TEMP" in line else line
    return Parts(list(map(renumber_declaration, second.declarations)),
                 list(map(renumber, second.immediates)), list(map(renumber, second.body)),
                 list(map(renumber, second.functions)), second.result + shift)


def one_after_the_other(first: Parts, second: Parts, _: int) -> list[str]:
    return [*first.body, *second.body]


def two_sides(first: Parts, second: Parts, spare: int) -> list[str]:
    return [f"MOV TEMP[{first.result}], IN[1]", f"MOV TEMP[{second.result}], IN[1]",
            f"FSLT TEMP[{spare}].x, IN[0].xxxx, IN[1].xxxx", f"UIF TEMP[{spare}].xxxx",
            *first.body, "ELSE", *second.body, "ENDIF"]


def one_loop(first: Parts, second: Parts, spare: int) -> list[str]:
    """Each goes on from what it had before."""
    def carried(shader: Parts) -> list[str]:
        start = STARTS.replace("TEMP[0]", f"TEMP[{shader.result}]")
        again = f"ADD TEMP[{shader.result}], TEMP[{shader.result}], IN[0]"
        return [again if line == start else line for line in shader.body]
    return [f"MOV TEMP[{first.result}], IN[1]", f"MOV TEMP[{second.result}], IN[1]",
            f"MOV TEMP[{spare}].x, IMM[0].xxxx", "BGNLOOP",
            f"FSLT TEMP[{spare}].y, IN[1].xxxx, TEMP[{spare}].xxxx", f"UIF TEMP[{spare}].yyyy",
            "BRK", "ENDIF", *carried(first), *carried(second),
            f"ADD TEMP[{spare}].x, TEMP[{spare}].xxxx, IMM[0].yyyy", "ENDLOOP"]


WAYS: dict[str, Callable[[Parts, Parts, int], list[str]]] = {
    "after": one_after_the_other,
    "sides": two_sides,
    "loop": one_loop,
}


def pair(first_text: str, second_text: str, way: str) -> str:
    """A shader of both: one after the other, in the sides of an if, or within a loop."""
    first = parts(first_text)
    second = renumbered(parts(second_text), first)
    spare = second.temporaries
    body = [*WAYS[way](first, second, spare),
            f"ADD OUT[0], TEMP[{first.result}], TEMP[{second.result}]", "END"]

    def placed(line: str) -> str:
        return re.sub(r"(?<=^CAL :)\d+", lambda label: str(int(label[0]) + len(body)), line)
    code = map(placed, [*body, *first.functions, *second.functions])
    declarations = dict.fromkeys([*first.declarations, *second.declarations,
                                  f"DCL TEMP[{spare}]"])
    return HEAD + "".join(f"{line}\n" for line in
                          [*declarations, *first.immediates, *second.immediates]) + \
        "".join(f"{number:3}: {line}\n" for number, line in enumerate(code))


@dataclass(frozen=True)
class Pair:
    """Two shapes in one shader."""

    first: str
    second: str
    way: str

    def __str__(self) -> str:
        return f"{self.first}, {self.second}, {self.way}"

    def write(self, folder: Path, size: int) -> str:
        """A shader of `size` instructions of each shape; its name."""
        name = f"{str(self).replace(', ', '.').replace(' ', '_')}.{size}.tgsi"
        texts = (SHAPES[shape](size) for shape in (self.first, self.second))
        (folder / name).write_text(pair(*texts, self.way), encoding="utf-8")
        return name
