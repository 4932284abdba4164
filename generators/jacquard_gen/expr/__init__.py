"""The expression language of the tables; the same meaning in C++, Python, NIR and the pages.

    from ..expr import Environment, Language, Type, parse_type
    language = context.model("expr")              # the tables of operators and functions
    environment = Environment({"src0": parse_type("float"), "src1": parse_type("float[4]")})
    tree = language.compile(entry.fold, environment, context.diagnostics,
                            result=parse_type("float"))          # None after an error

    # C++: lets become const locals. `operands` gives the C++ text of each operand: for a scalar
    # one text, for a vector a list with one text per component.
    code = cpp.emit(tree, operands={"src0": "a", "src1": ["b[0]", "b[1]", "b[2]", "b[3]"]},
                    bits=32)                       # width of the types without one: 1, 8 … 64
    code.statements                                # list of lines
    code.value                                     # a C++ expression (code.values for a vector)

    # NIR through a builder `b`: statements and the name of the result
    code = nir_builder.emit(tree, operands={...}, bits=32, diagnostics=context.diagnostics)

    evaluate.evaluate(tree, {"src0": 0x3f800000, ...}, bits=32)   # values are bit patterns
    language.formula(tree)

C++ value types: float16 and float32 are `float` (rounded once where the entry's result is
packed), float64 `double`, intN/uintN `intN_t`/`uintN_t`, bool `bool`. `cpp.load(type, text, bits)`
and `cpp.store(...)` convert between a raw `uint64_t` and these (`bits`: as above, may be left out
where the type has a width).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..diagnostics import Diagnostics
from ..groups import Context, Output, Page
from ..schema import table_schema
from ..source import Written
from . import definitions, formula
from .cases import test_program
from .check import Enumerated, Environment, check
from .explanation import explain_operation, reference_pages
from .load import load as load_operations
from .operations import ConstructEntry, OperationEntry, Operations
from .tree import Tree
from .types import BOOL, Type, parse_type

__all__ = ["BOOL", "Enumerated", "Environment", "Language", "Operations", "Tree", "Type",
           "parse_type"]

TEST_PROGRAM = "jacquard/generated/expr/function_cases.cpp"


@dataclass(frozen=True)
class Language:
    """The operators and functions of the tables, ready to check expressions."""

    operations: Operations

    def compile(self, text: Written, environment: Environment, diagnostics: Diagnostics,
                result: Type | None = None) -> Tree | None:
        """The typed tree of an expression; None after its faults were reported. With a result
        type, literals and the whole take it; without, the expression must say its type."""
        return check(text, self.operations, environment, result, diagnostics)

    def formula(self, tree: Tree) -> str:
        """One line for a reference page."""
        return formula.text(tree, self.operations)


def load(context: Context) -> Language:
    """The language of the tables. Where they have faults, what is good of it."""
    operations = load_operations(context)
    definitions.check(operations, context.diagnostics)
    return Language(operations)


def outputs(model: Language) -> list[Output]:
    return [Output(TEST_PROGRAM, "expr/function_cases.cpp.j2", test_program(model.operations))]


def output_names(tables_dir: Path) -> list[str]:
    return [TEST_PROGRAM]


def explain(model: Language, name: str) -> str | None:
    return explain_operation(model.operations, name)


def reference(model: Language) -> list[Page]:
    return reference_pages(model.operations)


def schemas() -> dict[str, dict[str, Any]]:
    return {"expr": table_schema("Operators and functions of the expression language",
                                 OperationEntry, ConstructEntry)}
