"""Random kernels: statements on random variables, memory of all spaces, and groups of odd sizes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import NamedTuple

from .expressions import Expressions, folded
from .kinds import INT, UINT, Kind

_INPUT_WORDS = 256
_OUTPUT_WORDS = 32  # that each work item has for itself
_TABLE = 16
_PRIVATE = 8
_COUNTERS = 8  # each has an operation of its own, so that no order shows
_COUNTED = ["add", "xor", "or", "and", "max", "min", "inc", "sub"]
_MOST_ITEMS = 150


class Kernel(NamedTuple):
    """A kernel as its parts, so that some can be left out."""

    name: str
    launch: str
    before: str  # helpers, tables and the declarations
    statements: list[str]
    after: str  # what writes the variables

    def text(self) -> str:
        return self.before + "\n".join(self.statements) + "\n" + self.after


class KernelMaker:
    """Makes one kernel."""

    def __init__(self, numbers: random.Random, name: str) -> None:
        self.numbers = numbers
        self.name = name
        self.make = Expressions(numbers)
        self.variables: list[tuple[str, Kind]] = []
        self.helpers: list[str] = []
        self.local = self._group()
        self.grid = [size * numbers.choice([1, 1, 2, 3]) for size in self.local]
        while math.prod(self.grid) > 4 * _MOST_ITEMS:
            self.grid = list(self.local)

    def _group(self) -> list[int]:
        """The extents of a group, most often of an odd size."""
        way = self.numbers.randrange(3)
        if way == 0:
            return [self.numbers.randrange(1, _MOST_ITEMS)]
        if way == 1:
            return [self.numbers.randrange(1, 14), self.numbers.randrange(1, 11)]
        return [self.numbers.randrange(1, 6) for _ in range(3)]

    def kernel(self) -> Kernel:
        numbers = self.numbers
        self._make_helpers()
        self._name_what_is_given()
        first = self._first_fields()
        for name, kind in self.fields:
            self.make.add_name(f"fields.{name}", kind)
        for number in range(numbers.randrange(3, 8)):
            kind = self.make.any_kind()
            self.variables.append((f"v{number}", kind))
        declared = [f"    {kind.name} {name} = {self.make.value(kind, 1)};"
                    for name, kind in self.variables]
        for name, kind in self.variables:
            self.make.add_name(name, kind)
        statements = [self._statement(2, True) for _ in range(numbers.randrange(2, 6))]
        words = math.prod(self.grid) * _OUTPUT_WORDS
        items = math.prod(self.local)
        launch = (f"//! {self.name} {_extent(self.grid)} local {_extent(self.local)} "
                  f"x=ints:{_INPUT_WORDS} y=zeros:{4 * words} "
                  f"counters=words:0,0,0,0xffffffff,0,0xffffffff,0,0 "
                  f"scratch=local:{4 * items} tally=local:16 given={numbers.randrange(1 << 31)}")
        before = "".join(self.helpers) + self._head(first) + "\n".join(declared) + "\n"
        return Kernel(self.name, launch, before, statements, self._tail())

    def _head(self, first: str) -> str:
        entries = ", ".join(hex(self.numbers.getrandbits(32)) + "u" for _ in range(_TABLE))
        fields = "".join(f"    {kind.name} {name};\n" for name, kind in self.fields)
        return f"""
constant uint {self.name}_table[{_TABLE}] = {{{entries}}};
struct {self.name}_fields {{
{fields}    uint list[4];
}};

