"""Random expressions whose values are defined.

Signed sums and products wrap by way of the unsigned type, shifts and divisors stay in range, and
floats are whole numbers, which no order of operations, contraction or flush to zero changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .kinds import INTEGERS, UINT, WIDTHS, Kind, reads_as

_WHOLE = 1 << 6  # floats begin this small, so that their products stay exact


class Expressions:
    """Makes expressions of what can be read at a place of a kernel."""

    def __init__(self, numbers: random.Random) -> None:
        self.numbers = numbers
        # The names that can be read, by their types, and what else makes a number of a type.
        self.names: dict[Kind, list[str]] = {}
        self.sources: dict[Kind, list[Callable[[int], str]]] = {}
        self.functions: list[tuple[str, Kind, list[Kind]]] = []

    def add_name(self, name: str, kind: Kind) -> None:
        self.names.setdefault(kind, []).append(name)

    @contextmanager
    def with_name(self, name: str, kind: Kind) -> Iterator[None]:
        """The name can be read within the block."""
        self.add_name(name, kind)
        yield
        self.names[kind].remove(name)

    def any_kind(self, widths: tuple[int, ...] = WIDTHS) -> Kind:
        base = self.numbers.choice([*INTEGERS, "int", "uint", "float"])
        width = 1 if self.numbers.random() < 0.5 else self.numbers.choice(widths)
        return Kind(base, width)

    def index(self, below: int, depth: int) -> str:
        """A place in an array of a power of two."""
        return f"({self.value(UINT, depth)} & {below - 1}u)"

    def condition(self, depth: int) -> str:
        kind = Kind(self.numbers.choice(list(INTEGERS)))
        operator = self.numbers.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"{self.value(kind, depth)} {operator} {self.value(kind, depth)}"

    def value(self, kind: Kind, depth: int) -> str:
        """An expression in brackets or one that needs none."""
        if depth <= 0 or self.numbers.random() < 0.15:
            return self._leaf(kind, depth)
        if kind.is_float:
            return self._float(kind, depth - 1)
        choices = [self._arithmetic, self._arithmetic, self._bits, self._shift, self._quotient,
                   self._function, self._function, self._compared, self._converted,
                   self._read_as, self._called]
        if kind.width > 1:
            choices += [self._composed, self._shuffled, self._selected]
        else:
            choices += [self._chosen, self._part]
        return self.numbers.choice(choices)(kind, depth - 1)

    def _leaf(self, kind: Kind, depth: int) -> str:
        names = self.names.get(kind, [])
        sources = self.sources.get(kind, [])
        if sources and self.numbers.random() < 0.4:
            return self.numbers.choice(sources)(depth - 1)
        if names and self.numbers.random() < 0.8:
            return self.numbers.choice(names)
        return self._literal(kind)

    def _literal(self, kind: Kind) -> str:
        if kind.is_float:
            return f"({kind.name})({self.numbers.randrange(-_WHOLE, _WHOLE)}.0f)"
        edges = [0, 1, 2, kind.bits - 1, (1 << (kind.bits - 1)) - 1, 1 << (kind.bits - 1),
                 (1 << kind.bits) - 1]
        number = self.numbers.choice([*edges, self.numbers.getrandbits(kind.bits)])
        unsigned = kind.unsigned
        suffix = "ul" if kind.bits == 64 else "u"
        literal = f"({unsigned.name})({hex(number)}{suffix})"
        if kind.bits < 32:
            literal = f"({unsigned.name})(({unsigned.base}){hex(number)}u)"
        return literal if unsigned == kind else f"as_{kind.name}({literal})"

    def _wrapped(self, kind: Kind, operator: str, left: str, right: str) -> str:
        """A sum, difference, product or shift to the left, modulo the width."""
        if kind.width > 1:
            unsigned = kind.unsigned.name
            made = f"(as_{unsigned}({left}) {operator} as_{unsigned}({right}))"
            return f"as_{kind.name}{made}"
        wide = "ulong" if kind.bits == 64 else "uint"
        return f"(({kind.name})(({wide}){left} {operator} ({wide}){right}))"

    def _arithmetic(self, kind: Kind, depth: int) -> str:
        operator = self.numbers.choice("+-*")
        return self._wrapped(kind, operator, self.value(kind, depth), self.value(kind, depth))

    def _bits(self, kind: Kind, depth: int) -> str:
        left, right = self.value(kind, depth), self.value(kind, depth)
        if self.numbers.random() < 0.2:
            return f"(({kind.name})(~{left}))"
        if self.numbers.random() < 0.2:
            return f"bitselect({left}, {right}, {self.value(kind, depth)})"
        return f"(({kind.name})({left} {self.numbers.choice('&|^')} {right}))"

    def _shift(self, kind: Kind, depth: int) -> str:
        left = self.value(kind, depth)
        amount = f"({self.value(kind, depth)} & ({kind.name})({kind.bits - 1}))"
        if self.numbers.random() < 0.5:
            return self._wrapped(kind, "<<", left, amount)
        return f"(({kind.name})({left} >> {amount}))"

    def _quotient(self, kind: Kind, depth: int) -> str:
        divisor = f"(({self.value(kind, depth)} & ({kind.name})(0x3f)) | ({kind.name})(1))"
        operator = self.numbers.choice("/%")
        return f"(({kind.name})({self.value(kind, depth)} {operator} {divisor}))"

    def _function(self, kind: Kind, depth: int) -> str:
        def value() -> str:
            return self.value(kind, depth)

        name = self.numbers.choice(["abs", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd", "max",
                                    "min", "clamp", "mul_hi", "rotate", "clz", "popcount",
                                    "mad_sat", "mad_hi", "mul24", "upsample"])
        if name in ("abs", "abs_diff"):
            made = f"{name}({value()})" if name == "abs" else f"{name}({value()}, {value()})"
            return f"as_{kind.name}({made})"
        if name in ("clz", "popcount"):
            return f"{name}({value()})"
        if name == "clamp":
            low, high = value(), value()
            return f"clamp({value()}, min({low}, {high}), max({low}, {high}))"
        if name == "mad_sat" and kind.bits < 64:
            return f"mad_sat({value()}, {value()}, {value()})"
        if name == "mad_hi" and not kind.is_signed:
            return f"mad_hi({value()}, {value()}, {value()})"
        if name == "mul24" and kind.base == "uint":
            mask = f"({kind.name})(0xffffffu)"
            return f"mul24({value()} & {mask}, {value()} & {mask})"
        if name == "upsample" and kind.bits > 8:
            half = {16: "char", 32: "short", 64: "int"}[kind.bits]
            upper = kind.of(half if kind.is_signed else f"u{half}")
            low_part = self.value(kind.of(f"u{half}"), depth)
            return f"upsample({self.value(upper, depth)}, {low_part})"
        if name in ("mad_sat", "mad_hi", "mul24", "upsample"):
            name = "max"
        return f"{name}({value()}, {value()})"

    def _compared(self, kind: Kind, depth: int) -> str:
        operator = self.numbers.choice(["<", "<=", ">", ">=", "==", "!="])
        if kind.width == 1:
            other = Kind(self.numbers.choice([*INTEGERS, "float"]))
            return (f"(({kind.name})({self.value(other, depth)} {operator} "
                    f"{self.value(other, depth)}))")
        made = f"({self.value(kind, depth)} {operator} {self.value(kind, depth)})"
        return made if kind.is_signed else f"as_{kind.name}({made})"

    def _chosen(self, kind: Kind, depth: int) -> str:
        return (f"(({kind.name})({self.condition(depth)} ? {self.value(kind, depth)} : "
                f"{self.value(kind, depth)}))")

    def _selected(self, kind: Kind, depth: int) -> str:
        way = self.value(self.numbers.choice([kind.signed, kind.unsigned]), depth)
        return f"select({self.value(kind, depth)}, {self.value(kind, depth)}, {way})"

    def _converted(self, kind: Kind, depth: int) -> str:
        other = kind.of(self.numbers.choice([*INTEGERS, "float"]))
        if other.is_float:
            return f"convert_{kind.name}_sat({self.value(other, depth)})"
        saturates = "_sat" if self.numbers.random() < 0.4 else ""
        return f"convert_{kind.name}{saturates}({self.value(other, depth)})"

    def _read_as(self, kind: Kind, depth: int) -> str:
        others = reads_as(kind)
        if not others:
            return self._bits(kind, depth)
        return f"as_{kind.name}({self.value(self.numbers.choice(others), depth)})"

    def _called(self, kind: Kind, depth: int) -> str:
        fitting = [each for each in self.functions if each[1] == kind]
        if not fitting:
            return self._converted(kind, depth)
        name, _, parameters = self.numbers.choice(fitting)
        return f"{name}({', '.join(self.value(each, depth - 1) for each in parameters)})"

    def _part(self, kind: Kind, depth: int) -> str:
        whole = Kind(kind.base, self.numbers.choice(WIDTHS[1:]))
        number = self.numbers.randrange(whole.width)
        names = self.names.get(whole)
        value = self.numbers.choice(names) if names else f"({self.value(whole, depth - 1)})"
        return value + whole.component(number)

    def _composed(self, kind: Kind, depth: int) -> str:
        parts = ", ".join(self.value(Kind(kind.base), min(depth, 1)) for _ in range(kind.width))
        return f"({kind.name})({parts})"

    def _shuffled(self, kind: Kind, depth: int) -> str:
        wholes = [each for each in self.names
                  if each.base == kind.base and each.width > 1 and self.names[each]]
        if not wholes or kind.width == 3:
            return self._bits(kind, depth)
        whole = self.numbers.choice(wholes)
        name = self.numbers.choice(self.names[whole])
        if self.numbers.random() < 0.5 or whole.width == 3:
            digits = "".join(f"{self.numbers.randrange(whole.width):x}" for _ in range(kind.width))
            return f"{name}.s{digits}"
        mask = ", ".join(str(self.numbers.randrange(whole.width)) for _ in range(kind.width))
        return f"shuffle({name}, ({kind.unsigned.name})({mask}))"

    def _float(self, kind: Kind, depth: int) -> str:
        """Whole numbers: products are of small ones alone."""
        way = self.numbers.randrange(6)
        if way == 0:
            mask = f"({kind.of('int').name})({2 * _WHOLE - 1})"
            return f"convert_{kind.name}({self.value(kind.of('int'), depth)} & {mask})"
        if way == 1:
            small = [f"convert_{kind.name}({self.value(kind.of('char'), depth)})"
                     for _ in range(2)]
            return f"({small[0]} * {small[1]})"
        if way == 2:
            name = self.numbers.choice(["floor", "ceil", "trunc", "rint", "round", "fabs"])
            return f"{name}({self.value(kind, depth)})"
        if way == 3:
            name = self.numbers.choice(["fmax", "fmin"])
            return f"{name}({self.value(kind, depth)}, {self.value(kind, depth)})"
        operator = self.numbers.choice("+-")
        made = f"({self.value(kind, depth)} {operator} {self.value(kind, depth)})"
        # Sums of many grow, so that they are held where every whole number is exact.
        return f"clamp({made}, ({kind.name})(-1048576.0f), ({kind.name})(1048576.0f))"


def folded(name: str, kind: Kind) -> str:
    """All components of a value in one number of 32 bits."""
    parts = []
    for number in range(kind.width):
        part = name + kind.component(number)
        if kind.is_float:
            part = f"as_uint({part} + 0.0f)"  # zero has no sign then
        elif kind.bits == 64:
            part = f"((uint){part} ^ (uint)({part} >> 32) * 31u)"
        else:
            part = f"(uint){part}"
        parts.append(f"{part} * {2 * number + 1}u")
    return " + ".join(parts)
