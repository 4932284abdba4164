"""The page docs/expressions.md: what every operator and function means, from the tables.

`python3 -m jacquard_gen.expr.page > docs/expressions.md` with PYTHONPATH=generators writes it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..cli import ROOT
from ..diagnostics import listed
from ..groups import Context
from .operations import Operation, Operations

_INTRODUCTION = """\
# The expression language

One language serves every table: the constant folds of NIR, the formulas of TGSI, the semantics of
ir3 instructions. An expression is checked against the types of its entry's operands, and errors
are reported at their column in the table. The same syntax tree yields a C++ evaluator, a Python
evaluator, the NIR that a TGSI opcode is translated to, and a formula for people to read.

This page is generated from `defs/expr/*.yaml`; `python3 -m jacquard_gen explain NAME` prints what
it says about one name.

## Form

    expression = { "let" name "=" choice ";" } choice ;
    choice     = binary [ "?" choice ":" choice ] ;
    binary     = unary { operator unary | "in" name } ;
    unary      = ( "-" | "~" | "!" ) unary | postfix ;
    postfix    = primary { "[" choice "]" | "." name } ;
    primary    = number | name | name "(" [ choice { "," choice } ] ")" | "(" expression ")" ;

Operators have the same precedence as in C: `* / %`, `+ -`, `<< >>`, `< <= > >=`, `== !=`, `&`,
`^`, `|`, `&&`, `||`, `?:`. Chained comparisons (`a < b < c`) are an error.

## Types

* The types are `float`, `int`, `uint` and `bool`, followed by a width where it is fixed: `float16
  float32 float64`, `int1 int8 int16 int32 int64`, the same widths of `uint`, and `bool1 bool8
  bool16 bool32`. A type without a width has the width of the instruction being evaluated.
* `float[4]` is a vector; it may have 1 to 16 components, which are selected by `v.x`, `v.wzyx` or
  `v[2]`. Operators and functions apply to each component; a scalar is combined with every component
  of a vector.
* An operand may be an enumeration: then `==` and `!=` compare it with one of its names (`type ==
  u16`), and `in` tests whether it belongs to one of its named sets (`type in half`). The name of an
  operand may contain a dot (`machine.preamble`).
* There are no implicit conversions. A literal takes the type that its context needs: `1`, `1.5e-3`,
  `0x7f`, `0b101`, `true`, `false`, `inf`, `nan`. An integer literal of the instruction's width is
  taken modulo that width.
* A float16 is computed in single precision and rounded once, to nearest, ties to even, when the
  result of the entry is stored.
* A bool of more than 1 bit is stored as 0 or as all ones.

## Adding a function

A function that can be written in terms of others is one entry in `defs/expr/functions.yaml`. The
entry names its arguments, and `as` is the expression:

```console
$ cat >> defs/expr/functions.yaml <<'END'
>
> - function: midpoint
>   doc: Halfway between two values.
>   edges: As the sum and the product; a sum past the range is an infinity.
>   types: {T: float}
>   args: {x: T, y: T}
>   result: T
>   as: (x + y) * 0.5
> END
$ PYTHONPATH=generators python3 -m jacquard_gen explain midpoint
expr:midpoint  Halfway between two values.
...
  midpoint(x, y) = (x + y) * 0.5
...
```

From then on every table can call it: both evaluators, the NIR, the proofs and the formulas are
generated from the expression. Where the definition depends on the kind of number, `as` has one
expression for each: `as: {int: …, uint: …}`. The key `nir` names an opcode that computes the
function; without it, NIR computes the expression. A function may call others, but not itself.

A function that no expression can define, such as a square root or a bit count, has `cpp` and
`python` instead: the first names a function in `runtime/jacquard/support/expression/`, the second
one in `generators/jacquard_gen/expr`.

An error in the definition is reported where it stands:

```console
$ sed -i 's/as: (x + y) \\* 0.5/as: (x + z) * 0.5/' defs/expr/functions.yaml
$ PYTHONPATH=generators python3 -m jacquard_gen check --group expr
...
  note: the operands are x and y
1 error
[exit 1]
```
"""


def page(operations: Operations) -> str:
    sections = [_INTRODUCTION]
    sections.append(_section("Operators", operations.operators.values()))
    sections.append(_section("Casts", operations.casts.values()))
    sections.append(_section("Functions", operations.functions.values()))
    constructs = ["## Forms\n"]
    for construct in operations.constructs.values():
        constructs.append(f"### `{construct.form}`\n\n{construct.doc}\n\n"
                          f"Edge cases: {construct.edges}\n")
    sections.append("\n".join(constructs))
    return "\n".join(sections)


def _section(title: str, operations: Iterable[Operation]) -> str:
    lines = [f"## {title}\n"]
    for operation in operations:
        lines.append(_entry(operation))
    return "\n".join(lines)


def _entry(operation: Operation) -> str:
    entry = operation.entry
    text = f"### `{_shown(operation)}`\n\n{entry.doc}\n\nEdge cases: {entry.edges}\n"
    classes = ", ".join(f"{name} is {listed(list(kinds))}"
                        for name, kinds in operation.types.items())
    if classes:
        text += f"\nTypes: {classes}.\n"
    if operation.definition is not None:
        for kind, written in sorted(operation.definition.texts.items()):
            of_kind = f" for {kind}" if kind else ""
            text += f"\nDefined{of_kind} as `{' '.join(written.value.split())}`.\n"
    nir = sorted(set(operation.nir.values()) - {"{0}"})
    if nir:
        text += f"\nNIR: {', '.join(f'`{pattern}`' for pattern in nir)}.\n"
    return text


def _shown(operation: Operation) -> str:
    arguments = [str(argument) for argument in operation.arguments]
    if operation.definition is not None:
        arguments = [f"{name}: {argument}" for name, argument in
                     zip(operation.definition.parameters, arguments)]
    result = f" → {operation.result}"
    if operation.form == "cast":
        return f"{operation.name}W({arguments[0]})" + f" → {operation.name}W"
    if operation.form == "function":
        return f"{operation.name}({', '.join(arguments)})" + result
    if operation.name == "?:":
        return "bool ? T : T → T"
    if len(arguments) == 1:
        return f"{operation.name.removesuffix('x')}{arguments[0]}" + result
    return f"{arguments[0]} {operation.name} {arguments[1]}" + result


def main() -> int:
    context = Context(ROOT / "defs")
    language = context.model("expr")
    if language is None:
        context.diagnostics.print()
        return 1
    sys.stdout.write(page(language.operations))
    return 0


if __name__ == "__main__":
    sys.exit(main())