kernel void {self.name}(global const uint *x, global uint *y, global uint *counters,
                     local uint *scratch, local uint *tally, int given) {{
    const uint item = get_local_id(0) + get_local_size(0) *
                      (get_local_id(1) + get_local_size(1) * get_local_id(2));
    const uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    const uint place = get_global_id(0) + get_global_size(0) *
                       (get_global_id(1) + get_global_size(1) * get_global_id(2));
    global uint *own = y + place * {_OUTPUT_WORDS};
    uint list[{_PRIVATE}];
    for (int i = 0; i < {_PRIVATE}; ++i) {{
        list[i] = x[i] ^ item;
    }}
    struct {self.name}_fields fields;
{first}
"""

    def _first_fields(self) -> str:
        lines = [f"    fields.{name} = {self.make.value(kind, 0)};" for name, kind in self.fields]
        self._add_sources()
        return "\n".join(lines) + """
    for (int i = 0; i < 4; ++i) {
        fields.list[i] = list[i] + 1u;
    }"""

    def _make_helpers(self) -> None:
        """Functions of values, and of pointers of each space."""
        for number in range(self.numbers.randrange(1, 4)):
            kinds = [self.make.any_kind((2, 3, 4, 8)) for _ in range(self.numbers.randrange(1, 4))]
            result = self.numbers.choice([*kinds, UINT])
            inner = Expressions(self.numbers)
            for place, kind in enumerate(kinds):
                inner.add_name(f"p{place}", kind)
            name = f"{self.name}_f{number}"
            parameters = ", ".join(f"{kind.name} p{place}" for place, kind in enumerate(kinds))
            self.helpers.append(f"static {result.name} {name}({parameters}) {{\n"
                                f"    return {inner.value(result, 3)};\n}}\n")
            self.make.functions.append((name, result, kinds))
        for space in ("global", "local", "private"):
            const = "const " if space == "global" else ""
            self.helpers.append(
                f"static uint {self.name}_{space}({space} {const}uint *from, uint first, uint step)"
                " {\n    uint sum = 0u;\n    for (uint i = 0u; i < 4u; ++i) {\n"
                "        sum = sum * 31u + from[(first + i * step) & 7u];\n    }\n"
                "    return sum;\n}\n")

    def _name_what_is_given(self) -> None:
        make = self.make
        self.fields = [(f"m{number}", make.any_kind((2, 4))) for number in range(3)]
        for name in ("item", "items", "place", "x[place & 255u]"):
            make.add_name(name, UINT)
        make.add_name("given", INT)

    def _add_sources(self) -> None:
        """Memory of each space, as numbers and vectors."""
        make = self.make
        make.sources[UINT] = [
            lambda depth: f"x[{make.index(_INPUT_WORDS, depth)}]",
            lambda depth: f"list[{make.index(_PRIVATE, depth)}]",
            lambda depth: f"fields.list[{make.index(4, depth)}]",
            lambda depth: f"{self.name}_table[{make.index(_TABLE, depth)}]",
            lambda depth: f"{self.name}_global(x, {make.index(8, depth)}, 3u)",
            lambda depth: f"{self.name}_private(list, {make.index(8, depth)}, 5u)",
        ]
        for width in (2, 3, 4, 8, 16):
            make.sources[Kind("uint", width)] = [self._load("uint", width)]
            make.sources[Kind("uchar", width)] = [self._load("uchar", width)]
            make.sources[Kind("short", width)] = [self._load("short", width)]
        for base in ("uchar", "short", "ulong"):
            make.sources[Kind(base)] = [self._load(base, 1)]

    def _load(self, base: str, width: int) -> Callable[[int], str]:
        kind = Kind(base, width)
        count = _INPUT_WORDS * 32 // kind.bits
        # The last vector has to end in the array, and vectors of three are not padded in it.
        below = 1 << ((count // width).bit_length() - 1)

        def made(depth: int) -> str:
            array = f"((global const {base} *)x)"
            index = self.make.index(below, depth)
            return f"{array}[{index}]" if width == 1 else f"vload{width}({index}, {array})"
        return made

    def _statement(self, depth: int, is_uniform: bool) -> str:
        """`is_uniform`: all work items of a group are there, so that it may have barriers."""
        choices: list[Callable[[int], str]] = [
            self._assign, self._assign, self._assign, self._assign_element, self._assign_field,
            self._count, self._store]
        if depth > 0:
            choices += [self._if, self._loop, self._switch]
        if is_uniform:
            choices += [self._exchange, self._exchange, self._tally]
        return self.numbers.choice(choices)(depth)

    def _block(self, depth: int) -> str:
        inner = [self._statement(depth - 1, False) for _ in range(self.numbers.randrange(1, 3))]
        return "\n".join("    " + line for each in inner for line in each.split("\n"))

    def _assign(self, _: int) -> str:
        name, kind = self.numbers.choice(self.variables)
        if kind.width > 1 and self.numbers.random() < 0.25:
            name += kind.component(self.numbers.randrange(kind.width))
            kind = Kind(kind.base)
        return f"    {name} = {self.make.value(kind, 3)};"

    def _assign_element(self, _: int) -> str:
        array, size = self.numbers.choice([("list", _PRIVATE), ("fields.list", 4)])
        return f"    {array}[{self.make.index(size, 2)}] = {self.make.value(UINT, 3)};"

    def _assign_field(self, _: int) -> str:
        name, kind = self.numbers.choice(self.fields)
        return f"    fields.{name} = {self.make.value(kind, 3)};"

    def _count(self, _: int) -> str:
        number = self.numbers.randrange(_COUNTERS)
        name = _COUNTED[number]
        value = "" if name == "inc" else f", {self.make.value(UINT, 2)}"
        return f"    atomic_{name}(&counters[{number}]{value});"

    def _store(self, _: int) -> str:
        """Into the upper half of what is the work item's own."""
        base = self.numbers.choice(["uint", "uchar", "ushort"])
        kind = Kind(base, self.numbers.choice((2, 3, 4, 8)))
        count = _OUTPUT_WORDS // 2 * 32 // kind.bits
        below = 1 << ((count // kind.width).bit_length() - 1)
        array = f"((global {base} *)(own + {_OUTPUT_WORDS // 2}))"
        return (f"    vstore{kind.width}({self.make.value(kind, 3)}, {self.make.index(below, 2)}, "
                f"{array});")

    def _if(self, depth: int) -> str:
        other = f" else {{\n{self._block(depth)}\n    }}" if self.numbers.random() < 0.6 else ""
        return f"    if ({self.make.condition(2)}) {{\n{self._block(depth)}\n    }}{other}"

    def _loop(self, depth: int) -> str:
        name = f"i{depth}"
        with self.make.with_name(name, INT):
            leave = ""
            if self.numbers.random() < 0.3:
                word = self.numbers.choice(["break", "continue"])
                leave = (f"        if ({self.make.condition(2)}) {{\n            {word};\n"
                         "        }\n")
            body = self._block(depth)
        most = f"(int)({self.make.value(UINT, 2)} & 7u)"
        return (f"    for (int {name} = 0, most{depth} = {most}; {name} < most{depth}; "
                f"++{name}) {{\n{leave}{body}\n    }}")

    def _switch(self, depth: int) -> str:
        cases = []
        for number in range(self.numbers.randrange(1, 4)):
            end = "        break;\n" if self.numbers.random() < 0.8 else ""
            cases.append(f"    case {number}:\n{self._block(depth)}\n{end}")
        cases.append(f"    default:\n{self._block(depth)}\n")
        return f"    switch ({self.make.value(UINT, 2)} & 3u) {{\n{''.join(cases)}    }}"

    def _exchange(self, _: int) -> str:
        """A work item reads what another one of the group wrote."""
        uints = [name for name, kind in self.variables if kind == UINT] or ["list[0]"]
        into = self.numbers.choice(uints)
        step = self.numbers.randrange(1, 40)
        read = self.numbers.choice([
            f"scratch[(item + {step}u) % items]",
            f"((local uchar *)scratch)[(item * {step}u) % (items * 4u)]",
            f"(items >= 8u ? {self.name}_local(scratch, item & 7u, {step}u) : scratch[0])"])
        return (f"    scratch[item] = {self.make.value(UINT, 3)};\n"
                f"    barrier(CLK_LOCAL_MEM_FENCE);\n    {into} = {read};\n"
                f"    barrier(CLK_LOCAL_MEM_FENCE);")

    def _tally(self, _: int) -> str:
        """Atomics on memory of the group, whose order does not show."""
        name = self.numbers.choice(["add", "xor", "or", "max"])
        uints = [each for each, kind in self.variables if kind == UINT] or ["list[1]"]
        return (f"    if (item == 0u) {{\n        tally[0] = tally[1] = tally[2] = tally[3] = 1u;\n"
                f"    }}\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                f"    atomic_{name}(&tally[{self.make.index(4, 2)}], {self.make.value(UINT, 3)});\n"
                f"    barrier(CLK_LOCAL_MEM_FENCE);\n"
                f"    {self.numbers.choice(uints)} = tally[{self.make.index(4, 2)}];\n"
                f"    barrier(CLK_LOCAL_MEM_FENCE);")

    def _tail(self) -> str:
        written = [*self.variables, *((f"fields.{name}", kind) for name, kind in self.fields)]
        lines = [f"    own[{number}] = {folded(name, kind)};"
                 for number, (name, kind) in enumerate(written)]
        lines.append(f"    own[{len(written)}] = {self.name}_private(list, 0u, 1u) + "
                     f"{self.name}_private(list, 4u, 1u);")
        lines.append(f"    own[{len(written) + 1}] = {self.name}_private(fields.list, 0u, 0u);")
        return "\n".join(lines) + "\n}\n"


def _extent(sizes: list[int]) -> str:
    return "x".join(str(size) for size in sizes)


def random_kernel(seed: int) -> Kernel:
    return KernelMaker(random.Random(seed), f"k{seed}").kernel()


def file_of(kernels: list[Kernel]) -> str:
    """A file of kernels, whose products are not contracted with sums."""
    return ("".join(f"{kernel.launch}\n" for kernel in kernels) +
            "#pragma OPENCL FP_CONTRACT OFF\n" + "".join(kernel.text() for kernel in kernels))
