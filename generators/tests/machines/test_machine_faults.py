"""Faults in the tables of a machine of one's own get the errors that those of ir3 get."""

from __future__ import annotations

import unittest
from pathlib import Path
from typing import NamedTuple

from jacquard_gen.diagnostics import Diagnostic, render
from jacquard_gen.proofs import command

from ..support import run
from .beside import MACHINE, MachineBesideReal

WORD, OPERANDS, FORMATS, INSTRUCTIONS = (
    f"isa/{name}.yaml" for name in ("word", "operands", "formats", "instructions"))
FIELDS, ENUMS = "isa/fields.yaml", "isa/enums.yaml"
TIMING, SELECT, REVISION = "timing.yaml", "select/alu.yaml", "revisions/shuttle.yaml"


class Mistake(NamedTuple):
    """The first place of a text in a table, what stands there instead, and the one error: by the
    table and the text that it points at."""

    name: str
    table: str
    before: str
    after: str
    code: str
    message: str
    where: str
    at: str


def mistake(name: str, table: str, before: str, after: str, code: str, message: str,
            at: str, where: str = "") -> Mistake:
    return Mistake(name, table, before, after, code, message, where or table, at)


MISTAKES = [
    mistake("two instructions have one number", INSTRUCTIONS, "opc: 1\n", "opc: 0\n", "E508",
            "'sub' and 'add' both accept the word 0x00000000 on shuttle", "op: sub"),
    mistake("a number does not fit", INSTRUCTIONS, "opc: 2\n", "opc: 64\n", "E505",
            "64 does not fit the 6 bits of 'opc'", "64"),
    mistake("bits overlap", FORMATS, '"21:18": {operand: src0, form: register}\n    "17:0"',
            '"22:19": {operand: src0, form: register}\n    "17:0"', "E503",
            "bits 22:19 and 25:22 overlap", '"22:19"'),
    mistake("bits have no meaning", FORMATS, '    "21:18": "0000"\n', "", "E504",
            "bits 21:18 of the format 'one_source' are neither fixed, nor a field, nor declared "
            "free", "format: one_source"),
    mistake("bits beyond the word", FORMATS, '"31:26": {number: opc}', '"32:26": {number: opc}',
            "E501", "bits 32:26 do not lie in 31:0, highest first", '"32:26"'),
    mistake("a word of a size that is none", WORD, "bits: 32", "bits: 128", "E116",
            "the number must be from 8 to 64, and this is 128", "128"),
    mistake("formats extend each other", FORMATS, "  doc: All instructions.\n",
            "  doc: All instructions.\n  extends: two_sources\n", "E507",
            "the format 'two_sources' extends itself: two_sources → word → two_sources",
            "word\n"),
    mistake("an operand is missing", FORMATS, '    "21:18": "0000"\n    "17:0": {operand: src0',
            '    "21:18": "0000"\n    "17:0": {operand: src1', "E519",
            "'mov' gives a type to src0, which its format has no bits for", "[uint32]",
            INSTRUCTIONS),
    mistake("a type is missing", INSTRUCTIONS, "  opc: 17\n  srcs: [uint32]\n",
            "  opc: 17\n", "E519",
            "the format of 'branch' has an operand src0, to which 'srcs' gives no type",
            "op: branch"),
    mistake("a form is misspelt", FORMATS, "form: source", "form: sorce", "E506",
            "there is no form 'sorce'", "sorce"),
    mistake("a form of another width", OPERANDS, "  width: 4", "  width: 5", "E504",
            "a case of the form 'register' leaves bits 0x10 without a meaning", "kind: gpr"),
    mistake("two readings of an operand", OPERANDS, '{"17": "1", "16:0": signed_value}',
            '{"17": free, "16:0": signed_value}', "E517",
            "the cases 'gpr' and 'immediate' of the form 'source' both accept 0x0",
            "kind: immediate"),
    mistake("a field is misspelt", FORMATS, "field: offset", "field: ofset", "E506",
            "there is no field 'ofset'", "ofset"),
    mistake("a text prints what is not there", FORMATS, '"{name} {target}"', '"{name} {targt}"',
            "E511", "there is no 'targt' to print here", 'targt}"'),
    mistake("a source is misspelt in semantics", INSTRUCTIONS, "src0 - src1", "src0 - src2",
            "E203", "there is no operand 'src2'", "src2"),
    mistake("an action that is none", FORMATS, "action: jump", "action: jmp", "E115",
            "'jmp' is not allowed here", "jmp"),
    mistake("a class of timing is misspelt", FORMATS, "timing: load", "timing: laod", "E513",
            "there is no timing class 'laod'", "laod"),
    mistake("no delay rule for a class", TIMING,
            "consumer: [flow, alu, multiply, load]\n  slots: 2",
            "consumer: [flow, alu, multiply]\n  slots: 2", "E603",
            "no delay rule says how 'load' waits for 'load'", "load\n"),
    mistake("a rule emits what is not there", SELECT, "emit: add a, b", "emit: addd a, b", "E654",
            "there is no instruction 'addd'", "addd"),
    mistake("a rule with a source too few", SELECT, "emit: sub a, b", "emit: sub a, b, b", "E660",
            "'sub' of 'shuttle' has no 'src2', which the rule (isub@32 a b) needs", "sub a"),
    mistake("a rule of an unknown opcode", SELECT, "(imul@32 a b)", "(imull@32 a b)", "E331",
            "there is no opcode 'imull'", "imull"),
    mistake("no instruction for a width", SELECT, "(iand@32 a b)", "(iand a b)", "E657",
            "'a' may be 16 bits wide, and 'and' reads it as 32 bits wide", "a, b"),
    mistake("a revision extends nothing that is there", REVISION, "number: 1\n",
            "number: 1\nextends: needle\n", "E506", "there is no revision 'needle'", "needle"),
]


