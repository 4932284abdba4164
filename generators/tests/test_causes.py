"""One mistake gives one error, however much depends on what it breaks; two give two."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import unittest
from pathlib import Path

from jacquard_gen.diagnostics import Diagnostic, render
from jacquard_gen.groups import GROUP_NAMES

from .support import DEFS, ChangedContext, run_beside_real as run


def faults(**changed: str) -> list[str]:
    """The faults of the real tables with some texts changed, as `file:line:column code message`."""
    return [f"{fault.position} {fault.code} {fault.message}" for fault in found(changed)]


def found(changed: dict[str, str]) -> list[Diagnostic]:
    context = ChangedContext(changed)
    for group in GROUP_NAMES:
        context.model(group)
    return context.diagnostics.sorted()


def text_of(table: str) -> str:
    return (DEFS / table).read_text(encoding="utf-8")


def replaced(table: str, old: str, new: str) -> dict[str, str]:
    text = text_of(table)
    assert old in text, f"{table} has no {old!r}"
    return {table: text.replace(old, new, 1)}


def with_tab(text: str) -> str:
    """A tab where the first entry's second key begins."""
    first, _, rest = text.partition("\n  ")
    return f"{first}\n\t{rest}"


def with_quote(text: str) -> str:
    """A quote that is not closed, in the first sentence."""
    return text.replace("doc: ", 'doc: "', 1)


def with_anchor(text: str) -> str:
    return text.replace("doc: ", "doc: &name ", 1)


def with_second_document(text: str) -> str:
    before, _, after = text.rpartition("\n- ")
    return f"{before}\n---\n- {after}"


def with_unknown_key(text: str) -> str:
    return text.replace("doc: ", "dco: ", 1)


class OneMistake(unittest.TestCase):
    """Each table that many others depend on gives one error for one mistake."""

    def assert_one(self, table: str, code: str, text: str) -> None:
        with self.subTest(table):
            given = found({table: text})
            self.assertEqual([(fault.position.source.name, fault.code) for fault in given],
                             [(f"defs/{table}", code)], "".join(map(render, given[:5])))

    def test_a_tab(self) -> None:
        for table in ("nir/alu/float.yaml", "ir3/isa/fields.yaml", "tgsi/names.yaml"):
            self.assert_one(table, "E102", with_tab(text_of(table)))

    def test_an_unclosed_quote(self) -> None:
        for table in ("expr/functions.yaml", "ir3/isa/operands.yaml", "nir/rule_groups.yaml"):
            self.assert_one(table, "E102", with_quote(text_of(table)))

    def test_an_anchor(self) -> None:
        for table in ("nir/indices.yaml", "ir3/isa/enums.yaml", "nir/texture.yaml"):
            self.assert_one(table, "E103", with_anchor(text_of(table)))

    def test_a_second_document(self) -> None:
        for table in ("nir/enums.yaml", "ir3/isa/formats_cat2.yaml", "expr/operators.yaml"):
            self.assert_one(table, "E102", with_second_document(text_of(table)))

    def test_an_unknown_key(self) -> None:
        for table in ("nir/alu/bit.yaml", "ir3/isa/formats_cat6.yaml", "expr/casts.yaml",
                      "ir3/revisions/a7xx.yaml", "ir3/revisions/a6xx.yaml"):
            self.assert_one(table, "E110", with_unknown_key(text_of(table)))

    def test_nothing(self) -> None:
        for table in ("ir3/isa/cat6.yaml", "nir/alu/conversion.yaml", "ir3/timing.yaml",
                      "ir3/machine.yaml", "nir/rules/bits.yaml"):
            self.assert_one(table, "E109", "")

    def test_a_misspelt_key_is_not_also_missing(self) -> None:
        self.assertEqual(faults(**replaced("nir/alu/float.yaml", "  fold: src0 + src1",
                                           "  fodl: src0 + src1")),
                         ["defs/nir/alu/float.yaml:13:3 E110 unknown key 'fodl'"])

    def test_a_name_that_is_gone_is_one_error_of_each_kind_of_use(self) -> None:
        given = found(replaced("nir/alu/integer.yaml", "- op: umax\n", "- op: umaxx\n"))
        self.assertEqual([(fault.position.source.name.partition("/")[2], fault.code)
                          for fault in given],
                         [("ir3/select/alu.yaml", "E331"),
                          ("spirv/extended/GLSL.std.450.yaml", "E212"),
                          ("spirv/opcodes/groups.yaml", "E706")])
        places = [str(place) for place, text in given[1].notes if text == "it is used here, too"]
        self.assertEqual([place.partition(":")[0] for place in places],
                         ["defs/spirv/extended/GLSL.std.450.yaml",
                          *2 * ["defs/spirv/extended/OpenCL.std.yaml"]])

    def test_an_opcode_of_another_name_does_not_make_its_uses_wrong(self) -> None:
        given = found(replaced("nir/alu/integer.yaml", "- op: umax\n", "- op: umad24_relaxed\n"))
        self.assertEqual([fault.code for fault in given], ["E118"])

    def test_a_false_property_is_told_before_what_it_does_to_rules(self) -> None:
        given = found(replaced("nir/alu/float.yaml", "  fold: src0 - src1",
                               "  properties: [commutative]\n  fold: src0 - src1"))
        self.assertEqual([fault.code for fault in given], ["E325"])


