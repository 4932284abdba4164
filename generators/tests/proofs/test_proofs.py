"""Proofs: that terms of the solver mean what Python computes, what the cache of proofs does, and
what `check` and `prove` say where there is no solver."""

from __future__ import annotations

import random
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from jacquard_gen.expr import cases, evaluate, smt
from jacquard_gen.groups import Context
from jacquard_gen.proofs import (campaign, keys as keys_of_proofs, of_claims, of_rules,
                                 of_selections, trial)
from jacquard_gen.proofs.cache import DECIDED, UNDECIDED, Cache, Known

from ..support import DEFS, run

LIBRARY = {"exp2", "log2", "pow", "sin", "cos"}
"""Functions of which the solver knows nothing."""

WRONG_CLAIMS = """\
- op: least_of_two
  doc: An opcode that claims too much.
  dest: int
  srcs: [int, int]
  identity: 0
  properties: [commutative, associative]
  fold: min(src0, src1)
- op: left_by
  doc: A shift that is not what it claims.
  dest: uint
  srcs: [uint, uint32]
  properties: [wrapping_count]
  fold: "src1 > 100 ? uint(0) : src0 << src1"
- op: difference_of_floats
  doc: A difference may be below zero.
  dest: float32
  srcs: [float32, float32]
  never_negative: if_all
  fold: src0 - src1
"""


@unittest.skipUnless(smt.available(), "python3-z3 is not installed")
class Terms(unittest.TestCase):
    def test_terms_mean_what_python_computes(self) -> None:
        language = Context(DEFS).model("expr")
        opaque = set()
        compared = 0
        for instance in cases.all_instances(language.operations):
            tuples = list(cases.argument_tuples(instance))
            for values in random.Random(instance.name).sample(tuples, min(3, len(tuples))):
                given = {f"a{index}": value for index, value in enumerate(values)}
                terms = smt.terms(instance.tree, {
                    f"a{index}": smt.number(value, type_.width)
                    for index, (value, type_) in enumerate(zip(values, instance.arguments))}, 64)
                made = [smt.z3().simplify(term) for term in terms]
                if not all(map(smt.z3().is_bv_value, made)):
                    opaque.add(instance.operation.name)
                    continue
                compared += 1
                self.assertEqual([term.as_long() for term in made],
                                 evaluate.evaluate(instance.tree, given, 64),
                                 f"{instance.name} of {values}")
        self.assertEqual(opaque, LIBRARY)
        self.assertGreater(compared, 2000)


class Claims(unittest.TestCase):
    def outcomes(self, steps: int) -> tuple[list[str], list[str]]:
        """The names of claims that are wrong, and the messages about them."""
        # The few values with which `check` refutes claims are not looked at here.
        with mock.patch("jacquard_gen.nir.properties.refute"):
            context = Context(DEFS, instead={"nir/alu/more.yaml": WRONG_CLAIMS})
            model = context.model("nir")
        self.assertFalse(context.diagnostics.failed)
        folds = of_rules.Folds(context.model("expr"), model.opcodes)
        statements = [each for opcode in model.opcodes
                      if opcode.provenance.startswith("defs/nir/alu/more.yaml")
                      for each in of_claims.statements(folds, opcode)]
        with tempfile.TemporaryDirectory() as folder:
            campaign.run(statements, keys_of_proofs.Keys(folds), Cache(Path(folder), "claims"),
                         campaign.Plan(steps), context.diagnostics)
        faults = context.diagnostics.sorted()
        self.assertEqual({fault.code for fault in faults}, {"E325"})
        return (sorted({fault.message.partition(" at ")[0] for fault in faults}),
                [fault.notes[0][1] for fault in faults])

    EXPECTED = ["'difference_of_floats' is not never_negative",
                "'least_of_two' is not identity of src0", "'least_of_two' is not identity of src1",
                "'left_by' is not wrapping_count"]

    def test_trying_finds_wrong_claims(self) -> None:
        wrong, notes = self.outcomes(0)
        self.assertEqual(wrong, self.EXPECTED)
        self.assertRegex(notes[0], r"^with src0 = 0x[0-9a-f]+ one side gives 0x")

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_the_solver_finds_wrong_claims(self) -> None:
        self.assertEqual(self.outcomes(5_000_000)[0], self.EXPECTED)


class Selections(unittest.TestCase):
    def faults(self, old: str, new: str, steps: int = 0) -> list[str]:
        """The faults of the selection of `isub` after an edit of its rule."""
        text = (DEFS / "ir3/select/alu.yaml").read_text(encoding="utf-8")
        self.assertIn(old, text)
        context = Context(DEFS, instead={"ir3/select/alu.yaml": text.replace(old, new, 1)})
        ir3, nir = context.model("ir3"), context.model("nir")
        self.assertEqual([str(fault) for fault in context.diagnostics.sorted()], [])
        folds = of_rules.Folds(context.model("expr"), nir.opcodes)
        statements = [each for rule in ir3.selection.rules if rule.find.text == "isub"
                      for each in of_selections.statements(folds, ir3, rule)]
        with tempfile.TemporaryDirectory() as folder:
            count, _ = campaign.run(statements, keys_of_proofs.Keys(folds),
                                    Cache(Path(folder), "selections"), campaign.Plan(steps),
                                    context.diagnostics)
        self.assertGreater(count.total, 0)
        return [f"{fault.code} {fault.message}" for fault in context.diagnostics.sorted()]

    RIGHT = "(isub a b)\n  emit: sub.u a, b"
    WRONG = "(isub a b)\n  emit: sub.u b, a"

    def test_trying_finds_a_wrong_selection(self) -> None:
        faults = self.faults(self.RIGHT, self.WRONG)
        self.assertEqual(len(faults), 2)
        self.assertRegex(faults[0], r"^E659 the selection of 'isub' is wrong at [0-9]+ bits on a")

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_the_solver_tells_wrong_from_right(self) -> None:
        self.assertEqual(len(self.faults(self.RIGHT, self.WRONG, 2_000_000)), 2)
        self.assertEqual(self.faults(self.RIGHT, self.RIGHT, 2_000_000), [])


