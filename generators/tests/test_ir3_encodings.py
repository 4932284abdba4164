"""The encodings of ir3: what the tables must prove, and a revision made up in one overlay."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from jacquard_gen.groups import Context
from jacquard_gen.ir3 import Model, explain
from jacquard_gen.ir3.tables.model import Encoding
from jacquard_gen.ir3.codec.operand_kinds import KindTable, SourceKinds

from .support import DEFS, OverlaidContext

WORDS = DEFS.parent / "tests" / "ir3" / "isa" / "words.tsv"

A9XX = """\
revision: a9xx
doc: A made-up revision.
number: 900
extends: a7xx
parts: [990]
change:
  - op: shfl
    opc: 25
  - format: alias
    bits:
      "46:45,43:40": alias_left
add:
  - format: pause
    doc: A wait of a given length.
    extends: barrier_common
    bits:
      "54:45": free
      "43:8": free
      "7:0": size
    text: "{flags}{name} {size}"
  - op: pause
    doc: Waits.
    format: pause
    opc: 12
"""

CHANGED = """\
revision: a9xx
doc: A made-up revision.
number: 900
extends: a7xx
parts: [990, 991]
machine: {full_registers: 40, preamble: false}
some_parts:
  - parts: [991]
    doc: A small one.
    machine: {predicates: 2}
change:
  - op: mul.f
    timing: sfu
    modifiers: [negate]
    semantics: src1 * src0
  - delay: alu_to_alu
    slots: 9
  - register: address
    slots: 7
