"""The facts of revisions beside their words, entry by entry, so that they can be compared at run
time → `<jacquard/generated/ir3/entry_lists.h>` and its source."""

from __future__ import annotations

from typing import Any

from ...groups import Output
from .difference_facts import TOLD, values_of, written
from ..tables.load import KINDS
from ..tables.model import Model

# Keys whose values explain an entry and change nothing.
_EXPLAINING = ("doc", "published")
OUTPUT_NAMES = ["jacquard/generated/ir3/entry_lists.h", "jacquard/generated/ir3/entry_lists.cpp"]


def outputs(model: Model) -> list[Output]:
    rows: list[dict[str, Any]] = []
    known: dict[tuple[Any, ...], int] = {}
    revisions = []
    for revision in model.revisions:
        numbers = []
        for kind in KINDS:
            entries = {} if kind.key in TOLD else revision.version.entries[kind.key]
            for name, records in entries.items():
                key = (kind.key, name, *map(id, records))
                if key not in known:
                    known[key] = len(rows)
                    rows.append({
                        "kind": kind.noun, "name": name, "place": records[-1].provenance,
                        "text": "; ".join(f"{each}: {written(value)}"
                                          for each, value in values_of(records).items()
                                          if each not in (kind.key, *_EXPLAINING))})
                numbers.append(known[key])
        revisions.append({"name": revision.name, "numbers": numbers})
    return [Output(name, "ir3/commands/" + name.rsplit("/", 1)[1] + ".j2",
                   {"rows": rows, "revisions": revisions}) for name in OUTPUT_NAMES]
