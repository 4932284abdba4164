"""Lowerings: what their expressions become, that they are proven, and that a wrong one is found
with a counterexample."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from jacquard_gen.expr import smt
from jacquard_gen.groups import Context
from jacquard_gen.nir import Model
from jacquard_gen.nir.rules.patterns import Node
from jacquard_gen.proofs import campaign
from jacquard_gen.proofs.cache import Cache
from jacquard_gen.proofs.campaign import Count
from jacquard_gen.proofs.command import kinds

from .support import DEFS

ENTRY = """\
- op: {name}
  doc: An opcode.
  dest: {type}
  srcs: [{type}, {type}]
  fold: {fold}
  lower:
    - {{group: sums, as: "{lower}"{more}}}
"""


def context_with(name: str, type_: str, fold: str, lower: str, more: str = "") -> Context:
    entry = ENTRY.format(name=name, type=type_, fold=fold, lower=lower,
                         more=f", {more}" if more else "")
    context = Context(DEFS, instead={"nir/alu/more.yaml": entry})
    assert isinstance(context.model("nir"), Model), \
        [str(fault) for fault in context.diagnostics.sorted()]
    return context


def model_with(name: str, type_: str, fold: str, lower: str, more: str = "") -> Model:
    model: Model = context_with(name, type_, fold, lower, more).model("nir")
    return model


def shown(node: Node) -> str:
    """A replacement as rules write it."""
    if node.kind == "op":
        return f"({' '.join([node.text, *map(shown, node.children)])})"
    return node.text if node.component < 0 else f"{node.text}.{'xyzw'[node.component]}"


def made(model: Model, opcode: str, group: str, width: int) -> str:
    lowering = next(each for each in model.lowerings.by_opcode[opcode]
                    if each.group == group and width in each.widths)
    return shown(lowering.rule.replace)


class Expressions(unittest.TestCase):
    model: Model

    @classmethod
    def setUpClass(cls) -> None:
        cls.model = Context(DEFS).model("nir")

    def test_an_expression_becomes_opcodes(self) -> None:
        self.assertEqual(made(self.model, "fsat", "clamps", 32), "(fmin (fmax src0 0.0) 1.0)")
        self.assertEqual(made(self.model, "uror", "rotations", 16),
                         "(ior (ushr src0 src1) (ishl src0 (ineg src1)))")
        self.assertEqual(made(self.model, "pack_64_2x32", "packed_vectors", 0),
                         "(pack_64_2x32_split src0.x src0.y)")

    def test_without_an_expression_the_fold_is_taken(self) -> None:
        self.assertEqual(made(self.model, "imad", "sums", 8), "(iadd (imul src0 src1) src2)")

    def test_a_function_of_the_opcode_itself_is_taken_apart(self) -> None:
        self.assertEqual(made(self.model, "uadd_sat", "saturating", 64),
                         "(bcsel (ult (iadd src0 src1) src0) -1 (iadd src0 src1))")

    def test_what_depends_on_the_width_is_computed_for_each(self) -> None:
        self.assertEqual(made(self.model, "uadd_carry", "carries", 8),
                         "(b2i8 (ult (iadd src0 src1) src0))")
        self.assertIn("(uge 3 src1)", made(self.model, "extract_u8", "parts", 32))
        self.assertIn("(uge 7 src1)", made(self.model, "extract_u8", "parts", 64))

    def test_widths_with_the_same_opcodes_are_one(self) -> None:
        widths = [each.widths for each in self.model.lowerings.by_opcode["uadd_sat"]]
        self.assertEqual(widths, [[8, 16, 32, 64]])

    def test_truths_have_the_width_that_is_asked_for(self) -> None:
        self.assertEqual(made(self.model, "fltu", "orders", 32), "(inot (fge src0 src1))")
        self.assertEqual(made(self.model, "fltu16", "orders", 32),
                         "(b2b16 (inot (fge src0 src1)))")

    def test_truths_may_have_another_form(self) -> None:
        self.assertEqual(made(self.model, "iand", "truths_as_floats", 1), "(fmul src0 src1)")
        self.assertEqual(made(self.model, "u2u32", "truths_as_masks", 1), "(b2i32 src0)")

    def test_a_lowering_that_uses_its_own_opcode_tells_what_it_made(self) -> None:
        (lowering,) = [each for each in self.model.lowerings.by_opcode["fsin"]
                       if each.widths == [32]]
        assert lowering.done is not None
        self.assertEqual(shown(lowering.done.find), shown(lowering.rule.replace))

    def test_explain_tells_who_lowers_an_opcode_and_how(self) -> None:
        text = self.model.explainer.explain("isign")
        self.assertIn("lowered by lower_integer_compounds:signs: clamp(src0, -1, 1)", text or "")


class Proofs(unittest.TestCase):
    def dealt_with(self, context: Context, names: list[str], steps: int) -> tuple[Count, list[str]]:
        """The counts and the faults of the lowerings of some opcodes."""
        found, keys = kinds(context)
        lowerings = next(kind for kind in found if kind.noun == "lowerings")
        with tempfile.TemporaryDirectory() as folder:
            count, _ = campaign.run(lowerings.of_names(names), keys,
                                    Cache(Path(folder), "lowerings"), campaign.Plan(steps),
                                    context.diagnostics)
        return count, [f"{fault.code} {fault.message}: {fault.notes[0][1]}"
                       for fault in context.diagnostics.sorted()]

    def check_wrong(self, steps: int) -> None:
        context = context_with("least", "int", "min(src0, src1)", "imax(src0, src1)",
                               "widths: [8, 32]")
        count, faults = self.dealt_with(context, ["least"], steps)
        self.assertEqual(count.outcomes["wrong"], 2)
        self.assertRegex(faults[-1], r"^E355 lowering 'least:sums' is wrong at [0-9]+ bits: with "
                         r"src0 = 0x[0-9a-f]+, src1 = 0x[0-9a-f]+ the opcode gives 0x[0-9a-f]+ "
                         r"and this 0x[0-9a-f]+$")

    def test_trying_finds_a_wrong_lowering_with_the_operands_that_show_it(self) -> None:
        self.check_wrong(0)

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_the_solver_finds_a_wrong_lowering(self) -> None:
        self.check_wrong(5_000_000)

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_a_right_lowering_is_proven(self) -> None:
        context = context_with("least", "int", "min(src0, src1)",
                               "(src0 < src1) ? src0 : src1")
        count, faults = self.dealt_with(context, ["least"], 5_000_000)
        self.assertEqual(faults, [])
        self.assertEqual(count.outcomes, {"proven": 4})

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_floats_are_proven_by_their_bits(self) -> None:
        right = context_with("larger", "float32", "max(src0, src1)", "fneg(fmin(-src0, -src1))")
        self.assertEqual(self.dealt_with(right, ["larger"], 20_000_000)[0].outcomes, {"proven": 1})
        wrong = context_with("larger", "float32", "max(src0, src1)",
                             "(src0 > src1) ? src0 : src1")
        count, faults = self.dealt_with(wrong, ["larger"], 20_000_000)
        self.assertEqual(count.outcomes, {"wrong": 1})
        self.assertIn("lowering 'larger:sums' is wrong at 32 bits", faults[0])

    @unittest.skipUnless(smt.available(), "python3-z3 is not installed")
    def test_lowerings_of_truths_are_proven_in_their_form(self) -> None:
        context = Context(DEFS)
        names = sorted({each.alu.name for each in context.model("nir").lowerings.lowerings
                        if each.group in ("truths_as_masks", "truths_as_floats")})[::6]
        found, keys = kinds(context)
        lowerings = [each for each in found[1].of_names(names) if ":truths_as_" in each.name]
        self.assertGreater(len(lowerings), 5)
        count, _ = campaign.run(lowerings, keys, Cache(Path("/nonexistent"), "lowerings"),
                                campaign.Plan(5_000_000), context.diagnostics)
        self.assertLessEqual(set(count.outcomes), {"proven", "exhausted"})


if __name__ == "__main__":
    unittest.main()