class MachineWithout(MachineBesideReal):
    """The tables of the example without one of them."""

    def __init__(self, absent: str) -> None:
        super().__init__()
        self.absent = f"ir3/{absent}"

    def path_of(self, name: str) -> Path:
        return super().path_of("ir3/absent.yaml" if name == self.absent else name)


def texts(one: Mistake) -> dict[str, str]:
    text = (MACHINE / one.table).read_text(encoding="utf-8")
    assert one.before in text, f"{one.table} has no {one.before!r}"
    return {f"ir3/{one.table}": text.replace(one.before, one.after, 1)}


def pointed_at(fault: Diagnostic) -> str:
    place = fault.position
    return place.source.line(place.line)[place.column - 1:] + "\n"


class MachineFaults(unittest.TestCase):
    def test_the_example_has_no_fault(self) -> None:
        context = MachineBesideReal()
        model = context.model("ir3")
        self.assertEqual([render(fault) for fault in context.diagnostics.sorted()], [])
        self.assertEqual((len(model.opcodes), model.word_bits), (20, 32))
        self.assertGreaterEqual(len(model.selection.rules), 10)

    def test_each_mistake_gives_one_error_at_its_place(self) -> None:
        for one in MISTAKES:
            with self.subTest(one.name):
                context = MachineBesideReal(texts(one))
                context.model("ir3")
                faults = context.diagnostics.sorted()
                shown = "".join(render(fault) for fault in faults)
                self.assertEqual([fault.code for fault in faults], [one.code], shown)
                self.assertIn(one.message, faults[0].message)
                self.assertEqual(faults[0].position.source.name, f"{MACHINE}/{one.where}")
                self.assertTrue(pointed_at(faults[0]).startswith(one.at), shown)

    def test_a_table_that_a_machine_needs_is_missed(self) -> None:
        for table in (WORD, OPERANDS, FIELDS, TIMING):
            with self.subTest(table):
                context = MachineWithout(table)
                context.model("ir3")
                self.assertEqual([fault.code for fault in context.diagnostics.sorted()][:1],
                                 ["E101"])

    def test_a_wrong_selection_is_found_without_a_solver(self) -> None:
        context = MachineBesideReal(texts(mistake(
            "", SELECT, "emit: min a, b", "emit: max a, b", "", "", "")))
        self.assertIsNotNone(context.model("ir3"))
        command.check(context, MACHINE, "ir3")
        faults = context.diagnostics.sorted()
        self.assertEqual([fault.code for fault in faults], ["E659"])
        self.assertIn("the selection of 'imin' is wrong at 32 bits on shuttle", faults[0].message)

    def test_folders_and_instructions_that_are_not_there_are_told(self) -> None:
        code, _, err = run("check", "--machine", "nowhere")
        self.assertEqual((code, err), (2, "jacquard_gen: there is no folder nowhere\n"))


if __name__ == "__main__":
    unittest.main()
