"""The explanation of each name in the tables, as a data file that the command-line tool prints
from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .groups import Output


def outputs(group: str, names: Iterable[str],
            explain: Callable[[str], str | None]) -> list[Output]:
    """`explain` tells everything about one name, the same text as `jacquard_gen explain`."""
    parts = []
    for name in sorted(set(names)):
        text = explain(name)
        if text:
            # A line that begins with '@' would be the next name.
            lines = text.rstrip().replace("\n@", "\n @")
            parts.append(f"@{name}\n{lines}\n")
    code = [Output(path, f"{path.rsplit('/', 1)[1]}.j2", {"group": group})
            for path in output_names(group)[:2]]
    return [*code, Output(output_names(group)[2], "", {}, "".join(parts))]


def output_names(group: str) -> list[str]:
    return [f"jacquard/generated/{group}/{name}"
            for name in ("explanations.h", "explanations.cpp", "explanations.txt")]
