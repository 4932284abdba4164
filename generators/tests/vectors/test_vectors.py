"""Vectors: what they cover, that they are the same each time, and what is told of given ones."""

from __future__ import annotations

import tempfile
import unittest
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from jacquard_gen.dump.document import document
from jacquard_gen.expr.evaluate import evaluate
from jacquard_gen.groups import Context
from jacquard_gen.vectors.coverage import Unreadable, report, revision_of
from jacquard_gen.vectors.folds import Folds, class_of, edges
from jacquard_gen.vectors.items import Item, Items
from jacquard_gen.vectors.package import Package, package
from jacquard_gen.vectors.words import Vector, Words

from ..support import DEFS, run


_STACK = ExitStack()


def tearDownModule() -> None:
    _STACK.close()


@cache
def made_of_tables() -> tuple[Context, Package]:
    context = Context(DEFS)
    tables = document(context)
    assert tables is not None
    made = _STACK.enter_context(package(tables, context.diagnostics))
    assert made is not None
    return context, made


@cache
def all_of_a_revision() -> tuple[Items, list[Vector]]:
    items = Items(made_of_tables()[1], "a4xx")
    return items, list(Words(items, 1).vectors(12_000))


class OfTables(unittest.TestCase):
    """Tests with the package that is made of the real tables, once for all."""

    made: Package
    context: Context

    @classmethod
    def setUpClass(cls) -> None:
        cls.context, cls.made = made_of_tables()

    def report(self, *lines: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.tsv"
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            return report(self.made, path)

    def refused(self, *lines: str) -> str:
        with self.assertRaises(Unreadable) as raised:
            self.report(*lines)
        return str(raised.exception)


class WordVectors(OfTables):
    def test_nearly_all_items_are_said_and_the_rest_is_ruled_out_by_conditions(self) -> None:
        items, vectors = all_of_a_revision()
        wanted = {target.item for each in items.encodings for target in items.targets(each)}
        said: set[Item] = set()
        for vector in vectors:
            instruction = self.made.decoder.decode(vector.word, "a4xx")
            if instruction is not None:
                said |= items.said(vector.word, instruction)
        self.assertEqual(said - wanted, set())
        never = wanted - said
        self.assertLess(len(never), len(wanted) // 80)
        # A source that the format reads without a condition is not among the rest.
        self.assertEqual([str(item) for item in never if item.encoding.startswith("add.f/")], [])

    def test_neighbours_are_no_instructions_and_no_word_stands_twice(self) -> None:
        _, vectors = all_of_a_revision()
        near = [each for each in vectors if each.reason.startswith("neighbour of ")]
        self.assertGreater(len(near), 150)
        for each in near:
            self.assertEqual(each.text, f".word 0x{each.word:016x}")
        self.assertEqual(len({each.word for each in vectors}), len(vectors))
        self.assertIn("random", {each.reason for each in vectors})

    def test_a_seed_gives_the_same_words_and_another_gives_others(self) -> None:
        def first(seed: int) -> list[int]:
            return [each.word for each in Words(Items(self.made, "a6xx"), seed).vectors(400)]

        self.assertEqual(first(3), first(3))
        self.assertNotEqual(first(3), first(4))

    def test_items_of_a_word_are_named(self) -> None:
        items = Items(self.made, "a6xx")
        instruction = self.made.decoder.decode(0x4730000a00002006, "a6xx")
        said = {str(item) for item in items.said(0x4730000a00002006, instruction)}
        layout = instruction.encoding.layout.name
        wanted = {f"bary.f/{layout} sync_short clear", f"bary.f/{layout} repeat none",
                  f"bary.f/{layout} src1[0].number zero"}
        self.assertEqual(wanted - said, set())


class FoldVectors(OfTables):
    def test_rows_are_what_the_generator_computes_itself(self) -> None:
        """Its evaluator walks the expressions of the tables and shares no code with the package."""
        trees = {function.opcode.name: function for table in self.context.model("nir").evaluators
                 for function in table.functions}
        rows = list(Folds(self.made, 1).rows(4_000))
        self.assertEqual(len(rows), 4_000)
        self.assertEqual({row.split("\t")[0] for row in rows}, set(trees))
        for row in rows:
            cells = row.split("\t")
            function = trees[cells[0]]
            sources: dict[str, Any] = {
                f"src{number}": [int(bits, 16) for bits in cell.split(",")]
                for number, cell in enumerate(cells[3:cells.index("=>")])}
            result = evaluate(function.tree, sources, int(cells[1]) or 32)
            count = function.opcode.dest.components or 1
            if function.opcode.replicated:
                result = result * count
            digits = [int(bits, 16) for bits in cells[-1].split(",")]
            self.assertEqual(digits, result, row)

    def test_edges_come_first(self) -> None:
        rows = [row.split("\t") for row in Folds(self.made, 1).rows(24_000)]
        sources = {row[3] for row in rows if row[0] == "fneg" and row[1] == "16"}
        self.assertEqual({f"{bits:04x}" for bits in edges("float", 16).values()} - sources, set())
        self.assertEqual(class_of("float", 32, 0x7f800000), "infinity")
        self.assertEqual(class_of("uint", 1, 1), "one")
        self.assertEqual(class_of("int", 8, 0x42), "other")


class Coverage(OfTables):
    def test_what_is_covered_and_lacking_is_told_by_opcode(self) -> None:
        text = self.report("gpu\thex", "630\t4730000a00002006", "630\tffffffffffffffff")
        self.assertRegex(text, r"^a6xx: 2 words, 1 of them no instruction; \d+ of \d+ items are")
        [line] = [each for each in text.split("\n") if each.startswith("  bary.f/")][:1]
        self.assertRegex(line, r"lacks sync_long=set .* and \d+ more$")
        self.assertNotIn("sync_long=clear", line)

    def test_rows_of_constants_have_their_own_items(self) -> None:
        text = self.report("inot\t8\t1\t00\t=>\tff", "inot\t8\t1\tff,01\t=>\t00,fe")
        self.assertRegex(text, r"^2 rows of 1 opcodes; 3 of \d+ edges are covered\n")
        [line] = [each for each in text.split("\n") if each.startswith("  inot ")]
        self.assertIn("8:src0=top_bit 8:src0=below_top_bit", line)

    def test_files_of_something_else_are_refused_with_the_line(self) -> None:
        self.assertRegex(self.refused("a\tb"), r":1: expected are rows of constants, or")
        self.assertRegex(self.refused("gpu\thex", "630\tword"), r":2: there is no word in this")
        self.assertRegex(self.refused("gpu\thex", "930\t00"), r"of a part that no revision has")
        self.assertRegex(self.refused("fad\t32\t1\t0\t=>\t0"), r":1: there is no opcode 'fad'")
        self.assertRegex(self.refused(), r"is empty$")

    def test_parts_are_of_revisions(self) -> None:
        for name, revision in (("630", "a6xx"), ("a730", "a7xx"), ("a8xx", "a8xx"),
                               ("399", "a3xx"), ("99", None), ("a9xx", None), ("", None)):
            self.assertEqual(revision_of(self.made, name), revision)


class Command(unittest.TestCase):
    def test_files_are_written_and_covered(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            code, out, err = run("vectors", "--gpu", "a5xx", "--count", "300", "--out", folder)
            self.assertEqual((code, err), (0, ""))
            paths = [Path(folder) / name for name in ("words.tsv", "folds.tsv")]
            self.assertEqual(out.split("\n")[:2], [str(path) for path in paths])
            for path, rows in zip(paths, (301, 300)):
                self.assertEqual(len(path.read_text(encoding="utf-8").splitlines()), rows)
            code, out, err = run("vectors", "--coverage", str(paths[0]))
            self.assertEqual((code, err), (0, ""))
            self.assertRegex(out, r"^a5xx: 300 words, 0 of them no instruction; ")

    def test_wrong_usage_is_told(self) -> None:
        for arguments, status, message in self.wrong():
            code, out, err = run("vectors", *arguments)
            self.assertEqual((code, out), (status, ""))
            self.assertIn(message, err)

    @staticmethod
    def wrong() -> Iterator[tuple[list[str], int, str]]:
        yield [], 2, "one of the arguments --out --coverage is required"
        yield ["--out", "x", "--count", "0"], 2, "a number from 1 to 1000000 is expected, not '0'"
        yield ["--out", "x", "--gpu", "a73"], 1, "there is no part 'a73'"
        yield ["--coverage", "/nowhere"], 1, "No such file or directory"


if __name__ == "__main__":
    unittest.main()
