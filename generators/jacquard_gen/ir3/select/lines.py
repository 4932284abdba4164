"""The lines of machine instructions that entries emit: `name = (flag)opcode operand, …`."""

from __future__ import annotations

import re

from ...diagnostics import Diagnostics
from ...escape import RESERVED
from ...schema import Text
from ..codec.semantics import MEANT
from ..tables.model import Model
from .records import Line, Operand

LINE = re.compile(r"(?:(?P<target>[a-z][a-z0-9_]*)\s*=\s*)?(?P<flags>(?:\([a-z]+\))*)\s*"
                  r"(?P<mnemonic>[a-z][a-z0-9_.]*)(?:\s+(?P<operands>.*))?\Z")
_OPERAND = re.compile(r"((?:\((?:neg|abs)\))*)([a-z][a-z0-9_]*|-?[0-9][0-9a-fx.e-]*)\Z")
_NUMBER = re.compile(r"-?(?:0x[0-9a-f]+|(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:e-?[0-9]+)?)?)\Z")


class LineReader:
    """Reads lines; what is wrong with one is reported."""

    def __init__(self, model: Model, diagnostics: Diagnostics) -> None:
        self.model = model
        self.diagnostics = diagnostics
        rounding = model.enums.get("round")
        self.rounds = {} if rounding is None else {
            rounding.texts[value]: name for name, value in rounding.values.items()
            if rounding.texts[value]}
        self.conditions = _values(model, "condition")
        self.types = _values(model, "type")
        # The field and its value for each suffix of a mnemonic that says what is computed.
        self.fields = {enum.texts[value].removeprefix("."): (field, name)
                       for field in MEANT if (enum := model.enums.get(field)) is not None
                       and field != "condition" for name, value in enum.values.items()}

    def fault(self, code: str, text: Text, place: tuple[int, int], message: str, near: str = "",
              known: list[str] | None = None, within: str = "") -> None:
        self.diagnostics.error(code, text.node.at(*place), message, near=near, known=known or (),
                               within=within)

    def line(self, text: Text, last: bool, bound: list[str]) -> Line | None:
        found = LINE.match(text)
        if found is None:
            self.fault("E653", text, (0, len(text)), "a line is `name = opcode operand, …`")
            return None
        target, flags, mnemonic, operands = found.group("target", "flags", "mnemonic", "operands")
        if target in bound or (target == "dst") != (target is not None and last):
            self.fault("E653", text, (0, len(target or text)),
                       "the last line makes the result, the others each a name of their own")
            return None
        if target in RESERVED:
            self.fault("E653", text, (0, len(target or "")),
                       f"'{target}' is a word of C++; give the value another name")
            return None
        if flags not in ("", "(sat)", *self.rounds):
            self.fault("E653", text, (found.start("flags"), len(flags)),
                       f"{flags} cannot be before an opcode", flags,
                       ["(sat)", *self.rounds])
            return None
        line = self._instruction(text, found.start("mnemonic"), mnemonic)
        if line is None:
            return None
        line.target = target or "dst"
        line.saturate = flags == "(sat)"
        line.round = self.rounds.get(flags, "")
        offset = found.start("operands")
        for item in (operands or "").split(","):
            if not item.strip():
                continue
            operand = self._operand(text, offset + len(item) - len(item.lstrip()), item.strip(),
                                    bound)
            if operand is None:
                return None
            line.operands.append(operand)
            offset += len(item) + 1
        return line

    def _instruction(self, text: Text, offset: int, mnemonic: str) -> Line | None:
        """The opcode of a mnemonic with what its suffix says."""
        line = Line(text, offset, "", mnemonic, mnemonic, "", "", "", False, "", [])
        suffixes: list[str] = []
        while "." in line.op and self.model.opcode(line.op) is None:
            line.op, _, suffix = line.op.rpartition(".")
            suffixes.insert(0, suffix)
        if self.model.opcode(line.op) is None:
            self.fault("E654", text, line.at(), f"there is no instruction '{mnemonic}'", mnemonic,
                       [known.name for known in self.model.opcodes], "ir3/")
            return None
        for suffix in suffixes:
            if not self._suffix(line, suffix):
                self.fault("E654", text, line.at(),
                           f"'{suffix}' is neither a condition, a pair of types nor the value of a "
                           "field", suffix, [*self.conditions, *self.fields], "ir3/isa/enums")
                return None
        return line

    def _suffix(self, line: Line, suffix: str) -> bool:
        if suffix in self.conditions:
            line.condition = suffix
            return True
        for source_type in self.types:
            if suffix.startswith(source_type) and suffix[len(source_type):] in self.types:
                line.source_type, line.type = source_type, suffix[len(source_type):]
                return True
        if suffix in self.fields:
            field, value = self.fields[suffix]
            line.fields[field] = value
            return True
        return False

    def _operand(self, text: Text, offset: int, item: str, bound: list[str]) -> Operand | None:
        found = _OPERAND.match(item)
        place = (offset, len(item))
        if found is None:
            self.fault("E653", text, place, f"'{item}' is not an operand")
            return None
        modifiers, name = found.groups()
        negate, absolute = "(neg)" in modifiers, "(abs)" in modifiers
        if _NUMBER.match(name):
            return Operand("", name, negate, absolute, offset)
        if not name[0].isalpha():
            self.fault("E653", text, place, f"'{name}' is not a number: a number is 10, -1, 0x1f "
                       "or 1.0e-3")
            return None
        if name not in bound:
            self.fault("E655", text, place, f"nothing binds '{name}'", name, bound)
            return None
        return Operand(name, "", negate, absolute, offset)


def _values(model: Model, enumeration: str) -> dict[str, int]:
    """The names of an enumeration; none of a machine that lacks it."""
    return model.enums[enumeration].values if enumeration in model.enums else {}