"""


def load(context: Context) -> Model:
    model = context.model("ir3")
    faults = [f"{d.position}: {d.message}" for d in context.diagnostics.sorted()]
    assert isinstance(model, Model), faults
    return model


def without_word(model: Model) -> set[tuple[str, str]]:
    """The encodings, as opcode and format, of which the word file of the tests has no word."""
    found: set[int] = set()
    names = {str(part): revision for revision in model.revisions for part in revision.parts}
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        part, word, *_ = line.split("\t") + [""]
        if part in names:
            found |= {encoding.index for encoding in names[part].encodings
                      if not (int(word, 16) ^ encoding.match) & encoding.mask}
    return {(encoding.name, encoding.layout.name) for encoding in model.encodings
            if encoding.index not in found}


def encodings_of(model: Model, revision: str) -> dict[str, list[Encoding]]:
    found: dict[str, list[Encoding]] = {}
    for candidate in model.revisions:
        if candidate.name == revision:
            for encoding in candidate.encodings:
                found.setdefault(encoding.name, []).append(encoding)
    return found


class Encodings(unittest.TestCase):
    model: Model

    @classmethod
    def setUpClass(cls) -> None:
        cls.model = load(Context(DEFS))

    def test_every_bit_is_fixed_free_or_a_field(self) -> None:
        for encoding in self.model.encodings:
            fields = 0
            for entry in encoding.layout.format.entries:
                fields |= entry.bits.mask
            with self.subTest(encoding.name):
                self.assertEqual(encoding.mask | encoding.free | fields,
                                 (1 << 64) - 1)
                self.assertEqual(encoding.free & (encoding.mask | fields), 0)

    def test_every_opcode_has_text_and_timing(self) -> None:
        for opcode in self.model.opcodes:
            with self.subTest(opcode.name):
                self.assertTrue(all(facts.timing for facts in opcode.facts))
                self.assertTrue(opcode.encodings)
                for encoding in opcode.encodings:
                    self.assertTrue(encoding.layout.format.text)

    def test_every_encoding_has_a_test_word(self) -> None:
        self.assertEqual(without_word(self.model), set())

    def test_memory_overlaps_are_the_ones_declared(self) -> None:
        overlapping: set[tuple[str, str]] = set()
        for revision in self.model.revisions:
            for index, one in enumerate(revision.encodings):
                for other in revision.encodings[:index]:
                    if one.name != other.name and one.opcode.category == 6 and \
                            not (one.match ^ other.match) & one.mask & other.mask:
                        overlapping.add((other.name, one.name))
        self.assertEqual(overlapping, {("ldl", "ldib.b"), ("ldp", "ldib.b"), ("ldlw", "ldib.b"),
                                       ("stl", "ldib.b"), ("stp", "ldib.b"), ("stlw", "ldib.b"),
                                       ("stl", "stib.b"), ("stp", "stib.b"), ("stlw", "stib.b"),
                                       ("stib.b", "stsc"), ("ldib.b", "stsc")})

    def test_revisions_share_what_they_have_in_common(self) -> None:
        a6xx, a7xx = encodings_of(self.model, "a6xx"), encodings_of(self.model, "a7xx")
        self.assertIs(a6xx["add.f"][0], a7xx["add.f"][0])
        self.assertIsNot(a6xx["ldg.a"][0], a7xx["ldg.a"][0])
        self.assertNotIn("alias", a6xx)
        self.assertNotIn("shrm", encodings_of(self.model, "a5xx"))

    def test_the_first_part_stands_for_its_revision(self) -> None:
        first = {revision.name: revision.parts[0] for revision in self.model.revisions}
        self.assertEqual(first["a6xx"], 630)
        self.assertEqual([revision.name for revision in self.model.revisions],
                         ["a3xx", "a4xx", "a5xx", "a6xx", "a7xx", "a8xx"])

    def test_kinds_follow_from_the_bits_where_no_table_narrows_them(self) -> None:
        kinds = KindTable(self.model)

        def found(name: str, source: str, revision: str = "a6xx") -> SourceKinds:
            opcode = self.model.opcode(name)
            facts = opcode.on(revision) if opcode is not None else None
            assert facts is not None
            return kinds.source(facts, source)

        self.assertEqual(found("stg", "src1"), SourceKinds(["gpr"]))
        self.assertEqual(found("shfl", "src1"), SourceKinds(["gpr", "immediate"],
                                                            immediate_bits=8))
        self.assertEqual(found("add.s", "src0").immediate_bits, -11)
        self.assertEqual(found("add.s", "src0").relative_bits, -10)
        self.assertEqual(found("mov", "src0").immediate_bits, 32)
        # A field of the word says whether the resource is a number.
        self.assertEqual(found("ldib.b", "src1").by_field, ["gpr", "immediate"])
        # Each revision has the bits of its own formats, the narrowest where there are several.
        self.assertEqual(found("ldc", "src1").by_field, ["gpr", "immediate"])
        self.assertEqual(found("ldc", "src1", "a5xx").by_field, [])
        self.assertEqual(found("ldc", "src0", "a5xx").immediate_bits, 8)
        # The table of the format leaves out operands without a user.
        self.assertEqual(found("rcp", "src0").kinds, ["gpr", "shared"])

    def test_what_is_not_confirmed_is_said_by_revision(self) -> None:
        ldc, flow_rev = self.model.opcode("ldc"), self.model.opcode("flow_rev")
        assert ldc is not None and flow_rev is not None
        self.assertEqual(ldc.unverified, ["a3xx", "a4xx", "a5xx"])
        self.assertEqual(list(ldc.docs.values()), [["a3xx", "a4xx", "a5xx"]])
        self.assertEqual(flow_rev.unverified, flow_rev.revisions)

    def test_explain_names_bits_and_tables(self) -> None:
        text = explain(self.model, "mad.f32") or ""
        self.assertIn("= fma(src0, src1, src2)", text)
        self.assertIn("defs/ir3/isa/cat3.yaml:", text)
        self.assertIn("timing: mad", text)
        self.assertIn("{(ul)}mad.f32 dst, src0, src1, src2\n", text)
        compare = explain(self.model, "cmps.f") or ""
        self.assertIn("cmps.f.<lt|le|gt|ge|eq|ne> {(ei)}dst, src0, src1\n", compare)
        self.assertIn("dst.half: dst is half where", compare)
        self.assertIsNone(explain(self.model, "mad.f33"))


class MadeUpRevision(unittest.TestCase):
    def test_one_overlay_makes_a_revision(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a9xx.yaml"
            path.write_text(A9XX, encoding="utf-8")
            model = load(OverlaidContext("ir3/revisions/a9xx.yaml", path, False))
        self.assertEqual(model.revisions[-1].name, "a9xx")
        a7xx, a9xx = encodings_of(model, "a7xx"), encodings_of(model, "a9xx")
        self.assertEqual(a7xx["shfl"][0].match >> 54 & 31, 27)
        self.assertEqual(a9xx["shfl"][0].match >> 54 & 31, 25)
        widths = [entry.bits.width for entry in a9xx["alias"][0].layout.format.entries
                  if entry.name == "alias_left"]
        self.assertEqual(widths, [6])
        self.assertIn("pause", a9xx)
        self.assertNotIn("pause", a7xx)
        self.assertIs(a7xx["add.f"][0], a9xx["add.f"][0])
        self.assertEqual(without_word(model), {
            ("shfl", "shuffle"), ("alias", "alias_of_texture_a9xx"),
            ("alias", "alias_of_target_a9xx"), ("alias", "alias_of_memory_a9xx"),
            ("alias", "alias_of_memory_other_a9xx"), ("pause", "pause")})

    def test_an_overlay_changes_what_is_said_of_an_opcode_on_its_revision(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a9xx.yaml"
            path.write_text(CHANGED, encoding="utf-8")
            model = load(OverlaidContext("ir3/revisions/a9xx.yaml", path, False))
        product, absolute = model.opcode("mul.f"), model.opcode("absneg.f")
        assert product is not None and absolute is not None
        before, after = product.on("a7xx"), product.on("a9xx")
        assert before is not None and after is not None
        self.assertEqual((before.timing, after.timing), ("alu", "sfu"))
        self.assertEqual(before.entry.modifiers, ["negate", "absolute"])
        self.assertEqual(after.entry.modifiers, ["negate"])
        self.assertEqual(str(after.entry.doc), str(before.entry.doc))
        self.assertIs(absolute.on("a7xx"), absolute.on("a9xx"))
        # Unchanged semantics are not compiled again.
        names = [kernel.name for kernel in model.semantics.kernels if "mul_f" in kernel.name]
        self.assertEqual(names, ["mul_f_16", "mul_f_32", "mul_f_a9xx_16", "mul_f_a9xx_32"])

    def test_facts_of_the_machine_and_delays_are_inherited_one_by_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a9xx.yaml"
            path.write_text(CHANGED, encoding="utf-8")
            model = load(OverlaidContext("ir3/revisions/a9xx.yaml", path, False))
        a7xx, a9xx = [revision for revision in model.revisions
                      if revision.name in ("a7xx", "a9xx")]
        self.assertEqual({name: value for name, value in a9xx.machine.items()
                          if value != a7xx.machine[name]},
                         {"full_registers": 40, "preamble": False})
        self.assertEqual(a9xx.machine_of_parts, {991: {"predicates": 2}})
        self.assertEqual(a9xx.timing.slots("alu", "alu"), (9, 5))
        self.assertEqual(a9xx.timing.slots("alu", "sfu"), a7xx.timing.slots("alu", "sfu"))
        self.assertIsNot(a9xx.timing, a7xx.timing)
        self.assertEqual(a9xx.timing.registers["address"].slots, 7)


if __name__ == "__main__":
    unittest.main()
