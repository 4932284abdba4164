"""The page docs/expressions.md: what every operator and function means, from the tables.

`python3 -m jacquard_gen.expr.page > docs/expressions.md` with PYTHONPATH=generators writes it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ..cli import ROOT
from ..groups import Context
from .operations import Operation, Operations

_INTRODUCTION = """\
# The expression language

One language serves every table: the constant folds of NIR, the formulas of TGSI, the semantics of
ir3 instructions. An expression is checked against the types of its entry's operands, and a fault
is reported at its column in the table. From one tree come a C++ evaluator, a Python evaluator,
the NIR that a TGSI opcode becomes, and a formula.

This page is made from `defs/expr/*.yaml`; `python3 -m jacquard_gen explain NAME` shows the same
for one name.

## Form

    expression = { "let" name "=" choice ";" } choice ;
    choice     = binary [ "?" choice ":" choice ] ;
    binary     = unary { operator unary | "in" name } ;
    unary      = ( "-" | "~" | "!" ) unary | postfix ;
    postfix    = primary { "[" choice "]" | "." name } ;
    primary    = number | name | name "(" [ choice { "," choice } ] ")" | "(" expression ")" ;

Operators have the precedence of C: `* / %`, `+ -`, `<< >>`, `< <= > >=`, `== !=`, `&`, `^`, `|`,
`&&`, `||`, `?:`. A chain of comparisons (`a < b < c`) is refused.

## Types

* `float int uint bool`, with a width where it is fixed: `float16 float32 float64`, `int1 int8 int16
  int32 int64`, the same of `uint`, `bool1 bool8 bool16 bool32`. Without a width a type has the
  width of the instruction being evaluated.
* `float[4]` is a vector of 1 to 16 components: `v.x`, `v.wzyx`, `v[2]`. Operators and functions
  apply to each component; a scalar goes with every component of a vector.
* An operand may be a number that has names: then `==` and `!=` compare it with a name (`type ==
  u16`), and `in` asks for one of its named sets (`type in half`). An operand's name may have a dot
  (`machine.preamble`).
* Nothing is converted silently. A literal takes the type it needs: `1`, `1.5e-3`, `0x7f`, `0b101`,
  `true`, `false`, `inf`, `nan`. An integer literal of the instruction's width is taken modulo that
  width.
* float16 is computed in single precision and rounded once, to nearest even, where the result of
  the entry is stored.
* A bool of more than 1 bit is stored as 0 or as all ones.

## A function of your own

A function that an expression of others can say is one entry in `defs/expr/functions.yaml`. Its
arguments have names there, and `as` is the expression:

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

From then on every table may call it: both evaluators, the NIR, the proofs and the formulas are made
from the expression. Where it must say different things of different kinds of numbers, `as` gives
one expression for each: `as: {int: …, uint: …}`. With `nir` it also names the opcode that computes
it; without, NIR computes what the expression says. A function may call others, but not itself.

What no expression can say (a root, a bit count) has `cpp` and `python` instead, which name a
function in `runtime/support/expression/` and one in `generators/jacquard_gen/expr`.

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
                          f"At the edges: {construct.edges}\n")
    sections.append("\n".join(constructs))
    return "\n".join(sections)


def _section(title: str, operations: Iterable[Operation]) -> str:
    lines = [f"## {title}\n"]
    for operation in operations:
        lines.append(_entry(operation))
    return "\n".join(lines)


def _entry(operation: Operation) -> str:
    entry = operation.entry
    text = f"### `{_shown(operation)}`\n\n{entry.doc}\n\nAt the edges: {entry.edges}\n"
    classes = ", ".join(f"{name}: {' '.join(kinds)}" for name, kinds in operation.types.items())
    if classes:
        text += f"\nTypes: {classes}.\n"
    if operation.definition is not None:
        for kind, written in sorted(operation.definition.texts.items()):
            of_kind = f" of {kind}" if kind else ""
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
