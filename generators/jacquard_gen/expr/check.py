"""Syntax tree to typed tree: names, types, components, literals.

A literal takes the type that what surrounds it needs. Until that is known, an expression of
literals is `Loose`, and it is checked again with the type once something gives it one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ..diagnostics import Diagnostics, closest, listed
from ..source import Written
from . import literals
from . import parser as syntax
from .application import Application
from .fault import Fault
from .operations import FOLDER, Operation, Operations
from .scope import LOOSE, Bound, Entry, Faults, IndexVariable, Loose, Value, cast_note
from .tree import (Apply, Binding, Constant, Expression, Local, Membership, NamedConstant, Opcode,
                   Operand, Tree, walk)
from .types import BOOL, KINDS, Type, all_type_names, parse_type

_COMPONENTS = "xyzw"


@dataclass(frozen=True)
class Enumerated:
    """Names beside an operand of an enumeration: its values, and sets of them as masks of bits."""

    name: str
    values: dict[str, int]
    sets: dict[str, int]


@dataclass(frozen=True)
class Environment:
    """An environment has the names that an expression may use: operands with their types, and
    opcodes that it may call unless a function has their name. An operand's name may have a dot
    (`machine.preamble`); those in `enumerated` are numbers that have names. With `bits` it is
    for instructions of that width alone, which types without a width then have."""

    operands: dict[str, Type]
    enumerated: dict[str, Enumerated] = field(default_factory=dict)
    # The tables whose names begin like this would give a name that is missing here; empty: it is
    # wrong.
    within: str = ""
    opcodes: Mapping[str, Opcode] = field(default_factory=dict)
    # The same of an opcode.
    opcode_tables: str = ""
    bits: int = 0

    def sized(self, type_: Type) -> Type:
        return type_.sized(self.bits) if self.bits else type_


def check(text: Written, operations: Operations, environment: Environment, result: Type | None,
          diagnostics: Diagnostics) -> Tree | None:
    """The typed tree of an expression in a table; None after its faults were reported."""
    try:
        parsed = syntax.parse(text.value)
    except Fault as fault:
        fault.report(text, diagnostics)
        return None
    checker = _Checker(text, operations, diagnostics)
    return checker.whole(parsed, environment, result)


@lru_cache(maxsize=4096)
def _operand(name: str, scalar: Type, count: int) -> Value:
    components: list[int | None] = [*range(count)] if count else [None]
    return Value(scalar, tuple(Operand(scalar, name, component) for component in components),
                 count)


class _Checker:
    def __init__(self, text: Written, operations: Operations, diagnostics: Diagnostics) -> None:
        self.text = text
        self.operations = operations
        self.faults = Faults(text, diagnostics)
        self.error = self.faults.error
        self.application = Application(self.faults, self.check)
        self.bindings: list[Binding] = []
        self.names: set[str] = set()
        self.scope: dict[str, Entry] = {}
        self.enumerated: dict[str, Enumerated] = {}
        self.within = ""
        self.environment = Environment({})

    def whole(self, parsed: syntax.Syntax, environment: Environment,
              result: Type | None) -> Tree | None:
        result = environment.sized(result) if result else None
        self.scope = {name: _operand(name, environment.sized(type_.scalar), type_.components)
                      for name, type_ in environment.operands.items()}
        self.names = set(environment.operands)
        self.enumerated = environment.enumerated
        self.within = environment.within
        self.environment = environment
        wanted = result.scalar if result else None
        value = self.check(parsed, wanted)
        if isinstance(value, Loose):
            self.error("E214", parsed, "nothing says which type this has",
                       ["name it with a cast such as float32(1.0)"])
        if self.faults.failed or not isinstance(value, Value):
            return None
        if result is None:
            return self.tree(value.type._replace(components=value.vector), value.parts, parsed)
        count = max(1, result.components)
        parts = value.parts
        if len(parts) == 1 and count > 1:
            parts = parts * count
        if not value.type.fits(result.scalar) or len(parts) != count:
            self.error("E210", parsed, f"the expression is {value}, but {result} is needed here",
                       cast_note(value.type, result.scalar))
            return None
        return self.tree(result, parts, parsed)

    def tree(self, type_: Type, parts: tuple[Expression, ...], parsed: syntax.Syntax) -> Tree:
        """Without the components of vector bindings that nothing reads."""
        used = {node.name for part in parts for node in walk(part) if isinstance(node, Local)}
        kept: list[Binding] = []
        for binding in reversed(self.bindings):
            if binding.name in used:
                kept.append(binding)
                used |= {node.name for node in walk(binding.value) if isinstance(node, Local)}
        return Tree(type_, tuple(reversed(kept)), parts, self.text, parsed)

    # The scope entries are shared, the mapping is replaced, so that a Loose binding can be
    # checked later with the names it was written among.
    def check(self, node: syntax.Syntax, wanted: Type | None) -> Value | Loose | None:
        if isinstance(node, syntax.Number):
            return literals.number(self.faults, node, wanted, negative=False)
        if isinstance(node, syntax.Name):
            return self.name(node, wanted)
        if isinstance(node, syntax.Unary):
            if node.operator == "-" and isinstance(node.operand, syntax.Number):
                return literals.number(self.faults, node.operand, wanted, negative=True)
            if node.operator == "-" and self.is_infinity(node.operand):
                return literals.special(self.faults, node, "-inf", wanted)
            return self.operator(node, node.operator + "x", [node.operand], wanted)
        if isinstance(node, syntax.Binary):
            if node.operator in ("==", "!="):
                compared = self.comparison(node)
                if compared is not None:
                    return compared[0]
            return self.operator(node, node.operator, [node.left, node.right], wanted)
        if isinstance(node, syntax.Membership):
            return self.membership(node)
        if isinstance(node, syntax.Choice):
            return self.operator(node, syntax.CHOICE,
                                 [node.condition, node.then, node.otherwise], wanted)
        if isinstance(node, syntax.Call):
            return self.call(node, wanted)
        if isinstance(node, syntax.Index):
            return self.index(node)
        if isinstance(node, syntax.Swizzle):
            return self.swizzle(node)
        assert isinstance(node, syntax.Let)
        return self.let(node, wanted)

    def is_infinity(self, node: syntax.Syntax) -> bool:
        return isinstance(node, syntax.Name) and node.name == "inf" and "inf" not in self.scope

    def name(self, node: syntax.Name, wanted: Type | None) -> Value | Loose | None:
        found = self.scope.get(node.name)
        if found is None:
            if node.name in ("true", "false"):
                return Value(BOOL, (Constant(BOOL, node.name == "true"),))
            if node.name in ("inf", "nan"):
                return literals.special(self.faults, node, node.name, wanted)
            self.no_operand(node)
            return None
        if isinstance(found, IndexVariable):
            if wanted is None:
                return LOOSE
            number = syntax.Number(node.start, node.end, str(found.value), False)
            return literals.number(self.faults, number, wanted, negative=False)
        if isinstance(found, Bound):
            found.used = True
            if isinstance(found.value, Value):
                return found.value
            if wanted is None:
                return LOOSE
            outer, self.scope = self.scope, found.scope
            value = self.check(found.syntax, wanted)
            self.scope = outer
            return value
        return found

    def no_operand(self, node: syntax.Name, within: str = "", called: str = "") -> None:
        notes = [f"the operands are {listed(self.scope, joined='and')}"] if self.scope else []
        if node.name in self.operations.functions or node.name in self.operations.casts:
            notes = [f"'{node.name}' is a function; write {node.name}(…)"]
        self.error("E203", node, f"there is no operand '{node.name}'", notes, node.name,
                   [*self.scope, "true", "false", "inf", "nan"], within or self.within, called)

    def let(self, node: syntax.Let, wanted: Type | None) -> Value | Loose | None:
        place = (node.name_start, node.name_start + len(node.name))
        if node.name in self.scope:
            self.error("E209", place, f"'{node.name}' is bound already")
        elif node.name in ("true", "false", "inf", "nan", "let"):
            self.error("E209", place, f"'{node.name}' cannot be bound")
        value = self.check(node.value, None)
        outer = self.scope
        if value is None:
            # The meaning of the name is unknown; further faults of its uses would only be noise.
            return None
        if isinstance(value, Value):
            value = self.bind(node.name, value)
        bound = Bound(value, node.value, outer)
        self.scope = outer | {node.name: bound}
        result = self.check(node.body, wanted)
        self.scope = outer
        if not bound.used and result is not None:
            self.error("E209", place, f"the binding '{node.name}' is never used")
        return result

    def bind(self, name: str, value: Value) -> Value:
        parts: list[Expression] = []
        for index, part in enumerate(value.parts):
            if isinstance(part, (Constant, Operand, Local)):
                parts.append(part)
                continue
            suffix = f"_{index}" if value.vector else ""
            unique = name + suffix
            count = 2
            while unique in self.names:
                unique = f"{name}{suffix}_{count}"
                count += 1
            self.names.add(unique)
            self.bindings.append(Binding(unique, part))
            parts.append(Local(part.type, unique))
        return Value(value.type, tuple(parts), value.vector)

    def index(self, node: syntax.Index) -> Value | None:
        base = self.base(node.base)
        index = self.constant_index(node.index)
        if base is None or index is None:
            return None
        if not 0 <= index < base.vector:
            self.error("E207", node.index, f"component {index} is out of range; the value is "
                       f"{base}, whose components are 0 to {base.vector - 1}")
            return None
        return Value(base.type, (base.parts[index],))

    def full_name(self, node: syntax.Syntax) -> str:
        """The name of an operand, which may have a dot; nothing where it is something else."""
        if isinstance(node, syntax.Name):
            return node.name
        if isinstance(node, syntax.Swizzle) and isinstance(node.base, syntax.Name):
            return f"{node.base.name}.{node.components}"
        return ""

    def comparison(self, node: syntax.Binary) -> tuple[Value | None] | None:
        """A comparison of an operand of an enumeration with the name of one of its values; None
        where it is another."""
        for subject, named in ((node.left, node.right), (node.right, node.left)):
            described = self.enumerated.get(self.full_name(subject))
            if described is None or not isinstance(named, syntax.Name) or \
                    named.name in self.scope:
                continue
            value = self.check(subject, None)
            if named.name not in described.values:
                self.error("E203", named, f"'{named.name}' is not a value of {described.name}", [],
                           named.name, list(described.values), self.within)
                return (None,)
            operation = self.operation(node, node.operator)
            if operation is None:
                return (None,)
            assert isinstance(value, Value)
            constant = NamedConstant(value.type, described.values[named.name], described.name,
                                     named.name)
            return (Value(BOOL, (Apply(BOOL, operation, (value.parts[0], constant)),)),)
        return None

    def membership(self, node: syntax.Membership) -> Value | None:
        described = self.enumerated.get(self.full_name(node.value))
        value = self.check(node.value, None)
        if described is None:
            if value is not None:
                self.error("E206", node.value,
                           "'in' takes an operand of an enumeration on its left")
            return None
        mask = described.sets.get(node.set.name)
        if mask is None:
            self.error("E203", node.set, f"{described.name} has no set '{node.set.name}'", [],
                       node.set.name, list(described.sets), self.within)
            return None
        shift, conjunction, difference = (self.operation(node, name) for name in (">>", "&", "!="))
        if shift is None or conjunction is None or difference is None:
            return None
        assert isinstance(value, Value)
        kind, member = value.type, value.parts[0]
        shifted = Apply(kind, shift, (Constant(kind, mask), member))
        bit = Apply(kind, conjunction, (shifted, Constant(kind, 1)))
        return Value(BOOL, (Membership(BOOL, difference, (bit, Constant(kind, 0)), member, mask),))

    def swizzle(self, node: syntax.Swizzle) -> Value | None:
        start = node.end - len(node.components)
        name = self.full_name(node)
        found = self.scope.get(name) if name else None
        if isinstance(found, Value):
            return found
        if not set(node.components) <= set(_COMPONENTS) or len(node.components) > 4:
            members = [known for known in self.scope if known.split(".")[0] == name.split(".")[0]
                       and "." in known]
            if members:
                self.error("E203", node, f"there is no operand '{name}'", [], name, members,
                           self.within)
            else:
                self.error("E207", (start, node.end),
                           f"'.{node.components}' names no components; they are x, y, z and w")
            return None
        base = self.base(node.base)
        if base is None:
            return None
        parts = []
        for offset, letter in enumerate(node.components):
            index = _COMPONENTS.index(letter)
            if index >= base.vector:
                self.error("E207", (start + offset, start + offset + 1),
                           f"component {letter} is out of range; the value is {base}")
                return None
            parts.append(base.parts[index])
        return Value(base.type, tuple(parts), len(parts) if len(parts) > 1 else 0)

    def base(self, node: syntax.Syntax) -> Value | None:
        value = self.check(node, None)
        if isinstance(value, Loose):
            self.error("E207", node, "a literal has no components")
            return None
        if value is not None and not value.vector:
            self.error("E207", node, f"the value is {value}, which has no components")
            return None
        return value

    def constant_index(self, node: syntax.Syntax) -> int | None:
        value = self.fold_index(node)
        if value is None and not self.faults.failed:
            self.error("E207", node, "a component index is an integer literal, the index of a "
                       "reduction, or a sum of such")
        return value

    def fold_index(self, node: syntax.Syntax) -> int | None:
        if isinstance(node, syntax.Number) and not node.is_float:
            return int(node.text, 0)
        if isinstance(node, syntax.Name):
            found = self.scope.get(node.name)
            if found is None:
                self.check(node, None)
            return found.value if isinstance(found, IndexVariable) else None
        if isinstance(node, syntax.Binary) and node.operator in ("+", "-", "*"):
            left, right = self.fold_index(node.left), self.fold_index(node.right)
            if left is None or right is None:
                return None
            return left + right if node.operator == "+" else \
                left - right if node.operator == "-" else left * right
        return None

    def call(self, node: syntax.Call, wanted: Type | None) -> Value | Loose | None:
        place = (node.start, node.name_end)
        if node.name == "vec":
            return self.vector(node, wanted)
        construct = self.operations.constructs.get(node.name)
        if construct is not None and construct.combine is not None:
            return self.reduction(node, str(construct.combine), wanted)
        function = self.operations.functions.get(node.name)
        if function is not None:
            return self.apply(node, function, node.arguments, wanted)
        type_ = parse_type(node.name)
        if type_ is not None and type_.kind in self.operations.casts:
            return self.cast(node, self.environment.sized(type_))
        prefix = next((kind for kind in KINDS if node.name.startswith(kind)
                       and node.name[len(kind):].isdigit()), "")
        if prefix:
            self.error("E211", place, f"there is no type '{node.name}'", [], node.name,
                       [name for name in all_type_names() if name.startswith(prefix)],
                       within=FOLDER, called=prefix)
            return None
        if node.name in self.environment.opcodes:
            return self.application.call(node, self.environment.opcodes[node.name], wanted)
        functions = [*self.operations.functions, *self.operations.constructs]
        known = [*functions, *all_type_names(), *self.environment.opcodes]
        hints = [] if closest(node.name, known) else \
            [f"the functions are {listed(sorted(functions), 100, 'and')}"]
        self.error("E204", place, f"there is no function '{node.name}'", hints, node.name, known,
                   within=(FOLDER, self.environment.opcode_tables or FOLDER))
        outer = self.scope
        for argument in node.arguments:
            if isinstance(argument, syntax.Name) and argument.name not in outer and \
                    len(node.arguments) == 2:
                # If the function is a reduction that could not be read, this is its index.
                self.no_operand(argument, "expr/constructs", node.name)
                self.scope = outer | {argument.name: IndexVariable(0)}
            else:
                self.check(argument, None)
        self.scope = outer
        return None

    def vector(self, node: syntax.Call, wanted: Type | None) -> Value | Loose | None:
        if not 2 <= len(node.arguments) <= 16:
            self.error("E205", (node.start, node.name_end), "'vec' takes 2 to 16 values")
            return None
        values = [self.check(argument, None) for argument in node.arguments]
        type_ = next((value.type for value in values if isinstance(value, Value)), wanted)
        if type_ is None:
            return LOOSE
        parts: list[Expression] = []
        for argument, value in zip(node.arguments, values):
            if isinstance(value, Loose):
                value = self.check(argument, type_)
            if not isinstance(value, Value):
                continue
            if not value.type.fits(type_):
                self.error("E206", argument,
                           f"the components of a vector are of one type: {type_} and {value}")
                continue
            parts += value.parts
        if len(parts) > 16:
            self.error("E205", node, "a vector has at most 16 components")
        return Value(type_, tuple(parts), len(parts)) if not self.faults.failed else None

    def reduction(self, node: syntax.Call, operator: str,
                  wanted: Type | None) -> Value | Loose | None:
        if len(node.arguments) != 2 or not isinstance(node.arguments[0], syntax.Name):
            self.error("E205", node, f"'{node.name}' takes an index name and an expression: "
                       f"{node.name}(i, …)")
            return None
        index, body = node.arguments[0], node.arguments[1]
        if index.name in self.scope:
            self.error("E209", index, f"'{index.name}' is bound already")
            return None
        counts = self.indexed(body, index.name)
        if not counts:
            self.error("E207", node, f"no vector is indexed by '{index.name}' alone, so the number "
                       "of terms is not known")
            return None
        if len(set(counts.values())) > 1:
            shown = listed((f"{name} has {count}" for name, count in counts.items()), joined="and")
            self.error("E207", node, f"the vectors indexed by '{index.name}' differ: {shown} "
                       "components")
            return None
        operation = self.operation(node, operator)
        if operation is None:
            return None
        total: Value | Loose | None = None
        outer = self.scope
        for number in range(next(iter(counts.values()))):
            self.scope = outer | {index.name: IndexVariable(number)}
            term = self.check(body, wanted)
            self.scope = outer
            if not isinstance(term, Value):
                return term
            total = term if number == 0 else \
                self.application.combine(node, operation, [total, term], [body, body])
            if total is None:
                return None
        return total

    def indexed(self, node: syntax.Syntax, index: str) -> dict[str, int]:
        """Vectors with a name that `[index]` is applied to, and their component counts."""
        found: dict[str, int] = {}
        pending: list[syntax.Syntax] = [node]
        while pending:
            here = pending.pop()
            if isinstance(here, syntax.Index) and isinstance(here.base, syntax.Name) and \
                    isinstance(here.index, syntax.Name) and here.index.name == index:
                value = self.scope.get(here.base.name)
                if isinstance(value, Bound):
                    value.used = True
                    value = value.value if isinstance(value.value, Value) else None
                if isinstance(value, Value) and value.vector:
                    found[here.base.name] = value.vector
            for child in vars(here).values():
                if isinstance(child, syntax.Syntax):
                    pending.append(child)
                elif isinstance(child, list):
                    pending += child
        return dict(sorted(found.items()))

    def cast(self, node: syntax.Call, type_: Type) -> Value | Loose | None:
        operation = self.operations.casts[type_.kind]
        if len(node.arguments) != 1:
            self.error("E205", node, f"a cast takes one value, not {len(node.arguments)}")
            return None
        argument = node.arguments[0]
        value = self.check(argument, None)
        if isinstance(value, Loose):
            return self.check(argument, type_)
        if value is None:
            return None
        kinds = operation.types[operation.arguments[0].variable]
        if value.type.kind not in kinds:
            self.error("E206", argument, f"{value} cannot be converted to {type_}")
            return None
        return Value(type_, tuple(Apply(type_, operation, (part,)) for part in value.parts),
                     value.vector)

    def operator(self, node: syntax.Syntax, name: str, arguments: list[syntax.Syntax],
                 wanted: Type | None) -> Value | Loose | None:
        operation = self.operation(node, name)
        return None if operation is None else self.apply(node, operation, arguments, wanted)

    def operation(self, node: syntax.Syntax, name: str) -> Operation | None:
        """An operator; None where the tables say nothing of it."""
        found = self.operations.operators.get(name)
        if found is None:
            self.error("E204", node, f"there is no operator '{name}'", within=FOLDER, called=name)
        return found

    def apply(self, node: syntax.Syntax, operation: Operation, arguments: list[syntax.Syntax],
              wanted: Type | None) -> Value | Loose | None:
        if len(arguments) != len(operation.arguments):
            count = len(operation.arguments)
            self.error("E205", node, f"'{operation.name}' takes {count} "
                       f"argument{'s' if count != 1 else ''}, not {len(arguments)}",
                       [operation.signature])
            return None
        values = [self.check(argument, described.fixed)
                  for argument, described in zip(arguments, operation.arguments)]
        if any(value is None for value in values):
            return None
        return self.application.combine(node, operation, values, arguments, wanted)
