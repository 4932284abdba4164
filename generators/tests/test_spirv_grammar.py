"""The tables of SPIR-V against the newest grammar that was known when they were last brought up to
date, and against the one that is installed (Debian's package spirv-headers), which may be older.
Every difference is named."""

from __future__ import annotations

import unittest
from pathlib import Path

from jacquard_gen.groups import Context
from jacquard_gen.spirv import Model

from . import spirv_facts
from .spirv_facts import Fact, Facts, Key
from .support import DEFS

_FOLDERS = (Path("/usr/include/spirv/unified1"), Path("/usr/local/include/spirv/unified1"))

# The differences of the tables from the newest grammar, each with its reason.
_DIFFERENCES: dict[Key, str] = {
    Key("capability", 6089): "Texts may still have the name LongConstantCompositeINTEL, which was "
                             "that of the capability before it was widened.",
}


def installed() -> Facts:
    for folder in _FOLDERS:
        if (folder / spirv_facts.CORE).is_file():
            return spirv_facts.facts_of_grammars(folder)
    raise unittest.SkipTest("no grammar is installed (Debian: spirv-headers)")


def told(key: Key, fact: Fact | None, other: Fact | None) -> str:
    name = " ".join((fact or other or Fact(("?",))).names)
    return f"{key.kind} {key.number} ({name}): {fact} in the tables, {other} in the grammar"


class Grammar(unittest.TestCase):
    maxDiff = None
    tables: Facts
    newest: Facts

    @classmethod
    def setUpClass(cls) -> None:
        context = Context(DEFS)
        model: Model | None = context.model("spirv")
        assert model is not None, [str(fault) for fault in context.diagnostics.sorted()]
        cls.tables = spirv_facts.facts_of_tables(model)
        cls.newest = spirv_facts.read(spirv_facts.NEWEST)

    def test_tables_say_what_the_newest_grammar_says(self) -> None:
        found = [told(key, self.tables.get(key), self.newest.get(key))
                 for key in sorted(self.tables.keys() | self.newest.keys())
                 if key not in _DIFFERENCES and self.tables.get(key) != self.newest.get(key)]
        self.assertEqual(found, [])

    def test_differences_that_are_named_are_there(self) -> None:
        found = [str(key) for key in _DIFFERENCES if self.tables.get(key) == self.newest.get(key)]
        self.assertEqual(found, [])

    def test_what_the_newest_grammar_decides_the_installed_one_may_say_otherwise(self) -> None:
        grammar = installed()
        found = []
        for key, fact in sorted(grammar.items()):
            ours = self.tables.get(key)
            if ours is None or ours != fact and ours != self.newest.get(key) \
                    and key not in _DIFFERENCES:
                found.append(told(key, ours, fact))
            elif not set(fact.names) <= set(ours.names):
                found.append(f"{told(key, ours, fact)}: a name is gone")
        self.assertEqual(found, [])

    def test_the_newest_grammar_is_of_thousands_of_facts(self) -> None:
        """A file that was cut off would find no difference in what it does not have."""
        kinds = {key.kind for key in self.newest}
        self.assertGreater(len(self.newest), 2400)
        self.assertLessEqual({"instruction", "capability", "GLSL.std.450"}, kinds)


if __name__ == "__main__":
    unittest.main()
