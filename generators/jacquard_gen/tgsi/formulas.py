"""The computations of opcodes, as calls of the NIR builder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..expr import Environment, Language, Tree, Type, nir_builder, parse_type
from ..groups import Context
from ..nir.builder_calls import check_calls
from ..schema import Text
from ..source import Scalar
from .names import COMPONENTS
from .opcodes import FORMULA_TYPES, WIDE_TYPES, Opcode

_BITS = 32
_CONDITION = Type("bool", 1, 0)


class Step(NamedTuple):
    """Statements that make one value, needed where a component of `mask` is written."""

    mask: int
    lines: list[str]
    value: str
    name: str  # the C++ local of a common value; empty for a result


class Formula(NamedTuple):
    """The function an opcode becomes; `way` is the key its formula stands under."""

    way: str
    steps: list[Step]


class _Loads:
    """Statements that fetch the source components a formula reads, each once."""

    def __init__(self, opcode: Opcode) -> None:
        self.opcode = opcode
        self.seen: set[str] = set()

    def of(self, tree: Tree, operands: dict[str, str | list[str]], channel: str) -> list[str]:
        lines = []
        for name, component in tree.uses():
            if not name.startswith("src"):
                continue
            given = operands[name]
            text = given if isinstance(given, str) else given[component or 0]
            if text in self.seen:
                continue
            self.seen.add(text)
            index = int(name[3:] or "0")
            if self.opcode.srcs[index] in WIDE_TYPES:
                lines.append(f"const Operand {text} = f.wide_source({index}, p);")
                continue
            which = channel if component is None else str(component)
            lines.append(f"const Operand {text} = f.source({index}, {which});")
        return lines


def load_formulas(opcodes: dict[str, Opcode], context: Context) -> dict[str, Formula]:
    compiler = _Compiler(context.model("expr"), context)
    result = {}
    for opcode in opcodes.values():
        formula = _formula(opcode, compiler)
        if formula is not None:
            result[str(opcode.op)] = formula
    return result


class _Compiler(NamedTuple):
    """The surroundings that compiling a formula needs."""

    language: Language
    context: Context

    def compile(self, written: Scalar, environment: Mapping[str, Type],
                operands: Mapping[str, str | list[str]],
                result: Type | None) -> tuple[Tree, nir_builder.Code] | None:
        """The tree of a formula, and the calls of a builder that make it."""
        diagnostics = self.context.diagnostics
        tree = self.language.compile(written, Environment(dict(environment)), diagnostics,
                                     result=result)
        code = None if tree is None else nir_builder.emit(tree, operands, _BITS, diagnostics)
        if tree is None or code is None or not check_calls(code, written, self.context):
            return None
        return tree, code


def _formula(opcode: Opcode, compiler: _Compiler) -> Formula | None:
    if opcode.condition is not None:
        step = _vector_step(opcode, opcode.condition, 1, {}, compiler, result=_CONDITION)
        return None if step is None else Formula("condition", [step])
    types = [opcode.dst, *opcode.srcs]
    if opcode.translation not in ("each", "scalar", "channels") or \
            any(given not in FORMULA_TYPES for given in types):
        return None
    if opcode.each is not None:
        return _each(opcode, opcode.each, compiler)
    if opcode.scalar is not None:
        step = _vector_step(opcode, opcode.scalar, 0xf, {}, compiler)
        return None if step is None else Formula("scalar", [step])
    return _channels(opcode, compiler)


def _names(count: int) -> list[tuple[str, int]]:
    """Names of sources in a formula: also `src` where there is only one."""
    names = [(f"src{index}", index) for index in range(count)]
    return names + ([("src", 0)] if count == 1 else [])


def _each(opcode: Opcode, written: Scalar, compiler: _Compiler) -> Formula | None:
    environment: dict[str, Type] = {}
    operands: dict[str, str | list[str]] = {}
    for name, index in _names(len(opcode.srcs)):
        environment[name] = _type(opcode.srcs[index])
        operands[name] = f"s{index}"
    compiled = compiler.compile(written, environment, operands, _result_type(opcode))
    if compiled is None:
        return None
    tree, code = compiled
    channel = "c" if not opcode.is_wide else "2 * p" if opcode.narrow == "spread" else "p"
    lines = _Loads(opcode).of(tree, operands, channel) + code.statements
    return Formula("pairs" if opcode.is_wide else "each", [Step(0xf, lines, code.value, "")])


def _channels(opcode: Opcode, compiler: _Compiler) -> Formula | None:
    common: dict[str, Type] = {}
    users = _users(opcode)
    steps: list[Step | None] = []
    failed: list[str] = []
    for name, value in opcode.common.items():
        if _mentioned(value, failed):
            failed.append(str(name))
            continue
        step = _vector_step(opcode, value, users[str(name)], common, compiler, str(name))
        steps.append(step)
        if step is None:
            failed.append(str(name))
    channels = opcode.channels or {}
    for text, components in _grouped(channels).items():
        mask = sum(1 << component for component in components)
        value = next(value for value in channels.values() if value.value == text)
        if not _mentioned(value, failed):
            steps.append(_vector_step(opcode, value, mask, common, compiler))
    good = [step for step in steps if step is not None]
    return Formula("channels", good) if len(good) == len(steps) else None


def _grouped(channels: Mapping[Text, Scalar]) -> dict[str, list[int]]:
    """Components by formula: equal ones are computed once."""
    result: dict[str, list[int]] = {}
    for component, value in channels.items():
        result.setdefault(value.value, []).append(COMPONENTS[component])
    return result


def _users(opcode: Opcode) -> dict[str, int]:
    """For each common value the channels that need it, through other common values as well."""
    masks = {str(name): 0 for name in opcode.common}
    for component, value in (opcode.channels or {}).items():
        for name in _mentioned(value, masks):
            masks[name] |= 1 << COMPONENTS[component]
    for name, value in reversed(list(opcode.common.items())):
        for other in _mentioned(value, masks):
            masks[other] |= masks[str(name)]
    return masks


def _mentioned(value: Scalar, names: Iterable[str]) -> list[str]:
    words = {word for word in "".join(character if character.isalnum() or character == "_" else " "
                                      for character in value.value).split()}
    return [name for name in names if name in words]


def _vector_step(opcode: Opcode, written: Scalar, mask: int, common: dict[str, Type],
                 compiler: _Compiler, name: str = "", result: Type | None = None) -> Step | None:
    environment: dict[str, Type] = dict(common)
    operands: dict[str, str | list[str]] = {known: f"common_{known}" for known in common}
    for source, index in _names(len(opcode.srcs)):
        environment[source] = _type(opcode.srcs[index], 4)
        operands[source] = [f"s{index}{letter}" for letter in COMPONENTS]
    if result is None and not name:
        result = _result_type(opcode)
    compiled = compiler.compile(written, environment, operands, result)
    if compiled is None:
        return None
    tree, code = compiled
    if name:
        common[name] = tree.type
    lines = _Loads(opcode).of(tree, operands, "") + code.statements
    return Step(mask, lines, code.value, f"common_{name}" if name else "")


def _type(written: str, components: int = 0) -> Type:
    type_ = parse_type(FORMULA_TYPES[written])
    assert type_ is not None
    return type_._replace(components=components)


def _result_type(opcode: Opcode) -> Type:
    assert opcode.dst is not None
    return _type(opcode.dst)
