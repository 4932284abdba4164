"""Mistakes as people make them, in the real tables: each gives the error of its cause and no other,
and several give one each."""

from __future__ import annotations

import unittest
from typing import NamedTuple

from jacquard_gen.diagnostics import Diagnostic, render
from jacquard_gen.groups import GROUP_NAMES

from .support import DEFS, ChangedContext

FLOAT = "nir/alu/float.yaml"
SUBGROUP = "nir/intrinsics/subgroup.yaml"
BITS = "nir/rules/bits.yaml"
CAT2 = "ir3/isa/cat2.yaml"
CAPABILITIES = "spirv/enums/capabilities.yaml"
FORMATS2 = "ir3/isa/formats_cat2.yaml"
A5XX, A6XX, A7XX, A8XX = (f"ir3/revisions/a{number}xx.yaml" for number in (5, 6, 7, 8))


class Edit(NamedTuple):
    """The first place of a text in a table, and what stands there after the mistake."""

    table: str
    before: str
    after: str


class Error(NamedTuple):
    """An error: where it is, by the text that it points at, and what it says."""

    table: str
    code: str
    at: str
    message: str


class Mistake(NamedTuple):
    name: str
    edits: list[Edit]
    errors: list[Error]


TAB = Mistake(
    "a tab indents",
    [Edit(FLOAT, "  doc: Difference.", "\tdoc: Difference.")],
    [Error(FLOAT, "E102", "\tdoc: Difference.", "broken YAML: a tab cannot indent; use blanks")])
QUOTE = Mistake(
    "a quote is not closed, and the next one closes it",
    [Edit(FORMATS2, "doc: ALU operations of", 'doc: "ALU operations of')],
    [Error(FORMATS2, "E102", '"ALU operations of',
           "broken YAML: the text in quotes that begins here ends in line 8")])
FORMULA = Mistake(
    "an operand of a formula is misspelt",
    [Edit(FLOAT, "fold: src0 * src1", "fold: src0 * scr1")],
    [Error(FLOAT, "E203", "scr1", "there is no operand 'scr1'")])
KEY = Mistake(
    "a key is misspelt",
    [Edit(FLOAT, "doc: Difference.", "dco: Difference.")],
    [Error(FLOAT, "E110", "dco", "unknown key 'dco'")])
EMPTY = Mistake(
    "a table is empty",
    [Edit("ir3/isa/cat6.yaml", "", "")],
    [Error("ir3/isa/cat6.yaml", "E109", "", "the table is empty")])
OVERLAY_FIELD = Mistake(
    "an overlay misspells a field",
    [Edit(A7XX, 'bits: {"42": saturate}', 'bits: {"42": saturat}')],
    [Error(A7XX, "E506", "saturat}", "there is no field 'saturat'")])
OVERLAY_FACT = Mistake(
    "an overlay misspells a fact of the machine",
    [Edit(A7XX, "scalar_alu: true", "scalar_alus: true")],
    [Error(A7XX, "E640", "scalar_alus", "there is no fact 'scalar_alus' of the machine")])
OVERLAY_DROP = Mistake(
    "an overlay drops an opcode of another name",
    [Edit(A5XX, "- op: getlast\n", "- op: getlst\n")],
    [Error(A5XX, "E515", "getlst", "a6xx has no opcode 'getlst' to drop")])
NUMBER = Mistake(
    "a number of SPIR-V is given twice",
    [Edit("spirv/opcodes/arithmetic.yaml", "number: 127", "number: 126")],
    [Error("spirv/opcodes/arithmetic.yaml", "E703", "126",
           "FNegate and SNegate have the number 126")])
SELECTION = Mistake(
    "a selection rule emits a misspelt instruction",
    [Edit("ir3/select/alu.yaml", "emit: add.f a, b", "emit: ad.f a, b")],
    [Error("ir3/select/alu.yaml", "E654", "ad.f a, b", "there is no instruction 'ad.f'")])

