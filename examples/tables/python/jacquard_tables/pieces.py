"""The pieces of texts of operands, by their names."""

from __future__ import annotations

import struct

from .model import Operand

_COMPONENTS = "xyzw"
_LARGE = 4096
"""What is above is printed in base 16."""


def _named(letter: str, number: int) -> str:
    return f"{letter}{number >> 2}.{_COMPONENTS[number & 3]}"


def _special(number: int, names: tuple[str, ...]) -> str:
    from .isa import REGISTERS
    for name in names:
        if REGISTERS[name].number >> 2 == number >> 2:
            return f"{REGISTERS[name].name}.{_COMPONENTS[number & 3]}"
    return plain_number(number)


def plain_number(number: int) -> str:
    return _named("r", number)


def register(o: Operand) -> str:
    return _special(o.number, ("address_register", "predicate_register"))


def plain(o: Operand) -> str:
    return plain_number(o.number)


def compared(o: Operand) -> str:
    return _special(o.number, ("uniform_predicate_register", "predicate_register"))


def target(o: Operand) -> str:
    return _named("rt", o.number)


def constant(o: Operand) -> str:
    return _named("c", o.number)


def h(o: Operand) -> str:
    return "h" if o.half else ""


def h_below_predicates(o: Operand) -> str:
    from .isa import REGISTERS
    return "h" if o.half and o.number < REGISTERS["predicate_register"].number else ""


def r(o: Operand) -> str:
    return "(r)" if o.repeat else ""


def last(o: Operand) -> str:
    return "(last)" if o.last else ""


def modifiers(o: Operand) -> str:
    words = ("abs" if o.absolute else "") + ("neg" if o.negate else "")
    return f"({words})" if words else ""


def value(o: Operand) -> str:
    return str(o.value)


def number(o: Operand) -> str:
    return str(o.number)


def unsigned(o: Operand) -> str:
    return str(o.value & 0xffffffff)


def hexadecimal(o: Operand) -> str:
    return hex(o.value & 0xffffffff)


def decimal_or_hex(o: Operand) -> str:
    bits = o.value & 0xffffffff
    return hex(bits) if bits > _LARGE else str(bits)


def relative(o: Operand) -> str:
    return f" + {o.value}" if o.value else ""


def float_table(o: Operand) -> str:
    from .isa import ENUMS
    return ENUMS["float_table"].texts.get(o.value, str(o.value))


def float16(o: Operand) -> str:
    return _float(o.value & 0xffff, "<H", "<e")


def float32(o: Operand) -> str:
    return _float(o.value & 0xffffffff, "<I", "<f")


def marked_float32(o: Operand) -> str:
    text = float32(o)
    return f"f{text}" if text.startswith("0x") else text


def _float(bits: int, as_integer: str, as_float: str) -> str:
    """Six decimals where they are exact, or as few digits as are; the bits of what has none."""
    data = struct.pack(as_integer, bits)
    exact = struct.unpack(as_float, data)[0]

    def reads_back(text: str, form: str, wanted: bytes) -> bool:
        try:
            return struct.pack(form, float(text)) == wanted
        except OverflowError:
            return False

    decimals = f"{exact:f}"
    if reads_back(decimals, as_float, data):
        return decimals
    single = struct.pack("<f", exact)
    for digits in range(1, 10):
        text = f"{exact:.{digits}g}"
        if reads_back(text, "<f", single):
            return text if reads_back(text, as_float, data) else hex(bits)
    return hex(bits)
