"""Rewrite rules: that they are proven, and that a wrong one is found with a counterexample."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from jacquard_gen.expr import smt
from jacquard_gen.groups import Context
from jacquard_gen.nir.rules.automaton import build
from jacquard_gen.proofs import campaign
from jacquard_gen.proofs.cache import Cache
from jacquard_gen.proofs.campaign import Count
from jacquard_gen.proofs.command import kinds

from .support import DEFS, OverlaidContext

WRONG = """\
- rule: not_commutative
  find: (isub a@32 b)
  replace: (iadd b a)
- rule: off_by_one
  find: "(udiv a@32 #b)"
  when: bit_count(b) == 1
  replace: (ushr a {uint32(find_lsb(b)) + 1})
- rule: only_of_some
  find: (ilt (iadd a@32 b) (iadd a c))
  replace: (ilt b c)
- rule: right
  find: (iand a@32 (ior a _b))
  replace: a
"""


class Proofs(unittest.TestCase):
    """Wrong rules are found by trying them, and by the solver where it is there."""

    def dealt_with(self, steps: int) -> tuple[Count, list[str]]:
        """The counts and the faults that come of the wrong rules."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rules.yaml"
            path.write_text(WRONG, encoding="utf-8")
            context = OverlaidContext("nir/rules/bad.yaml", path, only=True)
            found, keys = kinds(context)
            count, _ = campaign.run(found[0].statements, keys, Cache(Path(folder), "rules"),
                                    campaign.Plan(steps), context.diagnostics)
            return count, [f"{fault.position.line}:{fault.position.column} {fault.message}: "
                           f"{fault.notes[0][1]}" for fault in context.diagnostics.sorted()]

    def check_faults(self, count: Count, faults: list[str]) -> None:
        self.assertEqual(count.outcomes["wrong"], 3)
        self.assertEqual([fault.split(" with ")[0] for fault in faults], [
            "2:10 rule 'not_commutative' is wrong at 32 bits:",
            "5:11 rule 'off_by_one' is wrong at 32 bits:",
            "9:10 rule 'only_of_some' is wrong at 32 bits:"])
        self.assertRegex(faults[0], r"with a = 0x[0-9a-f]+, b = 0x[0-9a-f]+ this gives "
                                    r"0x[0-9a-f]+ and the replacement 0x[0-9a-f]+$")

    def test_trying_finds_wrong_rules(self) -> None:
        count, faults = self.dealt_with(0)
        self.check_faults(count, faults)
        self.assertEqual(count.outcomes[campaign.NOT_PROVEN], 1)
        self.assertFalse(count.is_complete)

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_the_solver_finds_wrong_rules_and_proves_the_right_one(self) -> None:
        count, faults = self.dealt_with(5_000_000)
        self.check_faults(count, faults)
        self.assertEqual(count.outcomes["proven"], 1)


class Automata(unittest.TestCase):
    def test_states_tell_what_a_value_may_be(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rules.yaml"
            path.write_text("- rule: double_not\n  find: (inot (inot a))\n  replace: a\n"
                            "- rule: and_of_nots\n  find: (iand (inot a) (inot b))\n"
                            "  replace: (inot (ior a b))\n", encoding="utf-8")
            context = OverlaidContext("nir/rules/bad.yaml", path, only=True)
            rules = context.model("nir").rules.rules
        automaton = build(rules)
        by_name = {operation.name: operation for operation in automaton.operations}
        nots = by_name["inot"]
        # One class of sources is anything, the other what inot made.
        self.assertEqual([len(classes) for classes in nots.classes], [2])
        lists = [automaton.lists[number] for _, number in
                 automaton.entries[nots.base:nots.base + 2]]
        self.assertEqual(lists, [[], [0]])
        ands = by_name["iand"]
        lists = [automaton.lists[number] for _, number in
                 automaton.entries[ands.base:ands.base + 4]]
        self.assertEqual(lists, [[], [], [], [1]])

    def test_two_sources_that_are_alike_are_tried_in_one_order(self) -> None:
        orders = {
            "uniform(a), uniform(b), not_uniform(c)": 0,
            "uniform(a), not_uniform(b)": 1,
            "uniform(a)": 1,
            "used_once(c)": 0,
        }
        for when, number in orders.items():
            with self.subTest(when), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "rules.yaml"
                path.write_text("- rule: product_apart\n  find: (iadd (imul a b) c)\n"
                                f"  replace: (isub c (imul a b))\n  when: [{when}]\n",
                                encoding="utf-8")
                context = OverlaidContext("nir/rules/bad.yaml", path, only=True)
                rule = context.model("nir").rules.rules[0]
                # The sum is tried both ways, since only one source of it is a product.
                self.assertEqual(len(rule.orders) - 1, number)

    def test_at_least_400_rules_are_written(self) -> None:
        model = Context(DEFS).model("nir")
        self.assertGreaterEqual(len({rule.provenance for rule in model.rules.rules}), 400)


if __name__ == "__main__":
    unittest.main()
