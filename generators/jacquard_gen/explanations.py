"""What the tables say about each name, as a data file that the command-line tool prints from."""

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
            assert "\n@" not in text, "a line that begins with '@' begins the next explanation"
            parts.append(f"@{name}\n{text.rstrip()}\n")
    code = [Output(path, f"{path.rsplit('/', 1)[1]}.j2", {"group": group})
            for path in output_names(group)[:2]]
    return [*code, Output(output_names(group)[2], "", {}, "".join(parts))]


def output_names(group: str) -> list[str]:
    return [f"jacquard/{group}/{name}"
            for name in ("explanations.h", "explanations.cpp", "explanations.txt")]
