"""The model of the tables of operators, casts, functions and constructs (`defs/expr/*.yaml`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..schema import (EXPRESSION, TEXT, Record, Text, choice, either, key, list_of, mapping_of,
                      text)
from ..source import Scalar
from .types import KINDS, Type

FOLDER = "expr"

KIND_GROUPS = {
    "float": ("float",), "int": ("int",), "uint": ("uint",), "bool": ("bool",),
    "integer": ("int", "uint"), "number": ("float", "int", "uint"),
    "any": ("float", "int", "uint", "bool"),
}
_KIND = choice(list(KIND_GROUPS))
_SPELLING = either(TEXT, mapping_of(TEXT, _KIND))
_ARGUMENT = text("a type, a type variable or kind(variable)",
                 r"[A-Z]|(?:float|int|uint|bool)[0-9]*|(?:float|int|uint)\([A-Z]\)")
_PARAMETER = text("a parameter name in lower case", "[a-z][a-z0-9_]*")


class OperationEntry(Record):
    """An operator, a cast or a function of the expression language."""

    operator: Text | None = key(TEXT, "The operator, in quotes; a unary one as \"-x\".")
    cast: Text | None = key(choice(KINDS), "The kind of value the cast makes.")
    function: Text | None = key(text("a function name", "[a-z_][a-z0-9_]*"), "The name.")
    doc: Text = key(TEXT, "What it computes.", required=True)
    edges: Text = key(TEXT, "What it means at its edges.", required=True)
    types: dict[Text, list[Text]] = key(
        mapping_of(list_of(_KIND, low=1, or_one=True), text("a type variable", "[A-Z]")),
        "The kinds each type variable may be.", default={})
    defaults: dict[Text, Text] = key(mapping_of(TEXT, text("a type variable", "[A-Z]")),
                                     "The type of a variable that only literals would give.",
                                     default={})
    args: list[Text] | dict[Text, Text] = key(
        either(list_of(_ARGUMENT), mapping_of(_ARGUMENT, _PARAMETER)), "Types of the arguments; "
        "by name for a function that an expression defines.", required=True)
    result: Text = key(_ARGUMENT, "Type of the result.", required=True)
    definition: dict[Text, Scalar] | Scalar | None = key(
        either(EXPRESSION, mapping_of(EXPRESSION, _KIND)), "The expression of the arguments that "
        "defines a function; or one expression per kind of the first argument.", name="as")
    cpp: dict[Text, Text] | Text | None = key(
        _SPELLING, "C++ with {0} {1} … for the arguments, {width} and {type} for the result's "
        "width and C++ type, {width0}, {type0} … for those of an argument; or one spelling per "
        "kind of the first argument. Not of a function that an expression defines.")
    python: Text | None = key(text("a Python function of jacquard_gen/expr", "[a-z_][a-z0-9_]*"),
                              "The Python function that computes it. Not of a function that an "
                              "expression defines.")
    nir: dict[Text, Text] | Text = key(
        _SPELLING, "NIR opcode, or a pattern such as fmin(fmax({0}, {1}), {2}), where one is.",
        default={})
    formula: Text | None = key(TEXT, "How it is shown in documentation.")
    library: bool = key(choice({"libm": "Computed by the C library; compared within a bound where "
                                        "Python has not the same library."}),
                        "Where the result comes from.", default=False)


class ConstructEntry(Record):
    """A form that is neither operator nor function, such as a reduction."""

    construct: Text = key(text("a name", "[a-z]+"), "The word that begins it.", required=True)
    doc: Text = key(TEXT, "What it computes.", required=True)
    edges: Text = key(TEXT, "What it means at its edges.", required=True)
    form: Text = key(TEXT, "How it is written.", required=True)
    combine: Text | None = key(TEXT, "The operator a reduction applies from left to right.")


@dataclass(frozen=True)
class Argument:
    """A type of a signature: a fixed type, a variable, or a kind with a variable's width."""

    kind: str = ""
    width: int = 0
    variable: str = ""

    @property
    def fixed(self) -> Type | None:
        return None if self.variable else Type(self.kind, self.width)

    def resolve(self, bound: dict[str, Type]) -> Type:
        if not self.variable:
            return Type(self.kind, self.width)
        found = bound[self.variable]
        return Type(self.kind, found.width) if self.kind else found

    def __str__(self) -> str:
        if not self.variable:
            return str(Type(self.kind, self.width))
        return f"{self.kind}({self.variable})" if self.kind else self.variable


class Signature(NamedTuple):
    """Types of a result and of the arguments."""

    result: Type
    arguments: tuple[Type, ...]


@dataclass(eq=False)
class Definition:
    """A function as expressions of its arguments, by the kind of the first; "" for every kind.
    `trees` has those expressions with types, once the language is loaded."""

    parameters: tuple[str, ...]
    texts: dict[str, Scalar]
    trees: dict[Signature, Any] = field(default_factory=dict)

    def text(self, kind: str) -> Scalar:
        return self.texts[kind] if kind in self.texts else self.texts[""]


@dataclass(frozen=True, eq=False)
class Operation:
    """A checked entry. `name` is unique: `+`, `-x`, `float` (the cast), `floor`. One with a
    definition has no C++ and no Python of its own."""

    name: str
    form: str                            # "operator", "cast" or "function"
    types: dict[str, tuple[str, ...]]
    defaults: dict[str, Type]
    arguments: tuple[Argument, ...]
    result: Argument
    cpp: dict[str, str]                  # by kind of the first variable's type, "" for every
    nir: dict[str, str]
    python: str
    definition: Definition | None
    entry: OperationEntry = field(repr=False)

    def spelling(self, table: dict[str, str], kind: str) -> str | None:
        return table.get(kind, table.get(""))

    def signature_of(self, result: Type, arguments: Sequence[Type]) -> Signature:
        """The signature that a call with these types has; bools of every width are alike."""
        bound = {described.variable: type_ for described, type_ in
                 reversed(list(zip([*self.arguments, self.result], [*arguments, result])))
                 if described.variable and not described.kind}
        return Signature(self.result.resolve(bound),
                         tuple(described.resolve(bound) for described in self.arguments))

    @property
    def signature(self) -> str:
        """`clamp(T, T, T) -> T, T: float, int or uint`"""
        arguments = ", ".join(str(argument) for argument in self.arguments)
        classes = "".join(f"; {name}: {' '.join(kinds)}" for name, kinds in self.types.items())
        return f"{self.name}({arguments}) -> {self.result}{classes}"


@dataclass(frozen=True)
class Operations:
    """Everything an expression may use, by name."""

    operators: dict[str, Operation]      # "+", "-x", "?:"
    casts: dict[str, Operation]          # by kind
    functions: dict[str, Operation]
    constructs: dict[str, ConstructEntry]

    def all(self) -> list[Operation]:
        return [*self.operators.values(), *self.casts.values(), *self.functions.values()]
