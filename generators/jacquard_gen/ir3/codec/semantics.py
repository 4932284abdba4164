"""Lane kernels of ir3 instructions: the `semantics` expressions of the opcode tables →
`<jacquard/generated/ir3/semantics.h>` and its source file.

The emulator handles what surrounds a kernel: modifiers, (sat) of floats, conversion of the result
to the other width, repeats. Opcodes without `semantics` are the emulator's own business.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from ...diagnostics import Diagnostics
from ...expr import Environment, Language, Tree, Type, cpp, parse_type
from ...groups import Output
from ...nir.evaluator import fold_type
from ...schema import Text
from ...source import Position, Scalar
from ..tables.model import enumerator

HEADER = "jacquard/generated/ir3/semantics.h"
SOURCE = "jacquard/generated/ir3/semantics.cpp"
OUTPUT_NAMES = [HEADER, SOURCE]

_WIDTHS = (16, 32)
_MAXIMUM_SOURCES = 3
# The fields that an expression may name, and how a kernel finds each in its `fields`. No word has
# a condition together with one of the others.
MEANT = {"condition": "fields", "signedness": "(fields >> 3 & 1)", "pack": "(fields >> 4 & 1)"}


class Opcode(Protocol):
    """The members of an opcode's entry that are read here."""

    op: Text
    srcs: list[Text]
    dst: Text | None
    semantics: Scalar | None
    saturated: Scalar | None
    halved: Scalar | None

    @property
    def provenance(self) -> str: ...

    def where(self, name: str) -> Position: ...


class Facts(Protocol):
    """An entry and the revisions that have it."""

    @property
    def entry(self) -> Opcode: ...

    @property
    def revisions(self) -> list[str]: ...


class Kernel(NamedTuple):
    """One class: an opcode, a width of its sources, a variant of its meaning. `signature` is a
    type of fold.h; the statements of its function come before the value."""

    name: str
    provenance: str
    signature: str
    parameters: list[str]
    statements: list[str]
    value: str


class OpcodeSemantics(NamedTuple):
    """Everything the emulator knows of an opcode on some revisions; kernels by width, empty where
    there is none."""

    opcode: str
    revisions: list[str]
    provenance: str
    plain: list[str]
    saturated: list[str]
    halved: list[str]


class Semantics(NamedTuple):
    opcodes: list[OpcodeSemantics]
    kernels: list[Kernel]


def load(language: Language, diagnostics: Diagnostics, facts: Iterable[Facts]
         ) -> Semantics | None:
    """Checks the semantics of opcodes; None after a fault was reported. Entries of one opcode that
    say the same have their kernels in common."""
    before = len(diagnostics)
    result = Semantics([], [])
    loaders: dict[tuple[str, ...], _Loader] = {}
    names: set[str] = set()
    for item in facts:
        opcode = item.entry
        key = (opcode.op, str(opcode.dst), *opcode.srcs, *(
            getattr(opcode, name).value if getattr(opcode, name) is not None else ""
            for name in ("semantics", "saturated", "halved")))
        known = loaders.get(key)
        if known is not None:
            known.revisions += item.revisions
            continue
        name = enumerator(opcode.op)
        loader = _Loader(language, diagnostics, opcode, result)
        loader.name = name if name not in names else f"{name}_{item.revisions[0]}"
        loader.revisions = list(item.revisions)
        names.add(name)
        loaders[key] = loader
        loader.run()
    return result if len(diagnostics) == before else None


class _Loader:
    def __init__(self, language: Language, diagnostics: Diagnostics, opcode: Opcode,
                 result: Semantics) -> None:
        self.diagnostics = diagnostics
        self.language = language
        self.opcode = opcode
        self.result = result
        self.name = ""
        self.revisions: list[str] = []

    def run(self) -> None:
        opcode = self.opcode
        if opcode.semantics is None:
            for name in ("saturated", "halved"):
                if getattr(opcode, name) is not None:
                    self.diagnostics.error("E611", opcode.where(name),
                                           f"'{name}' is given, but no 'semantics'")
            return
        types = [self.type_of(text) for text in opcode.srcs]
        if opcode.dst is None or not types or len(types) > _MAXIMUM_SOURCES:
            self.diagnostics.error("E610", opcode.where("semantics"),
                                   "an opcode with semantics has a destination and 1 to "
                                   f"{_MAXIMUM_SOURCES} sources")
            return
        destination = self.type_of(opcode.dst)
        sources = [type_ for type_ in types if type_ is not None]
        if destination is None or len(sources) != len(types):
            return
        names: dict[str, list[str]] = {}
        for variant in ("semantics", "saturated", "halved"):
            text = getattr(opcode, variant)
            names[variant] = ["", ""] if text is None else \
                self.kernels(variant, text, sources, destination)
        self.result.opcodes.append(OpcodeSemantics(
            enumerator(opcode.op), self.revisions, opcode.provenance, names["semantics"],
            names["saturated"], names["halved"]))

    def type_of(self, text: Text) -> Type | None:
        type_ = parse_type("uint" + text[4:] if text.startswith("bits") else text)
        if type_ is None or type_.components or type_.width not in (0,) + _WIDTHS:
            self.diagnostics.error("E610", text.position,
                                   f"'{text}' is not a type of a register that semantics can use")
            return None
        return type_

    def kernels(self, variant: str, text: Scalar, sources: list[Type],
                destination: Type) -> list[str]:
        """The names of the half and of the full kernel of one variant."""
        operands = {f"src{index}": type_ for index, type_ in enumerate(sources)}
        operands |= {name: Type("uint", 32) for name in MEANT}
        tree = self.language.compile(text, Environment(operands), self.diagnostics,
                                     result=destination)
        if tree is None:
            return ["", ""]
        widths = {type_.width for type_ in sources if type_.width}
        names = []
        for width in _WIDTHS:
            if widths and width not in widths:
                names.append("")
                continue
            suffix = "" if variant == "semantics" else f"_{variant}"
            name = f"{self.name}{suffix}_{width}"
            self.result.kernels.append(self.kernel(name, text, tree, sources, destination, width))
            names.append(name)
        return names

    def kernel(self, name: str, text: Scalar, tree: Tree, sources: list[Type], destination: Type,
               width: int) -> Kernel:
        operands = {f"src{index}": f"src{index}" for index in range(len(sources))}
        code = cpp.emit(tree, operands=operands | MEANT, bits=width)
        body = " ".join(code.statements + [code.value])
        parameters = [cpp.type_name(type_, width) +
                      (f" src{index}" if f"src{index}" in body else "")
                      for index, type_ in enumerate(sources)]
        if re.search(r"\bfields\b", body):
            parameters.append("std::uint32_t fields")
        types = ", ".join(fold_type(type_.sized(width)) for type_ in sources)
        return Kernel(name, text.position().provenance,
                      f"{fold_type(destination.sized(width))}({types})", parameters,
                      code.statements, code.value)


def outputs(semantics: Semantics) -> list[Output]:
    by_opcode: dict[str, list[OpcodeSemantics]] = {}
    for opcode in semantics.opcodes:
        by_opcode.setdefault(opcode.opcode, []).append(opcode)
    numbers = itertools.count()
    places = [(name, [(entry, next(numbers)) for entry in variants])
              for name, variants in by_opcode.items()]
    values = {"opcodes": list(by_opcode.items()), "places": places, "kernels": semantics.kernels}
    return [Output(HEADER, "ir3/codec/semantics.h.j2", {}),
            Output(SOURCE, "ir3/codec/semantics.cpp.j2", values)]
