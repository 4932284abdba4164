"""Faults come and go as one types: at once for what a table says of itself, and a moment later for
what other tables say."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
import unittest
from typing import Any

from jacquard_gen.groups import list_all_tables
from jacquard_gen.lsp import checker
from jacquard_gen.lsp.messages import Reader, written
from jacquard_gen.lsp.quick_faults import kinds_of, quick_faults

from ..support import DEFS, GENERATORS
from .support import Session

SECONDS = 0.2
FLOAT, SUBGROUP, BITS = "nir/alu/float.yaml", "nir/intrinsics/subgroup.yaml", "nir/rules/bits.yaml"
CAT2, FORMATS2, A6XX = "ir3/isa/cat2.yaml", "ir3/isa/formats_cat2.yaml", "ir3/revisions/a6xx.yaml"
A7XX, TIMING, MACHINE = "ir3/revisions/a7xx.yaml", "ir3/timing.yaml", "ir3/machine.yaml"
SELECT, COMPARISON = "ir3/select/alu.yaml", "nir/alu/comparison.yaml"
ARITHMETIC, CASES = "spirv/opcodes/arithmetic.yaml", "errors/cases.yaml"
OPTIONS, COMMON = "options/compile.yaml", "pipelines/common.yaml"

# A table, what is typed over what, the code of the fault, and the text that it underlines.
TYPED = [
    (FLOAT, "  doc: Difference.", "\tdoc: Difference.", "E102", "\t"),
    (FLOAT, "doc: Difference.", "doc: Difference: of two.", "E102", ":"),
    (FLOAT, "doc: Difference.", "doc Difference.", "E102", "d"),
    (FLOAT, "doc: Difference.", "dco: Difference.", "E110", "dco"),
    (FLOAT, "doc: Difference.", "doc: &sum Difference.", "E103", "&"),
    (FLOAT, "doc: Difference.", "doc: *sum", "E103", "*"),
    (FLOAT, "doc: Difference.", "doc: [Difference]", "E112", "["),
    (FLOAT, "doc: Difference.", "doc: true", "E113", "true"),
    (FLOAT, "- op: fsub\n", "- op: f-sub\n", "E117", "f-sub"),
    (FLOAT, "rounds: true", "rounds: yes", "E114", "yes"),
    (FLOAT, "- op: fsub\n", "-op: fsub\n", "E102", "-"),
    (FLOAT, "srcs: [float, float]", "srcs: [float, float", "E102", "["),
    (FLOAT, "srcs: [float, float]", "srcs: []", "E116", "["),
    (FLOAT, "  doc: Difference.\n", "", "E111", "o"),
    (FLOAT, "  doc: Difference.\n", "  doc: Difference.\n  doc: Again.\n", "E104", "doc"),
    (SUBGROUP, "for: {W: [first, last]}", "for: {W: [first, last], V: [1, 2]}", "E122", "V"),
    (SUBGROUP, 'computes: "{W}_active"', 'computes: "{X}_active"', "E121", "{X}"),
    (FORMATS2, '"45": unlock', '"46": unlock', "E104", '"46"'),
    (FORMATS2, "doc: ALU operations of", 'doc: "ALU operations of', "E102", '"'),
    (FORMATS2, "- format: alu_two_sources\n  doc:", "- format: alu_two_sources\n  dco:", "E110",
     "dco"),
    (CAT2, "opc: 1\n", "ocp: 1\n", "E110", "ocp"),
    (A6XX, "doc: Adreno", 'doc: "Adreno', "E102", '"'),
    (A6XX, "number: 600", "number: six", "E114", "six"),
    (A6XX, "parts: [630,", "parts: [0630,", "E114", "0630"),
    (A6XX, "machine:\n", "machin:\n", "E110", "machin"),
    (TIMING, "slots: 3", "slots: 300", "E116", "300"),
    (TIMING, "issue: counted", "issue: count", "E115", "count"),
    (MACHINE, "type: flag", "type: flg", "E115", "flg"),
    (BITS, "  find: (", "  fnid: (", "E110", "fnid"),
    (ARITHMETIC, "number: 127", "number: 0127", "E114", "0127"),
    (CASES, "- code: C102", "- cod: C102", "E110", "cod"),
    (COMPARISON, "dest: bool1", "dest: [bool1]", "E112", "["),
    (SELECT, "emit: add.f a, b", "emti: add.f a, b", "E110", "emti"),
]


class AsOneTypes(unittest.TestCase):
    def test_faults_come_and_go_at_the_right_range_within_the_time(self) -> None:
        self.assertGreaterEqual(len(TYPED), 30)
        session = Session().begun()
        for table in dict.fromkeys(table for table, *_ in TYPED):
            session.open(table)
            self.assertEqual(session.faults(table), [], table)
        for table, before, after, code, pointed in TYPED:
            with self.subTest(f"{table}: {after}"):
                began = time.process_time()
                session.replace(table, before, after)
                taken = time.process_time() - began
                faults = session.faults(table)
                self.assertEqual([fault["code"] for fault in faults], [code], faults)
                self.assertEqual(session.pointed(table, faults[0]), pointed)
                self.assertLess(taken, SECONDS)
                if after:
                    session.replace(table, after, before)
                else:
                    session.replace(table, "- op: fsub\n", f"- op: fsub\n{before}")
                self.assertEqual(session.faults(table), [])

    def test_a_table_is_read_alike_at_once_and_with_all_others(self) -> None:
        """No table as it is has a fault by itself, and all tables are known."""
        for table in list_all_tables(DEFS):
            text = (DEFS / table).read_text(encoding="utf-8")
            self.assertIsNotNone(kinds_of(table, text), table)
            self.assertEqual(quick_faults(table, text), [], table)

    def test_units_of_utf_16_are_counted(self) -> None:
        session = Session().begun()
        session.open(FLOAT)
        session.replace(FLOAT, "- op: fsub\n  doc: Difference.\n",
                        "- {op: fsub, doc: \U0001f9f5\U0001f9f5, dest: float, srcs: [], "
                        "fold: src0}\n- op: fsub\n  doc: Difference.\n")
        fault = session.faults(FLOAT)[0]
        self.assertEqual(session.pointed(FLOAT, fault), "[")
        self.assertEqual(fault["range"]["start"]["character"],
                         len("- {op: fsub, doc: ||||, dest: float, srcs: "))


@unittest.skipUnless(checker.available(), "processes cannot be forked here")
class OfAllTables(unittest.TestCase):
    """The program as an editor starts it."""

    def setUp(self) -> None:
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jacquard_gen", "lsp"], cwd=GENERATORS,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.process.stdout.close)  # type: ignore[union-attr]
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.reader = Reader()
        self.received: list[Any] = []

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(written(message))
        self.process.stdin.flush()

    def until(self, found: Any) -> Any:
        """The first message for which a function is true."""
        assert self.process.stdout is not None
        end = time.monotonic() + 300
        while time.monotonic() < end:
            for index, each in enumerate(self.received):
                if found(each):
                    return self.received.pop(index)
            if select.select([self.process.stdout], [], [], 1)[0]:
                data = os.read(self.process.stdout.fileno(), 1 << 16)
                self.assertTrue(data, "it ended")
                self.received += self.reader.feed(data)
        self.fail("no such message came")

    def test_a_fault_between_tables_is_told_and_what_a_change_would_do(self) -> None:
        uri = (DEFS / BITS).as_uri()
        text = (DEFS / BITS).read_text(encoding="utf-8")

        def edit(version: int, new: str) -> None:
            self.send(method="textDocument/didChange", params={
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"text": new}]})

        def codes(message: Any) -> list[str]:
            params = message.get("params", {})
            return [each["code"] for each in params.get("diagnostics", [])] \
                if params.get("uri") == uri else []

        self.send(id=1, method="initialize", params={"capabilities": {}})
        self.send(method="textDocument/didOpen", params={"textDocument": {
            "uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        edit(2, text.replace("find: (iand a -1)", "find: (iandd a -1)", 1))
        told = self.until(lambda message: codes(message) == ["E331"])
        fault = told["params"]["diagnostics"][0]
        self.assertIn("there is no opcode 'iandd'\nnote: did you mean 'iand'?", fault["message"])
        line = text[:text.index("find: (iand a -1)")].count("\n")
        self.assertEqual(fault["range"], {"start": {"line": line, "character": 9},
                                          "end": {"line": line, "character": 14}})
        edit(3, text.replace("(iand a -1)", "(iand -1 a)", 1))
        self.until(lambda message: message.get("params", {}).get("uri") == uri and
                   not codes(message))
        self.send(id=2, method="workspace/executeCommand",
                  params={"command": "jacquard.tables.whatChanges"})
        answer = self.until(lambda message: message.get("id") == 2)
        self.assertIn("(iand a -1) -> (iand -1 a)", answer.get("result", json.dumps(answer)))
        self.assertRegex(answer["result"], r"[0-9]+ generated files? would change\n  jacquard/")
        self.send(id=3, method="shutdown")
        self.until(lambda message: message.get("id") == 3)
        self.send(method="exit")
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.assertEqual(self.process.wait(60), 0)


if __name__ == "__main__":
    unittest.main()