ONE = [
    # Files and YAML.
    TAB, QUOTE, EMPTY,
    Mistake(
        "a quote is not closed, and there is no other",
        [Edit(A6XX, "doc: Adreno", 'doc: "Adreno')],
        [Error(A6XX, "E102", '"Adreno', "broken YAML: the quote that begins here is not closed")]),
    Mistake(
        "a colon in a text",
        [Edit(FLOAT, "doc: Difference.", "doc: Difference: of two.")],
        [Error(FLOAT, "E102", ": of two", "broken YAML: a ':' cannot stand here")]),
    Mistake(
        "no colon behind a key",
        [Edit(FLOAT, "doc: Difference.", "doc Difference.")],
        [Error(FLOAT, "E102", "doc Difference", "broken YAML: a ':' is missing after this key")]),
    Mistake(
        "a bracket is not closed",
        [Edit(FLOAT, "srcs: [float, float]", "srcs: [float, float")],
        [Error(FLOAT, "E102", "[float, float",
               "broken YAML: the '[' that begins here is not closed")]),
    Mistake(
        "an entry without a blank behind its dash",
        [Edit(FLOAT, "- op: fsub", "-op: fsub")],
        [Error(FLOAT, "E102", "-op: fsub", "broken YAML: expected '- ' and an entry")]),
    Mistake(
        "an anchor",
        [Edit(A7XX, "doc: Adreno", "doc: &name Adreno")],
        [Error(A7XX, "E103", "&name", "anchors, aliases and tags are not used in tables")]),
    Mistake(
        "an alias",
        [Edit(FLOAT, "doc: Difference.", "doc: *sum")],
        [Error(FLOAT, "E103", "*sum", "anchors, aliases and tags are not used in tables")]),
    Mistake(
        "a second document",
        [Edit(A8XX, "\nchange:", "\n---\nchange:")],
        [Error(A8XX, "E102", "---", "broken YAML: a table is one document")]),
    Mistake(
        "bits are given twice",
        [Edit(FORMATS2, '"45": unlock', '"46": unlock')],
        [Error(FORMATS2, "E104", '"46"', "the key '46' is given twice")]),

    # Keys and values.
    KEY,
    Mistake(
        "a key is missing",
        [Edit(FLOAT, "Difference.\n  core: true\n  dest: float\n", "Difference.\n  core: true\n")],
        [Error(FLOAT, "E111", "op: fsub", "the key 'dest' is missing")]),
    Mistake(
        "yes is no boolean",
        [Edit(FLOAT, "rounds: true", "rounds: yes")],
        [Error(FLOAT, "E114", "yes", "true or false is expected here, not 'yes'")]),
    Mistake(
        "a type is misspelt",
        [Edit(FLOAT, "Difference.\n  core: true\n  dest: float\n",
              "Difference.\n  core: true\n  dest: flaot\n")],
        [Error(FLOAT, "E301", "flaot", "there is no type 'flaot'")]),
    Mistake(
        "an opcode has the name of another",
        [Edit(FLOAT, "- op: fsub\n", "- op: fadd\n")],
        [Error(FLOAT, "E118", "fadd", "there is another entry named 'fadd'")]),
    Mistake(
        "a TGSI opcode has the name of another",
        [Edit("tgsi/opcodes/arithmetic.yaml", "- op: SUB\n", "- op: ADD\n")],
        [Error("tgsi/opcodes/arithmetic.yaml", "E118", "ADD",
               "there is another entry named 'ADD'")]),
    Mistake(
        "a code of an error is that of another",
        [Edit("errors/cases.yaml", "- code: C102", "- code: C101")],
        [Error("errors/cases.yaml", "E118", "C101", "there is another entry named 'C101'")]),

    Mistake(
        "a capability is supported and nothing shows it",
        [Edit(CAPABILITIES, "{name: Pipes, value: 17, capabilities: [Kernel]}",
              "{name: Pipes, value: 17, capabilities: [Kernel], supported: true}")],
        [Error(CAPABILITIES, "E709", "Pipes, value",
               "capability Pipes names the text that shows what it does, or says why none "
               "does")]),

    # Families.
    Mistake(
        "a family of two thousand million members",
        [Edit(SUBGROUP, '- op: "{W}_invocation"\n  for: {W: [first, last]}',
              '- op: "{W}_invocation{A}{B}{C}{D}{E}{F}{G}{H}{I}"\n  for:\n    W: [first, last]' +
              "".join(f"\n    {name}: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]" for name in "ABCDEFGHI"))],
        [Error(SUBGROUP, "E123", "W: [first", "a table has at most 2,000 entries, its families "
               "expanded: this family has 2,000,000,000 members")]),
    Mistake(
        "a family variable is used nowhere",
        [Edit(SUBGROUP, "for: {W: [first, last]}", "for: {W: [first, last], V: [1, 2]}")],
        [Error(SUBGROUP, "E122", "V: [1", "the family variable 'V' is used nowhere in the entry")]),
    Mistake(
        "a family variable is not declared",
        [Edit(SUBGROUP, 'computes: "{W}_active"', 'computes: "{X}_active"')],
        [Error(SUBGROUP, "E121", "{X}", "the entry declares no family variable 'X'")]),

    # Formulas.
    FORMULA,
    Mistake(
        "a function of a formula is misspelt",
        [Edit(FLOAT, "fold: src0 + src1", "fold: sqt(src0) + src1")],
        [Error(FLOAT, "E204", "sqt", "there is no function 'sqt'")]),
    Mistake(
        "an opcode has fewer sources than its formula",
        [Edit(FLOAT, "Difference.\n  core: true\n  dest: float\n  srcs: [float, float]",
              "Difference.\n  core: true\n  dest: float\n  srcs: [float]")],
        [Error(FLOAT, "E203", "src1", "there is no operand 'src1'")]),
    Mistake(
        "a formula is of another type than the result",
        [Edit(FLOAT, "Difference.\n  core: true\n  dest: float\n",
              "Difference.\n  core: true\n  dest: int\n")],
        [Error(FLOAT, "E210", "src0 - src1", "the expression is float, but int is needed here")]),
    Mistake(
        "a formula of TGSI reads a source too many",
        [Edit("tgsi/opcodes/arithmetic.yaml", "each: src0 + src1", "each: src0 + src2")],
        [Error("tgsi/opcodes/arithmetic.yaml", "E203", "src2", "there is no operand 'src2'")]),

    # Names that other tables use.
    Mistake(
        "a function is renamed that many formulas call",
        [Edit("expr/functions.yaml", "- function: saturate\n", "- function: saturat\n")],
        [Error(FLOAT, "E204", "saturate(", "there is no function 'saturate'")]),
    Mistake(
        "an enumeration is renamed that programs name",
        [Edit("nir/enums.yaml", "- enum: Access\n", "- enum: Acess\n")],
        [Error("nir/enums.yaml", "E326", "#", "the enumeration 'Access' is missing")]),
    Mistake(
        "a format is renamed that others extend",
        [Edit(FORMATS2, "- format: alu\n", "- format: aluu\n")],
        [Error("ir3/revisions/a5xx.yaml", "E515", "alu\n",
               "a6xx has no format 'alu' to change")]),
    Mistake(
        "a format of many opcodes has a misspelt key",
        [Edit(FORMATS2, "- format: alu_two_sources\n  doc:", "- format: alu_two_sources\n  dco:")],
        [Error(FORMATS2, "E110", "dco", "unknown key 'dco'")]),
    Mistake(
        "a field is renamed that formats name",
        [Edit("ir3/isa/fields.yaml", "- field: saturate\n", "- field: saturates\n")],
        [Error("ir3/isa/formats_cat1.yaml", "E506", "saturate\n",
               "there is no field 'saturate'")]),
    Mistake(
        "a rule finds a misspelt opcode",
        [Edit(BITS, "find: (iand a -1)", "find: (iandd a -1)")],
        [Error(BITS, "E331", "iandd", "there is no opcode 'iandd'")]),
    Mistake(
        "an intrinsic names a misspelt source",
        [Edit(SUBGROUP, "vote: {condition: condition,", "vote: {condition: conditon,")],
        [Error(SUBGROUP, "E317", "conditon", "'vote_all' has no source 'conditon'")]),
    SELECTION, NUMBER,

    # Encodings and overlays.
    Mistake(
        "two instructions have one number",
        [Edit(CAT2, "opc: 1\n", "opc: 0\n")],
        [Error(CAT2, "E508", "op: min.f", "'min.f' and 'add.f' both accept the word "
               "0x4000000000000000 on a3xx, a4xx, a5xx, a6xx, a7xx and a8xx")]),
    Mistake(
        "a number does not fit its bits",
        [Edit(CAT2, "opc: 3\n", "opc: 99\n")],
        [Error(CAT2, "E505", "99", "99 does not fit the 6 bits of 'opc'")]),
    OVERLAY_FIELD, OVERLAY_FACT, OVERLAY_DROP,
    Mistake(
        "an overlay misspells the format that it changes",
        [Edit(A7XX, "- format: move\n", "- format: mov\n")],
        [Error(A7XX, "E515", "mov\n", "a6xx has no format 'mov' to change")]),
    Mistake(
        "an overlay prints what is not there",
        [Edit(A7XX, 'pieces: {clamp: "{saturate}"}', 'pieces: {clamp: "{saturat}"}')],
        [Error(A7XX, "E511", 'saturat}"', "there is no 'saturat' to print here")]),
    Mistake(
        "an overlay gives a bit twice",
        [Edit(A8XX, '"36:35": free', '"36:34": free')],
        [Error(A8XX, "E503", '"34"', "bits 34 and 36:34 overlap")]),
    Mistake(
        "an overlay extends a revision that is not there",
        [Edit(A8XX, "extends: a7xx", "extends: a7x")],
        [Error(A8XX, "E506", "a7x\n", "there is no revision 'a7x'")]),
    Mistake(
        "an overlay claims a part of another",
        [Edit(A7XX, "parts: [730,", "parts: [630, 730,")],
        [Error(A7XX, "E516", "[630", "the part 630 belongs to 'a6xx' too")]),
    Mistake(
        "an overlay drops what rules need",
        [Edit(A5XX, "drop:\n", "drop:\n  - op: min.f\n")],
        [Error(A5XX, "E660", "min.f",
               "there is no 'min.f' on 'a5xx' and 2 more, which the rule (fmin a b) needs")]),
]

