"""From texts to words.

A text is read with what the tables print: each way to take it apart is tried, and the one is right
whose word prints as the text. So the assembler takes exactly what the disassembler prints, and
needs no grammar of its own.
"""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

from .decoder import decode
from .encoder import EncodeError, encode
from .grammar import (Computed, FieldText, Mnemonic, OperandText, Optionally, Part, PieceText,
                      Text)
from .isa import ENUMS, FIELDS, REVISIONS
from .model import Encoding, Field, Instruction, Operand, PlacedOperand
from .syntax import FORMS, LAYOUTS

_NUMBER = re.compile(r"[+-]?(?:0x[0-9a-f]+|[0-9]+)")
_LABEL = re.compile(r"([A-Za-z_][A-Za-z0-9_]*):\s*(.*)")
_REFERENCE = re.compile(r"@([A-Za-z_][A-Za-z0-9_]*)")
_FLAGS = {"h": ("half", "h"), "r": ("repeat", "(r)"), "last": ("last", "(last)")}
_VALUES = ("value", "unsigned", "hexadecimal", "decimal_or_hex")


class AssembleError(ValueError):
    """A text that is no instruction; `line` is that of a program."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class _Read(NamedTuple):
    """The part of a text that was read, and where the rest begins."""

    at: int
    fields: Tuple[Tuple[str, int], ...] = ()
    operands: Tuple[Tuple[str, Operand], ...] = ()


def assemble(text: str, revision: str) -> int:
    """The word whose text this is; blanks count as one."""
    wanted = " ".join(text.split())
    fault = ""
    for encoding in REVISIONS[revision]:
        for read in _parts(LAYOUTS[encoding.layout.name], _Read(0), wanted, encoding):
            if read.at != len(wanted):
                continue
            try:
                word = encode(_instruction(encoding, read))
            except EncodeError as error:
                fault = fault or str(error)
                continue
            made = decode(word, revision)
            if made is not None and " ".join(str(made).split()) == _canonical(wanted):
                return word
    raise AssembleError(fault or _unknown(wanted, revision))


def assemble_program(text: str, revision: str) -> List[int]:
    """The words of a program: an instruction a line, `name:` before one, `@name` for the distance
    to it, and comments from `;` on."""
    lines: List[Tuple[int, str]] = []
    labels: Dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        rest = line.partition(";")[0].strip()
        found = _LABEL.fullmatch(rest)
        while found is not None:
            if found.group(1) in labels:
                raise AssembleError(f"there is another label '{found.group(1)}'", number)
            labels[found.group(1)] = len(lines)
            rest = found.group(2)
            found = _LABEL.fullmatch(rest)
        if rest:
            lines.append((number, rest))
    words = []
    for index, (number, line) in enumerate(lines):
        try:
            words.append(assemble(_placed(line, index, labels), revision))
        except AssembleError as error:
            raise AssembleError(str(error), number) from None
    return words


def _placed(line: str, index: int, labels: Dict[str, int]) -> str:
    def distance(found: re.Match[str]) -> str:
        if found.group(1) not in labels:
            raise AssembleError(f"there is no label '{found.group(1)}'")
        return str(labels[found.group(1)] - index)

    return _REFERENCE.sub(distance, line)


def _canonical(wanted: str) -> str:
    """Numbers may be written in base 16 where they print in base 10."""
    return _NUMBER.sub(lambda found: _plain(found, wanted), wanted)


def _plain(found: re.Match[str], text: str) -> str:
    before = text[:found.start()]
    if before[-1:].isalnum() or not found.group().lstrip("+-").startswith("0x"):
        return found.group()
    sign = found.group()[0] if found.group()[0] in "+-" else ""
    return sign + str(int(found.group().lstrip("+-"), 0))


def _instruction(encoding: Encoding, read: _Read) -> Instruction:
    fields = {name: field.default for name, field in FIELDS.items()}
    fields.update(read.fields)
    fields.update({name: value for name, value in encoding.parameters.items() if name in fields})
    return Instruction(encoding, fields, dict(read.operands))


def _parts(parts: Tuple[Part, ...], read: _Read, text: str,
           encoding: Encoding) -> Iterator[_Read]:
    """Every way to read the parts from where the rest begins."""
    if not parts:
        yield read
        return
    for after in _part(parts[0], read, text, encoding):
        yield from _parts(parts[1:], after, text, encoding)


def _part(part: Part, read: _Read, text: str, encoding: Encoding) -> Iterator[_Read]:
    if isinstance(part, Text):
        yield from _letters(part.text, read, text)
    elif isinstance(part, Mnemonic):
        yield from _letters(encoding.opcode, read, text)
    elif isinstance(part, FieldText):
        for value, end in _field(FIELDS[part.name], read.at, text):
            yield read._replace(at=end, fields=(*read.fields, (part.name, value)))
    elif isinstance(part, OperandText):
        yield from _operand(part.name, read, text, encoding)
    elif isinstance(part, Computed):
        found = _NUMBER.match(text, read.at)
        if found is not None:
            yield read._replace(at=found.end())
    elif isinstance(part, Optionally):
        yield from _parts(part.parts, read, text, encoding)
        yield read


def _letters(letters: str, read: _Read, text: str) -> Iterator[_Read]:
    """Blanks between words are one, and none at the ends of a text."""
    wanted = re.sub(r"\s+", " ", letters)
    if read.at == 0:
        wanted = wanted.lstrip()
    if text.startswith(wanted, read.at):
        yield read._replace(at=read.at + len(wanted))


def _field(field: Field, at: int, text: str) -> Iterator[Tuple[int, int]]:
    """The values that a field may have by the text, and where each ends."""
    if field.kind == "flag":
        if text.startswith(field.text, at):
            yield 1, at + len(field.text)
        yield 0, at
        return
    names = ENUMS.get(field.names or field.kind)
    if names is not None:
        for value, name in sorted(names.texts.items(), key=lambda item: -len(item[1])):
            if text.startswith(name, at):
                yield value, at + len(name)
    found = _NUMBER.match(text, at)
    if found is not None:
        yield int(found.group(), 0), found.end()
    if field.kind == "offset":
        yield 0, at


def _operand(name: str, read: _Read, text: str, encoding: Encoding) -> Iterator[_Read]:
    for placed in _placed_as(encoding, name):
        for kind, parts in FORMS[placed.form]:
            for operand, end in _pieces(parts, Operand(kind), read.at, text):
                yield read._replace(at=end, operands=(*read.operands, (name, operand)))


def _placed_as(encoding: Encoding, name: str) -> Iterator[PlacedOperand]:
    layout = encoding.layout
    chosen = (leaf for choice in layout.choices for _, leaves in choice.alternatives
              for leaf in leaves)
    for leaf in (*layout.operands, *chosen):
        if isinstance(leaf, PlacedOperand) and leaf.name == name:
            yield leaf


def _pieces(parts: Tuple[Part, ...], operand: Operand, at: int,
            text: str) -> Iterator[Tuple[Operand, int]]:
    if not parts:
        yield operand, at
        return
    for after, end in _piece(parts[0], operand, at, text):
        yield from _pieces(parts[1:], after, end, text)


def _piece(part: Part, operand: Operand, at: int, text: str) -> Iterator[Tuple[Operand, int]]:
    if isinstance(part, Text):
        if text.startswith(part.text, at):
            yield operand, at + len(part.text)
    elif isinstance(part, Optionally):
        yield from _pieces(part.parts, operand, at, text)
        yield operand, at
    elif isinstance(part, PieceText):
        for changes, end in _said(part.name, at, text):
            yield Operand(**{**vars(operand), **changes}), end


def _said(name: str, at: int, text: str) -> Iterator[Tuple[Dict[str, Any], int]]:
    """Yields what a piece of an operand may say of it by the text."""
    if name in _FLAGS:
        flag, letters = _FLAGS[name]
        if text.startswith(letters, at):
            yield {flag: True}, at + len(letters)
        yield {flag: False}, at
    elif name == "modifiers":
        for letters, changes in (("(absneg)", {"absolute": True, "negate": True}),
                                 ("(abs)", {"absolute": True}), ("(neg)", {"negate": True})):
            if text.startswith(letters, at):
                yield changes, at + len(letters)
        yield {}, at
    else:
        found = _NUMBER.match(text, at)
        if found is not None and (name == "number" or name in _VALUES):
            member = "number" if name == "number" else "value"
            yield {member: int(found.group(), 0)}, found.end()


def _unknown(text: str, revision: str) -> str:
    opcodes = {encoding.opcode for encoding in REVISIONS[revision]}
    word = re.split(r"[\s.]", text, maxsplit=1)[0]
    if word in opcodes:
        return f"'{text}' is not as '{word}' is written"
    return f"there is no instruction '{word}'"
