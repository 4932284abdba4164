"""Any text in a table gives a value or an error, never an exception."""

from __future__ import annotations

import random
import unittest

from jacquard_gen.diagnostics import Diagnostics, render
from jacquard_gen.expr import cpp, evaluate, nir_builder, parse_type
from jacquard_gen.reading import parse
from jacquard_gen.schema import load_entries
from jacquard_gen.source import Scalar, SourceFile

from .support import OPERANDS, Specimen, environment, language

LANGUAGE = language()
WORDS = ("src0", "src1", "i", "j", "u", "v", "w", "c", "h", "s", "b8", "1", "0", "2.5", "0x7f",
         "let", "t", "=", ";", "(", ")", "[", "]", ".x", ".xyz", ".", "+", "-", "*", "/", "%",
         "<<", ">>", "<", "<=", "==", "&&", "||", "!", "~", "?", ":", ",", "sum", "all", "(k,",
         "v[k]", "k", "vec(", "float32(", "int8(", "bool(", "floor(", "fma(", "min(", "bits(",
         "1e400", "e9", "99", "true", "inf", "nan", "  ", "\n", "@", '"', "é")
SEEDS = ("let t = src0 * src1; t + 1.0", "sum(k, v[k] * v[k])", "i & ((1 << s) - 1)",
         "(src0 > 0) ? pow(max(src0, 0.0), clamp(src1, -128.0, 128.0)) : 0.0",
         "vec(v.x, 1, src0, -0.0)", "float(bits(src0) >> 4)", "-i / j % 3")
TYPES = ("float", "int", "uint", "bool1", "float[4]", "float16", "uint32", "")
TABLE = """\
- op: a{W}
  for: {W: [1, 2]}
  doc: "a {W} b"
  items: [b, 'c', "d"]
  part: {size: 3}
  fields: {"63:61": x}
  pattern: "01x"
  expression: |
    let t = src0;
    t * {W}.0
"""


class Robustness(unittest.TestCase):
    def test_random_expressions(self) -> None:
        source = random.Random(1)
        good = 0
        for _ in range(3000):
            text = "".join(source.choice(WORDS) for _ in range(source.randrange(1, 12)))
            if source.random() < 0.7:
                seed = source.choice(SEEDS)
                place = source.randrange(len(seed) + 1)
                text = seed[:place] + source.choice(WORDS) * source.randrange(2) + \
                    seed[place + source.randrange(3):]
            with self.subTest(text):
                good += self.compile(text, source)
        self.assertGreater(good, 100)

    def compile(self, text: str, source: random.Random) -> bool:
        diagnostics = Diagnostics()
        scalar = Scalar(SourceFile("t.yaml", text), 1, 1, text, "", 0, len(text))
        wanted = source.choice(TYPES)
        tree = LANGUAGE.compile(scalar, environment(), diagnostics, parse_type(wanted))
        self.assertEqual(tree is None, diagnostics.failed)
        for fault in diagnostics.sorted():
            render(fault)
        if tree is None:
            return False
        texts = {name: ["x"] * 4 if name in "vw" else "x" for name in OPERANDS}
        values: dict[str, int | list[int]] = {
            name: [source.getrandbits(8)] * 4 if name in "vw" else source.getrandbits(8)
            for name in OPERANDS}
        for bits in (16, 32, 64):
            cpp.emit(tree, texts, bits)
            evaluate.evaluate(tree, values, bits)
        nir_builder.emit(tree, texts, 32, diagnostics)
        LANGUAGE.formula(tree)
        return True

    def test_damaged_tables(self) -> None:
        source = random.Random(2)
        characters = "- :{}[]'\"|>#&*!%@\n\tabW012,?"
        for _ in range(2000):
            text = TABLE
            for _ in range(source.randrange(1, 5)):
                place = source.randrange(len(text))
                text = text[:place] + source.choice(characters) + \
                    text[place + source.randrange(2):]
            with self.subTest(text):
                diagnostics = Diagnostics()
                tree = parse(SourceFile("t.yaml", text), diagnostics)
                for entry in load_entries(Specimen, tree, diagnostics):
                    if entry.expression is not None:
                        LANGUAGE.compile(entry.expression, environment(), diagnostics)
                for fault in diagnostics.sorted():
                    render(fault)


if __name__ == "__main__":
    unittest.main()
