"""Any text that is put into C++ is a string with exactly that text there."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

from jacquard_gen import escape

from .support import HOSTILE, cpp_tokens, compiler


class Comments(unittest.TestCase):
    def test_a_comment_stays_on_its_line(self) -> None:
        self.assertEqual(escape.comment_text("a\n#include <evil>"), "a #include <evil>")
        self.assertEqual(escape.comment_text("a\0b\x85c\u2028d\re"), "a b c d e")

    def test_no_line_goes_on_in_the_next(self) -> None:
        self.assertEqual(escape.comment_text("ends in \\"), "ends in \\.")
        self.assertEqual(escape.comment_text("ends in \\ \t"), "ends in \\.")
        self.assertEqual(escape.comment_text("parted \\ here, not\\here"),
                         "parted \\. here, not\\here")
        self.assertEqual(escape.comment_text("ends in ??/"), "ends in ? ?/")

    def test_no_comment_begins_or_ends_inside(self) -> None:
        self.assertEqual(escape.comment_text("*/ evil(); /*"), "* / evil(); / *")

    def test_what_cannot_be_seen_is_replaced(self) -> None:
        self.assertEqual(escape.comment_text("a\u202eb\u200bc\ud800d"),
                         "a\ufffdb\ufffdc\ufffdd")

    def test_lines_are_wrapped_and_each_is_a_comment(self) -> None:
        self.assertEqual(escape.comment("one two three", 10), "// one two\n// three")
        self.assertEqual(escape.comment("one\n#two\n\nthree"), "// one\n// #two\n//\n// three")
        self.assertEqual(escape.comment(""), "//")
        for text in HOSTILE:
            for width in (1, 8, 97):
                with self.subTest(text=text, width=width):
                    self.assertEqual(cpp_tokens(escape.comment(text, width) + "\nint x;"),
                                     ["int", "x", ";"])


class Literals(unittest.TestCase):
    def test_strings(self) -> None:
        self.assertEqual(escape.c_string('a "b"\\\n\x01'), '"a \\"b\\"\\\\\\n\\001"')
        self.assertEqual(escape.c_string("???/"), '"?\\?\\?/"')

    def test_a_compiler_reads_every_string_back(self) -> None:
        texts = [text for text in HOSTILE if not any("\ud800" <= c <= "\udfff" for c in text)]
        program = "#include <cstdio>\nint main() {\n" + "".join(
            f"    std::fwrite({escape.c_string(text)}, 1, "
            f"{len(text.encode())}, stdout);\n" for text in texts) + "}\n"
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "strings.cpp"
            source.write_text(program, encoding="utf-8")
            subprocess.run([*compiler(self), "-o", f"{folder}/strings", str(source)], check=True)
            written = subprocess.run([f"{folder}/strings"], check=True, capture_output=True)
        self.assertEqual(written.stdout, "".join(texts).encode())

    def test_half_a_surrogate_is_no_text(self) -> None:
        with self.assertRaisesRegex(escape.Unfit, "is not text"):
            escape.c_string("\ud800")

    def test_integers(self) -> None:
        self.assertEqual(escape.integer(7), "7")
        self.assertEqual(escape.integer("0x00ff"), "0x00ff")
        self.assertEqual(escape.integer(1 << 63), "0x8000000000000000")
        self.assertEqual(escape.hexadecimal(255), "0xff")
        self.assertEqual(escape.integers([1, -2]), "1, -2")
        for wrong in ("010", "1;", "", "x", True, 1.0, 1 << 64, -(1 << 63)):
            with self.subTest(wrong), self.assertRaisesRegex(escape.Unfit, "not an integer"):
                escape.integer(wrong)

    def test_floats_and_truths(self) -> None:
        self.assertEqual(escape.float32(2), "2.0f")
        self.assertEqual(escape.float32("1e-06"), "1e-06f")
        self.assertEqual(escape.truth(True), "true")
        for wrong in ("nan", "inf", "1.", "0x1p3", True):
            with self.subTest(wrong), self.assertRaises(escape.Unfit):
                escape.float32(wrong)
        with self.assertRaises(escape.Unfit):
            escape.truth("true")


class Names(unittest.TestCase):
    def test_identifiers_are_made_of_mnemonics(self) -> None:
        self.assertEqual(escape.identifier("add.f"), "add_f")
        self.assertEqual(escape.identifier("2d"), "_2d")
        self.assertEqual(escape.identifier("xor"), "xor_")
        self.assertEqual(escape.identifier("NULL"), "NULL_")
        self.assertEqual(escape.camel("load_input"), "LoadInput")

    def test_names_are_checked(self) -> None:
        self.assertEqual(escape.name("fadd"), "fadd")
        self.assertEqual(escape.part("2d"), "2d")
        for wrong in ("", "2d", "a.b", "class", "EOF", "é", "a\n", "a b"):
            with self.subTest(wrong), self.assertRaisesRegex(escape.Unfit, "identifier"):
                escape.name(wrong)
        for empty in ("", "é", "..."):
            with self.subTest(empty), self.assertRaises(escape.Unfit):
                escape.camel(empty)


class Code(unittest.TestCase):
    def test_a_line_of_whole_tokens(self) -> None:
        for good in ('out.text("a \\"b\\" \\\\ // no comment");', "case 1: {  // defs/a.yaml:1",
                     "a / b % c ? '\\'' : \"#\"", ""):
            with self.subTest(good):
                self.assertEqual(escape.code(good), good)

    def test_what_could_be_more_than_its_line(self) -> None:
        for wrong in ("a\nb", "#include <evil>", '"open', "'", "a \\", "/* open",
                      "a; // ends in \\", '"\\x41"', "é"):
            with self.subTest(wrong), self.assertRaisesRegex(escape.Unfit, "line of C"):
                escape.code(wrong)


if __name__ == "__main__":
    unittest.main()
