"""The types of an operation from those of its arguments, or from what is wanted of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Union

from ..diagnostics import listed
from . import parser as syntax
from .operations import Argument, Operation
from .scope import LOOSE, Faults, Loose, Value, cast_note
from .tree import Apply, Call, Expression, Opcode
from .types import Type

# Checks an argument again once its type is known.
Check = Callable[[syntax.Syntax, Union[Type, None]], Union[Value, Loose, None]]


class Application:
    """Applies operations to checked arguments."""

    def __init__(self, faults: Faults, check: Check) -> None:
        self.error = faults.error
        self.check = check

    def combine(self, node: syntax.Syntax, operation: Operation,
                values: Sequence[Value | Loose | None], arguments: Sequence[syntax.Syntax],
                wanted: Type | None = None) -> Value | Loose | None:
        bound: dict[str, Type] = {}
        by: dict[str, syntax.Syntax] = {}
        for described, value, argument in zip(operation.arguments, values, arguments):
            if described.variable and not described.kind and isinstance(value, Value):
                if not self.bind_variable(operation, described.variable, value.type, argument,
                                          bound, by, node):
                    return None
        result = operation.result
        for variable, kinds in operation.types.items():
            if variable in bound:
                continue
            if variable == result.variable and wanted is not None and not result.kind:
                if wanted.kind not in kinds:
                    self.error("E206", node, f"{self.spelled(operation)} gives {listed(kinds)}, "
                               f"but {wanted} is needed here")
                    return None
                bound[variable] = wanted
            elif variable in operation.defaults:
                bound[variable] = operation.defaults[variable]
            elif variable == result.variable and not result.kind:
                return LOOSE
            elif len(kinds) == 1 and variable == result.variable and wanted is not None:
                bound[variable] = Type(kinds[0], wanted.width)
            else:
                self.error("E214", node, f"the operands of {self.spelled(operation)} are only "
                           "literals; nothing says which type they have",
                           ["name it with a cast such as float32(1.0)"])
                return None
        return self.build(node, operation, values, arguments, bound)

    def bind_variable(self, operation: Operation, variable: str, type_: Type,
                      argument: syntax.Syntax, bound: dict[str, Type],
                      by: dict[str, syntax.Syntax], node: syntax.Syntax) -> bool:
        kinds = operation.types[variable]
        if type_.kind not in kinds:
            self.error("E206", argument, f"{self.spelled(operation)} takes {listed(kinds)}, and "
                       f"this is {type_}")
            return False
        first = bound.setdefault(variable, type_)
        by.setdefault(variable, argument)
        if not type_.fits(first):
            note = f"nothing is converted silently; write {first}(…) or {type_}(…)"
            self.error("E206", node, f"{self.spelled(operation)} needs operands of one type, not "
                       f"{first} and {type_}", [note])
            return False
        return True

    def build(self, node: syntax.Syntax, operation: Operation,
              values: Sequence[Value | Loose | None], arguments: Sequence[syntax.Syntax],
              bound: dict[str, Type]) -> Value | None:
        settled: list[Value] = []
        for described, value, argument in zip(operation.arguments, values, arguments):
            type_ = described.resolve(bound)
            if isinstance(value, Loose):
                value = self.check(argument, type_)
            if not isinstance(value, Value):
                return None
            if not value.type.fits(type_):
                self.error("E206", argument, f"{self.spelled(operation)} takes "
                           f"{self.meaning(described, type_)} here, and this is {value.type}",
                           cast_note(value.type, type_))
                return None
            settled.append(value)
        vectors = {value.vector for value in settled if value.vector > 1}
        if len(vectors) > 1:
            shown = listed((str(value) for value in settled if value.vector > 1), joined="and")
            self.error("E206", node, f"{self.spelled(operation)} needs vectors of one length, not "
                       f"{shown}")
            return None
        count = vectors.pop() if vectors else 0
        result = operation.result.resolve(bound)
        parts = tuple(
            Apply(result, operation,
                  tuple(value.parts[index] if len(value.parts) > 1 else value.parts[0]
                        for value in settled))
            for index in range(count or 1))
        return Value(result, parts, count)

    def call(self, node: syntax.Call, opcode: Opcode,
             wanted: Type | None) -> Value | Loose | None:
        """Applies an opcode to arguments. If the opcode has no width of its own, the result
        takes that of the first argument that has one."""
        if len(node.arguments) != len(opcode.arguments):
            count = len(opcode.arguments)
            self.error("E205", node, f"the opcode '{opcode.name}' takes {count} "
                       f"source{'s' if count != 1 else ''}, not {len(node.arguments)}")
            return None
        if opcode.result.components > 1:
            self.error("E206", node, f"the opcode '{opcode.name}' makes "
                       f"{opcode.result.components} components, and only one of one can be called")
            return None
        values = [self.check(argument, described.scalar if described.width else None)
                  for argument, described in zip(node.arguments, opcode.arguments)]
        if any(value is None for value in values):
            return None
        widths = [value.type.width for value, described in zip(values, opcode.arguments)
                  if isinstance(value, Value) and not described.width]
        unsized = any(not described.width for described in opcode.arguments)
        if unsized and not widths:
            if wanted is None or opcode.result.width:
                self.error("E214", node, f"the sources of '{opcode.name}' are only literals; "
                           "nothing says how wide they are")
                return None
            widths = [wanted.width]
        settled: list[Value] = []
        for described, value, argument in zip(opcode.arguments, values, node.arguments):
            type_ = described.scalar if described.width else Type(described.kind, widths[0])
            if isinstance(value, Loose):
                value = self.check(argument, type_)
            if not isinstance(value, Value):
                return None
            count = described.components
            if not value.type.fits(type_) or (count > 1 and value.vector not in (0, count)) or \
                    (count == 1 and value.vector > 1):
                shown = type_._replace(components=count)
                self.error("E206", argument, f"the opcode '{opcode.name}' takes {shown} here, and "
                           f"this is {value}", cast_note(value.type, type_))
                return None
            settled.append(value)
        return self.called(node, opcode, settled, widths[0] if widths else 0)

    def called(self, node: syntax.Call, opcode: Opcode, values: Sequence[Value],
               width: int) -> Value | None:
        each = [value for value, described in zip(values, opcode.arguments)
                if not described.components]
        lengths = {value.vector for value in each if value.vector > 1}
        if len(lengths) > 1:
            self.error("E206", node, f"the opcode '{opcode.name}' needs vectors of one length")
            return None
        count = lengths.pop() if lengths else 0
        result = Type(opcode.result.kind, opcode.result.width or width)

        def read(value: Value, described: Type, index: int) -> tuple[Expression, ...]:
            if described.components:
                return value.parts * described.components if len(value.parts) == 1 else value.parts
            return (value.parts[index if len(value.parts) > 1 else 0],)

        parts = tuple(Call(result, opcode, tuple(
            read(value, described, index)
            for value, described in zip(values, opcode.arguments))) for index in range(count or 1))
        return Value(result, parts, count)

    @staticmethod
    def meaning(described: Argument, type_: Type) -> str:
        return str(type_) if type_.kind != "bool" else "bool"

    @staticmethod
    def spelled(operation: Operation) -> str:
        name = operation.name
        if operation.form == "operator":
            name = name.removesuffix("x") if name != "?:" else name
        return f"'{name}'"