class SeveralMistakes(unittest.TestCase):
    def test_of_structure_and_of_formulas_in_one_run(self) -> None:
        changed = replaced("nir/alu/float.yaml", "fold: src0 + src1", "fold: src0 + scr1")
        changed |= replaced("nir/alu/bit.yaml", "doc: ", "dco: ")
        changed |= replaced("tgsi/opcodes/arithmetic.yaml", "each: ", "each: nothing + ")
        changed |= replaced("ir3/isa/cat2.yaml", "semantics: ", "semantics: nothing + ")
        changed |= replaced("ir3/select/alu.yaml", "emit: ", "emti: ")
        changed |= replaced("nir/rules/bits.yaml", "find: (", "find: (no")
        codes = sorted((fault.position.source.name.removeprefix("defs/"), fault.code)
                       for fault in found(changed))
        self.assertEqual(codes, [
            ("ir3/isa/cat2.yaml", "E203"), ("ir3/select/alu.yaml", "E110"),
            ("nir/alu/bit.yaml", "E110"), ("nir/alu/float.yaml", "E203"),
            ("nir/rules/bits.yaml", "E331"), ("tgsi/opcodes/arithmetic.yaml", "E203")])

    def test_what_an_unreadable_table_does_not_explain_is_told(self) -> None:
        changed = replaced("nir/alu/float.yaml", "fold: src0 + src1", "fold: src0 + scr1")
        changed |= {"nir/alu/bit.yaml": with_tab(text_of("nir/alu/bit.yaml"))}
        self.assertEqual([fault.code for fault in found(changed)], ["E102", "E203"])

    def test_what_follows_is_counted(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            defs = Path(folder) / "defs"
            shutil.copytree(DEFS, defs)
            table = defs / "nir" / "alu" / "bit.yaml"
            table.write_text(with_tab(table.read_text(encoding="utf-8")), encoding="utf-8")
            code, _, err = run("check", "--defs", str(defs))
        self.assertEqual(code, 1)
        self.assertRegex(err.splitlines()[-1], r"\A1 error; [1-9][0-9]+ more may follow from it\Z")


class Overlays(unittest.TestCase):
    def test_a_fault_in_the_file_below_names_the_overlay_and_the_revision(self) -> None:
        given = found(replaced("ir3/revisions/a7xx.yaml", "change:\n",
                               'change:\n  - format: alu\n    bits:\n      "52": free\n'))
        self.assertEqual([(str(fault.position), fault.code, fault.message) for fault in given],
                         [(str(given[0].position), "E203", "there is no operand 'full'")])
        self.assertTrue(str(given[0].position).startswith("defs/ir3/isa/formats_cat2.yaml:"))
        self.assertIn(("defs/ir3/revisions/a7xx.yaml:3:1",
                       "with what a7xx changes, in this overlay"),
                      [(str(place), text) for place, text in given[0].notes])


class Files(unittest.TestCase):
    """A file of the wrong kind takes the place of a table."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.defs = Path(folder.name) / "defs"
        shutil.copytree(DEFS, self.defs)

    def check(self, group: str) -> str:
        """Runs `check`, which must end within a few seconds, and returns what it prints."""
        result: list[tuple[int, str, str]] = []
        thread = threading.Thread(target=lambda: result.append(
            run("check", "--group", group, "--defs", str(self.defs))), daemon=True)
        thread.start()
        thread.join(60)
        self.assertFalse(thread.is_alive(), "it waits")
        code, out, err = result[0]
        self.assertEqual((code, out), (1, ""))
        return err

    def test_a_pipe(self) -> None:
        table = self.defs / "nir" / "alu" / "float.yaml"
        table.unlink()
        os.mkfifo(table)
        self.assertIn("defs/nir/alu/float.yaml:1:1: error[E101]: cannot read the file: it is no "
                      "regular file\n1 error;", self.check("nir"))

    def test_an_endless_device(self) -> None:
        table = self.defs / "tgsi" / "names.yaml"
        table.unlink()
        table.symlink_to("/dev/zero")
        self.assertIn("defs/tgsi/names.yaml:1:1: error[E101]: cannot read the file: it is no "
                      "regular file\n1 error", self.check("tgsi"))

    def test_a_folder(self) -> None:
        (self.defs / "nir" / "rules" / "more.yaml").mkdir()
        self.assertEqual("defs/nir/rules/more.yaml:1:1: error[E101]: cannot read the file: it is a "
                         "folder\n1 error\n", self.check("nir"))

    def test_a_file_that_is_too_large(self) -> None:
        table = self.defs / "nir" / "rules" / "bits.yaml"
        table.write_text(table.read_text(encoding="utf-8") + "# " + "x" * (1 << 20),
                         encoding="utf-8")
        self.assertEqual("defs/nir/rules/bits.yaml:1:1: error[E108]: the table has more than "
                         "1,048,576 bytes\n1 error\n", self.check("nir"))

    def test_a_missing_table_is_named(self) -> None:
        for table in ("expr/operators.yaml", "expr/constructs.yaml", "nir/enums.yaml",
                      "nir/texture.yaml", "nir/rule_groups.yaml", "tgsi/names.yaml",
                      "ir3/isa/fields.yaml", "ir3/timing.yaml", "ir3/machine.yaml",
                      "ir3/select/alu.yaml", "ir3/slots.yaml"):
            with self.subTest(table):
                path = self.defs / table
                text = path.read_text(encoding="utf-8")
                path.unlink()
                err = self.check(table.partition("/")[0])
                self.assertIn(f"defs/{table}:1:1: error[E101]: cannot read the file: No such file "
                              "or directory\n1 error", err)
                path.write_text(text, encoding="utf-8")

    def test_a_folder_without_tables_is_named(self) -> None:
        for folder in ("nir/alu", "nir/intrinsics", "nir/rules", "tgsi/opcodes"):
            with self.subTest(folder):
                path = self.defs / folder
                path.rename(path.with_name("elsewhere"))
                err = self.check(folder.partition("/")[0])
                self.assertIn(f"defs/{folder}:1:1: error[E109]: there are no tables here\n1 error",
                              err)
                path.with_name("elsewhere").rename(path)

    def test_a_byte_order_mark_is_one_error_and_hides_no_other(self) -> None:
        table = self.defs / "nir" / "alu" / "float.yaml"
        text = table.read_text(encoding="utf-8").replace("src0 - src1", "src0 - scr1", 1)
        table.write_text("\ufeff" + text, encoding="utf-8")
        lines = [line for line in self.check("nir").splitlines() if "error" in line]
        self.assertEqual(lines[0], "defs/nir/alu/float.yaml:1:1: error[E107]: the file begins with "
                         "a byte-order mark; save it as UTF-8 without one")
        self.assertRegex(lines[1], r"\Adefs/nir/alu/float.yaml:[0-9]+:16: error\[E203\]: there is "
                         r"no operand 'scr1'\Z")
        self.assertEqual(lines[2:], ["2 errors"])


if __name__ == "__main__":
    unittest.main()