class Caches(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.defs = Path(folder.name)

    def write(self, text: str) -> Cache:
        path = self.defs / "proofs" / "rules.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return Cache(self.defs, "rules")

    def test_what_was_written_is_read(self) -> None:
        rows = [("0" * 20, Known("proven", "b_rule", "32bits")),
                ("1" * 20, Known("no-answer", "a_rule", "1and64bits"))]
        cache = Cache(self.defs, "rules")
        self.assertTrue(cache.write(rows))
        self.assertFalse(cache.write(reversed(rows)))
        again = Cache(self.defs, "rules")
        self.assertEqual((again.known, again.fault), (dict(rows), ""))
        lines = again.path.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[-2:], ["11111111111111111111 no-answer a_rule 1and64bits",
                                      "00000000000000000000 proven b_rule 32bits"])

    def test_a_damaged_file_is_ignored_and_told(self) -> None:
        good = "00000000000000000000 proven some_rule 32bits\n"
        for line in ("proven some_rule 32bits", "0000 proven some_rule 32bits",
                     "11111111111111111111 believed some_rule 32bits", good.strip(), "\x00"):
            cache = self.write(f"# A heading.\n{good}{line}\n")
            self.assertEqual(cache.known, {}, line)
            self.assertIn("rules.txt:3: ", cache.fault)
        cache.path.write_bytes(b"\xff\xfe")
        self.assertIn("it is ignored", Cache(self.defs, "rules").fault)

    def test_no_file_is_no_fault(self) -> None:
        cache = Cache(self.defs, "rules")
        self.assertEqual((cache.known, cache.fault), ({}, ""))


class Repository(unittest.TestCase):
    """The lines of defs/proofs are about all that the tables say, as they say it now."""

    def test_everything_is_known_and_nothing_else(self) -> None:
        from jacquard_gen.proofs.command import kinds
        context = Context(DEFS)
        found, keys = kinds(context)
        for kind in found:
            cache = Cache(DEFS, kind.noun)
            self.assertEqual(cache.fault, "")
            present = {keys.key(each): each.name for each in kind.statements}
            unknown = sorted({present[key] for key in present.keys() - cache.known.keys()})
            stale = sorted({cache.known[key].name for key in cache.known.keys() - present.keys()})
            self.assertEqual((unknown, stale), ([], []), "run `jacquard_gen prove --write`")
            outcomes = {row.outcome for row in cache.known.values()}
            self.assertLessEqual(outcomes, {*DECIDED, *UNDECIDED})


class Commands(unittest.TestCase):
    """`check` and `prove` where no solver is there, on tables that were edited."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.defs = Path(folder.name) / "defs"
        shutil.copytree(DEFS, self.defs)
        absent = mock.patch("jacquard_gen.expr.smt.available", return_value=False)
        absent.start()
        self.addCleanup(absent.stop)

    def add(self, fold: str, lower: str) -> None:
        (self.defs / "nir/alu/more.yaml").write_text(
            "- op: ithing\n  doc: An opcode.\n  dest: int\n  srcs: [int, int]\n"
            f"  fold: {fold}\n  lower: {{group: sums, as: {lower}}}\n", encoding="utf-8")

    def test_check_alone_finds_a_wrong_lowering(self) -> None:
        self.add("src0 - src1", "src0 + src1")
        code, _, err = run("check", "--group", "nir", "--defs", str(self.defs))
        self.assertEqual(code, 1)
        self.assertRegex(err, r"error\[E355\]: lowering 'ithing:sums' is wrong at 8 bits")

    def test_what_is_only_tried_is_told_and_is_no_success(self) -> None:
        self.add("src0 - src1", "src0 + -src1")
        code, _, err = run("check", "--group", "nir", "--defs", str(self.defs))
        self.assertEqual(code, 0)
        self.assertIn("new or changed since it was proven: 1 lowering; tried with", err)
        code, out, err = run("prove", "ithing", "--jobs", "1", "--defs", str(self.defs))
        self.assertEqual(code, 3)
        self.assertIn("1 lowering, 4 with the members of families and all widths", out)
        self.assertIn("4 tried with edge and random values, and not proven: z3 is not there", out)
        self.assertIn("z3 is not there (Debian: python3-z3): nothing new is proven", err)

    def test_what_is_known_needs_no_solver(self) -> None:
        code, out, _ = run("prove", "and_zero", "isign", "--jobs", "1", "--defs", str(self.defs))
        self.assertEqual(code, 0)
        self.assertIn("5 of these were known", out)
        self.assertIn("4 of these were known", out)


class Trials(unittest.TestCase):
    def test_edges_of_floats_have_both_signs_and_every_kind(self) -> None:
        from jacquard_gen.expr.types import Type
        for width, some in ((16, [0x7c00, 0xfc00, 0x8000, 1, 0x3c00]),
                            (32, [0x7f800000, 0x80000000, 1, 0x3f800000])):
            self.assertLessEqual(set(some), set(trial.edges(Type("float", width))))


if __name__ == "__main__":
    unittest.main()
