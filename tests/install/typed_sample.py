"""Uses the package as its users do, for type checkers: each result has the type that it is said to
have."""

from __future__ import annotations

import jacquard

TEXT = """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
MOV OUT[0], IN[0]
END
"""


def names(program: jacquard.Program) -> list[str | None]:
    return [instruction.name for instruction in program]


program: jacquard.Program = jacquard.compile(TEXT, gpu=630, name="sample")
cost: jacquard.Cost = program.cost()
runs: list[jacquard.Run] = list(program.run(inputs={0: [1.0, 2.0, 3.0, 4.0]}))
words: list[str | None] = names(program)
try:
    jacquard.compile("FRAG\nMVO\n", limits=jacquard.Limits())
except jacquard.MalformedError as error:
    diagnostics: list[jacquard.Diagnostic] = list(error.diagnostics)
    assert diagnostics and error.line == 2
assert len(words) == len(program) and runs and cost.lines is not None
version: str = jacquard.__version__
