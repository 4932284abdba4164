"""Facts that follow from the folds of opcodes: which are opposites, which differ only in the
width of their booleans, and which compute the same on booleans of all widths as on those of one
bit."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import NamedTuple

from ..expr import Tree, evaluate
from ..expr.inlining import primitive
from ..expr.tree import Apply, Constant, Expression, Local, Operand
from ..expr.types import WIDTHS, Type
from .alu import Alu

TRUTH_WIDTHS = WIDTHS["bool"]
_OPPOSITE_LOGIC = {"&&": "||", "||": "&&"}


class Conversion(NamedTuple):
    """The opcode that a cast of the expression language is."""

    source: str
    dest: str
    width: int
    opcode: str


@dataclass
class Derived:
    """By the names of opcodes; one that is not there has no such fact."""

    negated: dict[str, str] = field(default_factory=dict)
    forms: dict[str, list[str]] = field(default_factory=dict)   # one for each of TRUTH_WIDTHS
    masks: set[str] = field(default_factory=set)
    conversions: list[Conversion] = field(default_factory=list)


def derive(opcodes: list[Alu], trees: dict[str, Tree]) -> Derived:
    """Derives facts about the opcodes from their folds."""
    made = Derived()
    known = [(opcode, primitive(trees[opcode.name])) for opcode in opcodes
             if opcode.name in trees]
    _find_forms(known, made)
    _find_opposites(known, made)
    made.conversions = _conversions(known)
    made.masks = {opcode.name for opcode, tree in known if _computes_with_masks(opcode, tree)}
    return made


def _conversions(known: list[tuple[Alu, Tree]]) -> list[Conversion]:
    """For each kind of value the opcode that makes it one of another kind or width: the one that
    casts name, or the only one where no cast needs any."""
    found: dict[tuple[str, str, int], list[str]] = {}
    named: dict[tuple[str, str, int], str] = {}
    for opcode, tree in known:
        source = opcode.sources[0]
        if "conversion" not in opcode.properties or source.width:
            continue
        key = (source.kind, opcode.dest.kind, opcode.dest.width)
        value = tree.values[0]
        if isinstance(value, Apply) and value.operation.form == "cast" and \
                value.type == opcode.dest and isinstance(value.arguments[0], Operand):
            pattern = value.operation.spelling(value.operation.nir, source.kind) or ""
            if pattern.replace("{width}", str(opcode.dest.width)) == opcode.name:
                named[key] = opcode.name
            found.setdefault(key, []).append(opcode.name)
        elif isinstance(value, Operand):
            found.setdefault(key, []).append(opcode.name)
    made = {key: names[0] for key, names in found.items() if len(names) == 1} | named
    return [Conversion(*key, name) for key, name in sorted(made.items())]


def _find_forms(known: list[tuple[Alu, Tree]], made: Derived) -> None:
    """Opcodes of one fold and of one type but for the width of their truths."""
    families: dict[tuple[object, ...], dict[int, Alu]] = {}
    for opcode, tree in known:
        width = truth_width(opcode)
        if width == 0 or "conversion" in opcode.properties:
            continue
        key = (tuple(_unsized_truth(kind) for kind in [opcode.dest, *opcode.sources]),
               opcode.replicated, tuple(_text(value, tree, False) for value in tree.values))
        families.setdefault(key, {}).setdefault(width, opcode)
    for family in families.values():
        if 1 not in family or len(family) == 1:
            continue
        names = [family.get(width, family[1]).name for width in TRUTH_WIDTHS]
        for opcode in family.values():
            made.forms[opcode.name] = names


def truth_width(opcode: Alu) -> int:
    """The width of the truths that an opcode makes or else reads; 0 where none has one of its
    own."""
    for kind in [opcode.dest, *opcode.sources]:
        if kind.kind == "bool" and kind.width:
            return kind.width
    return 0


def _unsized_truth(kind: Type) -> Type:
    return kind._replace(width=-1) if kind.kind == "bool" and kind.width else kind


def _find_opposites(known: list[tuple[Alu, Tree]], made: Derived) -> None:
    by_meaning: dict[tuple[object, ...], list[str]] = {}
    for opcode, tree in known:
        if opcode.dest.kind == "bool":
            by_meaning.setdefault(_meaning(opcode, tree, False), []).append(opcode.name)
    for opcode, tree in known:
        if opcode.dest.kind == "bool":
            opposites = by_meaning.get(_meaning(opcode, tree, True), [])
            if len(opposites) == 1:
                made.negated[opcode.name] = opposites[0]


def _meaning(opcode: Alu, tree: Tree, negated: bool) -> tuple[object, ...]:
    return (opcode.dest, tuple(opcode.sources),
            tuple(_text(value, tree, negated) for value in tree.values))


def _text(node: Expression, tree: Tree, negated: bool) -> str:
    """An expression as a text that is equal for equal ones, or that of its opposite. Of floats
    neither of two comparisons may hold, so `<` and `>=` are opposites of other numbers only."""
    if isinstance(node, Constant):
        value = not node.value if negated else node.value
        return f"{value!r}:{node.type}"
    if isinstance(node, Local):
        bound = next(binding.value for binding in tree.bindings if binding.name == node.name)
        return _text(bound, tree, negated)
    if isinstance(node, Operand):
        text = f"{node.name}.{node.component}"
        return f"!{text}" if negated else text
    assert isinstance(node, Apply)
    name = node.operation.name
    if name == "!x":
        return _text(node.arguments[0], tree, not negated)
    if name in _OPPOSITE_LOGIC:
        name = _OPPOSITE_LOGIC[name] if negated else name
        return f"({' '.join([name, *(_text(part, tree, negated) for part in node.arguments)])})"
    parts = [_text(part, tree, False) for part in node.arguments]
    if name in (">", ">="):
        name = name.replace(">", "<")
        parts.reverse()
    is_float = node.arguments[0].type.kind == "float"
    if name == "<=" and not is_float:
        name, negated = "<", not negated
        parts.reverse()
    if name == "!=":
        name, negated = "==", not negated
    return f"({'!' if negated else ''}{name} {' '.join(parts)}):{node.type}"


def _computes_with_masks(opcode: Alu, tree: Tree) -> bool:
    """Returns true if truths may be given with all bits set: what comes out is the same, or has all
    bits set where it has as many as they."""
    kinds = [*opcode.sources, opcode.dest]
    truths = [kind for kind in opcode.sources
              if kind.width == 0 and kind.components == 0 and kind.kind != "float"]
    if len(truths) != len(opcode.sources) or 1 not in opcode.widths or opcode.dest.width == 1 or \
            any(kind.components for kind in kinds) or "copy" in opcode.properties:
        return False
    for combination in itertools.product((0, 1), repeat=len(truths)):
        alone = _result(tree, combination, 1)
        for width in TRUTH_WIDTHS[1:]:
            mask = (1 << width) - 1
            wanted = alone * mask if opcode.dest.width == 0 else alone
            if _result(tree, combination, width) != wanted:
                return False
    return True


def _result(tree: Tree, truths: tuple[int, ...], width: int) -> int:
    mask = (1 << width) - 1
    return evaluate.evaluate(tree, {f"src{number}": truth * mask
                                    for number, truth in enumerate(truths)}, width)[0]
