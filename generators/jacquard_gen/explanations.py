"""What the tables say about each name, compiled into a table that the command-line tool prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .groups import Output


def outputs(group: str, names: Iterable[str],
            explain: Callable[[str], str | None]) -> list[Output]:
    """`explain` tells everything about one name, the same text as `jacquard_gen explain`."""
    rows = []
    for name in sorted(set(names)):
        text = explain(name)
        if text:
            rows.append((name, [line + "\n" for line in text.rstrip("\n").split("\n")]))
    values = {"group": group, "rows": rows}
    return [Output(path, f"{path.rsplit('/', 1)[1]}.j2", values) for path in output_names(group)]


def output_names(group: str) -> list[str]:
    return [f"jacquard/{group}/explanations.cpp", f"jacquard/{group}/explanations.h"]
