"""The results of straight-line ir3 programs as expressions: two programs with the same ones do
the same, whatever registers and order they use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from struct import pack, unpack

_FLAGS = re.compile(r"^\((?:sy|ss|jp|eq|ul|nop\d|sat|rpt(\d))\)")
_REGISTER = re.compile(r"(h?[rc]|[ap])(\d+)\.([xyzw])$")
_TEXTURE = re.compile(r"\((\w+)\)\((\w+)\)(h?r\d+\.[xyzw])$")
_COPIES = ("mov.f32f32", "mov.u32u32", "mov.s32s32")
_COMMUTATIVE = ("add.", "mul.", "mull.", "and.b", "or.b", "xor.b", "max.", "min.", "cmps.f.eq",
                "cmps.s.eq", "cmps.s.ne", "cmps.u.eq", "cmps.u.ne", "cmps.f.ne")
# Queries have no sign and no sampler.
_QUERIES = ("getsize", "getinfo", "getbuf")
_NO_RESULT = ("nop", "end", "kill", "br", "jump")


class NotStraight(Exception):
    """The program branches, or does what is not followed."""


@dataclass
class Inputs:
    """The inputs of a program: registers and constants by name, varyings by location."""

    registers: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    varyings: dict[int, str] = field(default_factory=dict)


@dataclass
class Computed:
    registers: dict[str, str]
    predicates: list[str]       # what ends lanes


def float_bits(value: float) -> str:
    return f"#{unpack('<I', pack('<f', value))[0]:08x}"


def _number(text: str) -> str:
    return f"#{int(text, 0) & 0xffffffff:08x}"


def stepped(register: str, count: int) -> str:
    """The register so many components later."""
    found = _REGISTER.match(register)
    assert found is not None, register
    number = int(found[2]) * 4 + "xyzw".index(found[3]) + count
    return f"{found[1]}{number // 4}.{'xyzw'[number % 4]}"


class _Evaluation:
    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.values = dict(inputs.registers)
        self.address = ""
        self.killed: list[str] = []

    def source(self, text: str, repetition: int) -> str:
        text = text.strip()
        if text.startswith("(r)"):
            return self._stepped_source(text[3:], repetition)
        for flag in ("(neg)", "(abs)", "(not)", "(absneg)"):
            if text.startswith(flag):
                return f"{flag}{self.source(text[len(flag):], repetition)}"
        return self._plain(text)

    def _stepped_source(self, text: str, repetition: int) -> str:
        if _REGISTER.match(text):
            return self._plain(stepped(text, repetition))
        return _number(str(int(text, 0) + repetition))

    def _plain(self, text: str) -> str:
        if text.startswith("h(") or text.startswith("("):
            inner = text[text.index("(") + 1:-1]
            return float_bits(float(inner)) if "." in inner else _number(inner)
        if text.startswith(("r<", "hr<")):
            raise NotStraight(text)
        relative = re.match(r"c<a0\.x(?: ([+-]) (\d+))?>$", text)
        if relative:
            offset = int(relative[2] or 0) * (-1 if relative[1] == "-" else 1)
            return f"c[{self.address}+{offset}]"
        found = _REGISTER.match(text)
        if found is None:
            return _number(text)
        if "c" in found[1]:
            return self.inputs.constants.get(text.lstrip("h"), text.lstrip("h"))
        return self.values.get(text, f"?{text}")

    def run(self, lines: list[str]) -> None:
        for line in lines:
            repeat = 0
            saturates = ""
            text = line.strip()
            while (flag := _FLAGS.match(text)) is not None:
                repeat = int(flag[1]) if flag[1] else repeat
                saturates = flag[0] if flag[0] == "(sat)" else saturates
                text = text[flag.end():].lstrip()
            name, _, rest = text.partition(" ")
            name = saturates + name
            self.execute(name, [part.strip() for part in rest.split(", ")] if rest else [], repeat)

    def execute(self, name: str, operands: list[str], repeat: int) -> None:
        if name in ("nop", "end"):
            return
        if name == "kill":
            self.killed.append(self.source(operands[0], 0))
            return
        if name in _NO_RESULT or name.startswith(("br", "st", "shps")):
            raise NotStraight(name)
        texture = _TEXTURE.match(operands[0])
        if texture is not None:
            self.sample(name, texture, operands[1:])
            return
        destination = operands[0]
        if destination.startswith("(ei)"):
            destination = destination[4:]
        results = []
        for repetition in range(repeat + 1):
            results.append((destination if repetition == 0 else stepped(destination, repetition),
                            self.result(name, operands[1:], repetition)))
            if repetition == repeat:
                continue
            # A repeated instruction reads what it has written before.
            self.values[results[-1][0]] = results[-1][1]
        for register, value in results:
            if register == "a0.x":
                self.address = value
            self.values[register] = value

    def result(self, name: str, operands: list[str], repetition: int) -> str:
        if name in ("bary.f", "flat.b"):
            location = int(operands[0].removeprefix("(r)"), 0) + \
                (repetition if operands[0].startswith("(r)") else 0)
            return f"{name}({self.inputs.varyings.get(location, location)})"
        if name.startswith("ldlv"):
            location = int(re.sub(r"[l\[\]]", "", operands[0]))
            return f"{name}({self.inputs.varyings.get(location, location)})"
        sources = [self.source(operand, repetition) for operand in operands]
        if name in _COPIES:
            return sources[0]
        if name.startswith(_COMMUTATIVE):
            sources.sort()
        if name.startswith("mad"):
            sources[:2] = sorted(sources[:2])
        return f"{name}({', '.join(sources)})"

    def sample(self, name: str, texture: re.Match[str], operands: list[str]) -> None:
        kind, mask, destination = texture.groups()
        flags = set(name.split(".")[1:])
        units = [operand for operand in operands if "#" in operand]
        registers = [operand for operand in operands if "#" not in operand]
        first = 3 if "3d" in flags else 2
        first += sum(flag in flags for flag in ("s", "a", "p"))
        second = (3 if "3d" in flags else 2) if "o" in flags else 0
        base = name.split(".")[0]
        if base == "isamm":
            first += 1
        elif base == "samgq":
            first = 10 if "3d" in flags else 8
        elif base in _QUERIES or base in ("dsx", "dsy"):
            first = 1
        if base in ("saml", "samb", "isaml"):
            second += 1
        if base in _QUERIES:
            kind = "any"
        counts = [first, second]
        vectors = []
        for register, count in zip(registers, counts):
            vectors.append("{" + ", ".join(self._plain(stepped(register, i))
                                           for i in range(count)) + "}")
        call = f"{name}({'; '.join([kind, *vectors, *units])})"
        if base in ("dsx", "dsy"):
            for i, component in enumerate("xyzw"):
                if component in mask:
                    value = self._plain(stepped(registers[0], i))
                    self.values[stepped(destination, i)] = f"{name}({value})"
            return
        for i, component in enumerate("xyzw"):
            if component in mask:
                self.values[stepped(destination, i)] = f"{call}.{component}"


def evaluate(lines: list[str], inputs: Inputs) -> Computed:
    """The expressions that registers hold at the end, each by its name. `lines` are instructions
    without labels. NotStraight where control goes different ways."""
    evaluation = _Evaluation(inputs)
    evaluation.run(lines)
    return Computed(evaluation.values, evaluation.killed)