# By their parts: the errors are those of each, and the first is in the first of the tables.
SEVERAL = [
    [TAB, QUOTE],
    [TAB, OVERLAY_FIELD],
    [FORMULA, KEY],
    [FORMULA, OVERLAY_FIELD, NUMBER],
    [EMPTY, OVERLAY_FACT],
    [OVERLAY_DROP, OVERLAY_FIELD, OVERLAY_FACT],
    [KEY, QUOTE, NUMBER, OVERLAY_FACT],
]


def changed_by(edits: list[Edit]) -> dict[str, str]:
    """The texts of the tables that the edits change; an edit of nothing empties its table."""
    changed: dict[str, str] = {}
    for table, before, after in edits:
        text = changed.get(table) or (DEFS / table).read_text(encoding="utf-8")
        assert before in text, f"{table} has no {before!r}"
        changed[table] = text.replace(before, after, 1) if before else ""
    return changed


def found(edits: list[Edit]) -> list[Diagnostic]:
    context = ChangedContext(changed_by(edits))
    for group in GROUP_NAMES:
        context.model(group)
    return context.diagnostics.sorted()


def is_of(fault: Diagnostic, error: Error) -> bool:
    place = fault.position
    lines = place.source.text.splitlines(keepends=True)
    pointed = lines[place.line - 1][place.column - 1:] if lines else ""
    return (place.source.name, fault.code, fault.message) == \
        (f"defs/{error.table}", error.code, error.message) and pointed.startswith(error.at)


class Mistakes(unittest.TestCase):
    def assert_errors(self, name: str, edits: list[Edit], errors: list[Error]) -> None:
        with self.subTest(name):
            faults = found(edits)
            shown = "".join(map(render, faults[:5]))
            self.assertEqual(len(faults), len(errors), shown)
            for error in errors:
                self.assertTrue(any(is_of(fault, error) for fault in faults), f"{error}\n{shown}")

    def test_one_gives_one_error(self) -> None:
        for mistake in ONE:
            self.assert_errors(mistake.name, mistake.edits, mistake.errors)

    def test_several_give_one_error_each(self) -> None:
        for parts in SEVERAL:
            self.assert_errors("; ".join(part.name for part in parts),
                               [edit for part in parts for edit in part.edits],
                               [error for part in parts for error in part.errors])

    def test_there_are_as_many_as_are_wanted(self) -> None:
        self.assertEqual(len({mistake.name for mistake in ONE}), len(ONE))
        self.assertGreaterEqual(len(ONE) + len(SEVERAL), 30)


if __name__ == "__main__":
    unittest.main()
