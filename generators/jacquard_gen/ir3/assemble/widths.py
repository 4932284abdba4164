"""Flags and types that an assembler's text only implies by the widths of its operands."""

from __future__ import annotations

import re

from .facts import IN_SET, LayoutFacts, State

_NOT_FULL = re.compile(r"!\s*([a-z_0-9]+)\Z")


def solve(facts: LayoutFacts, state: State) -> list[str]:
    halves = facts.halves()
    lines: list[str] = []
    equals = {leaf.name: dict(leaf.expressions)["equals"] for leaf in facts.leaves
              if leaf.kind == "part" and leaf.attribute == "half"}
    flags = list(dict.fromkeys(match.group(1) for half in halves.values()
                               if (match := _NOT_FULL.match(half))))
    for flag in flags:
        if flag in facts.fields and flag not in state.known:
            tellers = [name for name, half in halves.items()
                       if half.replace(" ", "") == "!" + flag and name in state.used_operands]
            bare = [name for name in tellers
                    if facts.forms[facts.operands[name].form].numbered]
            told = [(f"{name}_text == OperandText::width_told", f"!instruction.{name}.half")
                    for name in tellers]
            told += [(f"numbers == 2 && {name}_text == OperandText::bare_number", "true")
                     for name in bare]
            told += [(f"{name}_text == OperandText::width_told", f"!instruction.{name}.half")
                     for name, other in equals.items()
                     if other == flag and name in state.used_operands]
            told += [(f"{name}_text == OperandText::bare_number", "true") for name in bare]
            lines.append(f"instruction.{flag} = false;")
            for index, (test, value) in enumerate(told):
                lines.append(("else " if index else "") +
                             f"if ({test}) instruction.{flag} = {value};")
            state.known.add(flag)
    for name, other in equals.items():
        if name in state.used_operands:
            lines.append(f"if ({name}_text == OperandText::any_width) "
                         f"instruction.{name}.half = !({facts.cpp(other, state)});")
    for kind in sorted(facts.width_fields()):
        if facts.fields[kind].fixed:
            continue
        tellers = [name for name, half in halves.items() if name in state.used_operands
                   and (match := IN_SET.match(half)) and match.group(1) == kind]
        count = 1 << facts.fields[kind].bits.width
        unless = f"!{kind}_told && " if kind in state.used_types else ""
        for name in tellers:
            lines += [
                f"if ({unless}{name}_text == OperandText::width_told) {{",
                f"    for (unsigned value = 0; value < {count}; ++value) {{",
                "        " + facts.assign(kind, "value"),
                f"        if ({facts.cpp(halves[name], state)} == instruction.{name}.half) break;",
                "    }", "}"]
    for name, half in halves.items():
        if name in state.used_operands:
            test = facts.cpp(half, state)
            lines.append(f"if ({name}_text == OperandText::any_width) "
                         f"instruction.{name}.half = {test};")
            if facts.forms[facts.operands[name].form].numbered:
                lines.append(f"if (instruction.{name}.kind == OperandKind::immediate && "
                             f"instruction.{name}.half != {_wrapped(test)}) "
                             f"return in.wrong_width({facts.numbers.index(name)});")
    for name in facts.fields:
        implied = facts.model.fields[name].implied
        if implied is not None and str(implied) in facts.fields:
            lines.append(f"instruction.{name} = instruction.{implied} != 0;")
    return lines


def _wrapped(test: str) -> str:
    return f"({test})" if " " in test else test
