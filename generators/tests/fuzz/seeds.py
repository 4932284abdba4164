"""Changes of the real tables that are tried in every run of the tests, each with what must become
of it: those that once went wrong, and some of each kind (`seeds.yaml`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.reading import parse, read_file
from jacquard_gen.schema import TEXT, Record, Text, key, load_entries, text

from .campaign import Outcome
from .mutations import Edit

FILE = Path(__file__).with_name("seeds.yaml")
ACCEPTED = "accepted"


class Seed(Record):
    """A change of one table, and the codes of the errors it gives."""

    doc: Text = key(TEXT, "What is changed.", required=True)
    table: Text = key(TEXT, "The table.", required=True)
    find: Text = key(TEXT, "A text in it.", required=True)
    put: Text = key(TEXT, "What stands there then.", required=True)
    outcome: Text = key(text("'accepted' or codes of errors", r"accepted|E[0-9]{3}(?: E[0-9]{3})*"),
                        "What becomes of the tables.", required=True)

    def edit(self) -> Edit:
        return Edit(str(self.table), Replacement(str(self.find), str(self.put)), "seed")

    def misses(self, outcome: Outcome) -> str:
        """Returns how what happened differs from what must; empty where it does not."""
        given = "by hand" if outcome.by_hand else ACCEPTED if outcome.accepted else \
            " ".join(sorted(outcome.codes))
        return "" if given == str(self.outcome) else \
            f"expected: {self.outcome}; what happened: {given}"


@dataclass(frozen=True)
class Replacement:
    """A way to change a text: the first place of one text becomes another."""

    find: str
    put: str

    def __call__(self, text: str, source: random.Random, others: Sequence[str]) -> str:
        return text.replace(self.find, self.put, 1)


def seeds() -> list[Seed]:
    """All seeds, in their order."""
    diagnostics = Diagnostics()
    source = read_file(FILE, FILE.name, diagnostics)
    found = [] if source is None else load_entries(Seed, parse(source, diagnostics), diagnostics)
    assert not diagnostics.failed, diagnostics.sorted()
    return found
