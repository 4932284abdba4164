"""Proofs: that terms of the solver mean what Python computes, what the cache of proofs does, and
what `check` and `prove` say where there is no solver."""

from __future__ import annotations

import itertools
import math
import random
import shutil
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path
from unittest import mock

from jacquard_gen.expr import cases, evaluate, smt
from jacquard_gen.expr.smt import abstract, floats
from jacquard_gen.expr.types import Type
from jacquard_gen.groups import Context
from jacquard_gen.proofs import (campaign, command, decide, keys as keys_of_proofs, of_claims,
                                 of_rules, of_selections, trial)
from jacquard_gen.proofs.cache import DECIDED, UNDECIDED, Cache, Known

from ..support import DEFS, run_beside_real as run

ACCURATE = {f"accurate_{name}" for name in (
    "exp", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "powr", "cbrt", "sinh", "cosh",
    "tanh", "asinh", "acosh", "atanh")}
LIBRARY = {"exp2", "log2", "pow", "sin", "cos", "positive_power", "positive_erfc", "accurate_erfc",
           "positive_gamma", "accurate_tgamma", "positive_lgamma", "accurate_lgamma"} | ACCURATE
"""Functions of which the solver knows nothing, and those that are made of them."""

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


@unittest.skipUnless(smt.available(), "python3-z3 is not installed")
class AbstractTerms(unittest.TestCase):
    """Proofs about abstract terms hold, since the functions of the tables are among those of which
    all that is known of them is true."""

    def is_possible(self, name: str, count: int, values: list[float]) -> bool:
        """Whether abstract terms can have the values of a function, at all operands at once."""
        z3, kind = smt.z3(), Type("float", 32)
        solver = z3.Solver()
        for given in itertools.product(values, repeat=count):
            terms = [floats.constant("nan" if value != value else "inf" if value == math.inf else
                                     "-inf" if value == -math.inf else "-0" if str(value) == "-0.0"
                                     else Fraction(value), kind) for value in given]
            real = floats.apply(name, kind, [kind] * count, terms)
            solver.add(abstract.of_floats(name, kind, terms) == z3.simplify(real))
            solver.add(floats.store(real, Type("float", 16), True) ==
                       z3.simplify(floats.store(real, Type("float", 16))))
        return bool(solver.check() == z3.sat)

    VALUES = [0.0, 1.0, 1.5, 3.0, 2.0 ** -149, 2.0 ** -126, 3.0e38, 1.0e-30, math.inf]

    def test_every_function_is_one_of_those_that_abstract_terms_allow(self) -> None:
        counts = {"fma": 3, "reciprocal": 1, "sqrt": 1, "floor": 1, "ceil": 1, "trunc": 1,
                  "round_even": 1}
        for name in sorted(abstract.SLOW_OF_FLOATS):
            count = counts.get(name, 2)
            magnitudes = self.VALUES[:5] if count == 3 else [*self.VALUES, 0.5, 2.5, 1.0e10]
            signed = [sign * value for value in magnitudes for sign in (1.0, -1.0)]
            self.assertTrue(self.is_possible(name, count, [*signed, math.nan]), name)

    def test_what_is_not_so_is_no_abstract_term(self) -> None:
        """The question above can be answered with no."""
        z3, kind = smt.z3(), Type("float", 32)
        two, three = (floats.constant(Fraction(value), kind) for value in (2, 3))
        solver = z3.Solver()
        solver.add(abstract.of_floats("multiply", kind, [two, three]) !=
                   abstract.of_floats("multiply", kind, [z3.fpNeg(three), z3.fpNeg(two)]))
        self.assertEqual(solver.check(), z3.unsat)

    def test_quotients_with_and_without_signs_are_two(self) -> None:
        for name in ("divide", "remainder", "multiply_high"):
            terms = [smt.number(5, 8), smt.number(3, 8)]
            signed, unsigned = (abstract.of_integers(name, [Type(kind, 8)] * 3, terms)
                                for kind in ("int", "uint"))
            self.assertFalse(signed.eq(unsigned), name)


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
            campaign.run(statements, keys_of_proofs.Keys(), Cache(Path(folder), "claims"),
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
            count, _ = campaign.run(statements, keys_of_proofs.Keys(),
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


# None of these has to hold.
RULES = """\
- rule: left_alone
  find: (ixor (isub a _b) 77)
  replace: a
- rule: other_condition
  find: "(iadd (isub a #c) #b)"
  when: b == c
  replace: a
- rule: other_freedom
  find: (fadd@32 a 77.0)
  unless: [flush]
  replace: a
- rule: other_number
  find: (umul_high@32 a 77)
  replace: a
- rule: other_constant
  find: "(imul@32 (isub a #b) #c)"
  replace: (iadd a {b + c})
- rule: other_component
  find: (fdot2@32 a a)
  replace: (fadd (fmul a.x a.x) (fmul a.y a.y))
  inexact: true
  domain: [1.0, 2.0]
  tolerance: 2
- rule: other_bound
  find: (fdiv (fmul@32 a 77.0) 79.0)
  replace: a
  inexact: true
  unless: [signed_zero, nan, inf]
  domain: [1.0, 2.0]
  tolerance: 4
"""
EDITS = {
    "when: b == c": "when: b <= c && b >= c",
    "unless: [flush]": "unless: [flush, nan]",
    "(umul_high@32 a 77)": "(umul_high@32 a 78)",
    "{b + c}": "{c + b}",
    "(fmul a.y a.y)": "(fmul a.y a.x)",
    "tolerance: 4": "tolerance: 5",
}
EDITED_TABLES = {
    "expr/functions.yaml": {"(x < 0) ? -1 : (x == 0)": "(x < 0) ? 0 - 1 : (x == 0)"},
    "ir3/isa/cat2.yaml": {"semantics: floor(src0)": "semantics: -ceil(-src0)"},
    "ir3/select/alu.yaml": {"emit: (sat)max.f a, a": "emit: (sat)min.f a, a"},
}


class DependedOn(unittest.TestCase):
    """Whatever the truth of a statement depends on changes its key, and nothing else does."""

    def keys(self, rules: str, tables: dict[str, dict[str, str]]) -> dict[str, set[str]]:
        instead = {"nir/rules/more.yaml": rules}
        for name, edits in tables.items():
            instead[name] = (DEFS / name).read_text(encoding="utf-8")
            for old, new in edits.items():
                self.assertEqual(instead[name].count(old), 1, old)
                instead[name] = instead[name].replace(old, new)
        context = Context(DEFS, instead=instead)
        found, keys = command.kinds(context)
        self.assertEqual([str(fault) for fault in context.diagnostics.sorted()], [])
        made: dict[str, set[str]] = {}
        for kind in found:
            for each in kind.statements:
                made.setdefault(each.name.partition(":")[0] + " " + kind.noun,
                                set()).add(keys.key(each))
        return made

    def test_every_edit_changes_the_keys_of_what_it_is_about(self) -> None:
        edited = RULES
        for old, new in EDITS.items():
            self.assertEqual(edited.count(old), 1, old)
            edited = edited.replace(old, new)
        before, after = self.keys(RULES, {}), self.keys(edited, EDITED_TABLES)
        self.assertEqual(before.keys(), after.keys())
        changed = {name for name, keys in before.items() if keys != after[name]}
        self.assertLessEqual({f"other_{part} rules" for part in (
            "condition", "freedom", "number", "constant", "component", "bound")}, changed)
        # A definition in the tables of functions, what machine code computes, what is emitted.
        self.assertLessEqual({"fsign selections", "fsign claims", "ffloor selections",
                              "fsat selections"} & before.keys(), changed)
        self.assertLessEqual({"ffloor selections", "fsat selections"}, before.keys())
        self.assertNotIn("left_alone rules", changed)
        self.assertNotIn("iadd claims", changed)

    def test_the_text_of_code_has_what_it_does_and_no_more(self) -> None:
        text = keys_of_proofs.code_text
        self.assertEqual(text('def f(x):\n    """Text."""\n    return x\n'),
                         text("def f( x ):   # Text.\n\n    return (x)\n"))
        for other in ("def f(x):\n    return -x\n", "def f(y):\n    return y\n"):
            self.assertNotEqual(text("def f(x):\n    return x\n"), text(other))


VACUOUS = """\
- rule: contradicts_itself
  find: "(iadd@32 _a #b)"
  when: [b > 12345, b < 12345]
  replace: b
- rule: excludes_all
  find: (fadd@32 a nan)
  unless: nan
  replace: (fneg a)
- rule: holds_at_some_widths
  find: "(iadd a (iand _b 0))"
  when: "width(_b) > 1"
  replace: a
- rule: holds_for_one_value
  find: "(iadd@32 (isub a #b) 0x12345678)"
  when: b == 0x12345678
  replace: a
- rule: quotient_without_signs
  find: (idiv@32 a b)
  replace: (udiv a b)
"""


class Premises(unittest.TestCase):
    """A statement that no operands satisfy is no proof."""

    def outcomes(self, steps: int) -> tuple[dict[str, set[str]], list[str]]:
        context = Context(DEFS, instead={"nir/rules/more.yaml": VACUOUS})
        model = context.model("nir")
        self.assertEqual([str(fault) for fault in context.diagnostics.sorted()], [])
        folds = of_rules.Folds(context.model("expr"), model.opcodes)
        statements = [each for rule in model.rules.rules
                      if rule.provenance.startswith("defs/nir/rules/more.yaml")
                      for each in of_rules.statements(folds, rule, "rule")]
        made: dict[str, set[str]] = {}
        for each in statements:
            made.setdefault(each.name, set()).add(decide.decide(each, steps).outcome)
        with tempfile.TemporaryDirectory() as folder:
            campaign.run(statements, keys_of_proofs.Keys(), Cache(Path(folder), "rules"),
                         campaign.Plan(steps), context.diagnostics)
        return made, [f"{fault.code} {fault.message}" for fault in context.diagnostics.sorted()]

    def test_without_a_solver_it_is_not_tried(self) -> None:
        outcomes, faults = self.outcomes(0)
        for name in ("contradicts_itself", "excludes_all", "holds_for_one_value"):
            self.assertEqual(outcomes[name], {decide.UNTRIED}, name)
        self.assertIn("never", outcomes["holds_at_some_widths"])
        self.assertEqual(len(faults), 1)

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_the_solver_tells_what_never_holds(self) -> None:
        outcomes, faults = self.outcomes(2_000_000)
        self.assertEqual(outcomes["holds_for_one_value"], {"proven"})
        self.assertGreater(len(outcomes["holds_at_some_widths"]), 1)
        self.assertEqual([fault for fault in faults if fault.startswith("E341")], [
            "E341 no operands satisfy the conditions of rule 'contradicts_itself'",
            "E341 no operands satisfy the conditions of rule 'excludes_all'"])

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_the_solver_alone_tells_quotients_apart(self) -> None:
        with mock.patch("jacquard_gen.proofs.trial.attempt",
                        return_value=trial.Verdict("tried")):
            outcomes, faults = self.outcomes(5_000_000)
        self.assertEqual(outcomes["quotient_without_signs"], {"wrong"})
        self.assertTrue(any("quotient_without_signs" in fault for fault in faults))


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
        context = Context(DEFS)
        found, keys = command.kinds(context)
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

    def test_without_a_solver_nothing_is_proven_again_and_nothing_forgotten(self) -> None:
        before = (self.defs / "proofs/rules.txt").read_text(encoding="utf-8")
        code, _, err = run("prove", "--again", "--write", "--defs", str(self.defs))
        self.assertEqual(code, 3)
        self.assertIn("--again and --undecided need it", err)
        self.assertEqual((self.defs / "proofs/rules.txt").read_text(encoding="utf-8"), before)

    def test_a_damaged_file_is_not_written_with_some_names_alone(self) -> None:
        path = self.defs / "proofs/rules.txt"
        path.write_text(path.read_text(encoding="utf-8") + "<<<<<<<\n", encoding="utf-8")
        code, _, err = run("prove", "and_zero", "--write", "--jobs", "1", "--defs", str(self.defs))
        self.assertEqual(code, 1)
        self.assertIn("to write the file again, prove all: leave out the names", err)

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
