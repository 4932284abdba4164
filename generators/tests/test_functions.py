"""Every operator, cast and function computes the same bits in C++ and in Python, on edge values at
every width; and a few of the meanings that the tables state, by example.

The C++ side is the program of group `expr`: JACQUARD_FUNCTION_CASES names it where it is built
already, else it is built with the compiler at hand.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.expr import cases, elementary, evaluate, parse_type, representation
from jacquard_gen.source import Scalar, SourceFile

from .support import GENERATORS, ROOT, environment, language

LANGUAGE = language()


def built_program(folder: str) -> str | None:
    """The test program, built here unless the environment names it; None without a compiler."""
    given = os.environ.get("JACQUARD_FUNCTION_CASES")
    if given:
        return given
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        return None
    subprocess.run([sys.executable, "-m", "jacquard_gen", "generate", "--group", "expr",
                    "--out", folder], cwd=GENERATORS, check=True)
    program = f"{folder}/function_cases"
    subprocess.run([compiler, "-std=c++20", "-ffp-contract=off", f"-I{folder}",
                    f"-I{ROOT / 'runtime'}", f"{folder}/jacquard/generated/expr/function_cases.cpp",
                    "-o", program], check=True)
    return program


class BothEvaluators(unittest.TestCase):
    def test_cpp_and_python_agree_on_edge_values(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = built_program(folder)
            if program is None:
                self.skipTest("skipped: there is no C++ compiler (Debian: g++)")
            lines = iter(subprocess.run([program], stdout=subprocess.PIPE, check=True,
                                        text=True).stdout.splitlines())
        for instance in cases.all_instances(LANGUAGE.operations):
            self.assertEqual(next(lines), instance.name)
            exact = elementary.has_c_library() or not instance.operation.entry.library
            tree = instance.tree
            wrong = []
            for arguments in cases.argument_tuples(instance):
                operands = {f"a{index}": bits for index, bits in enumerate(arguments)}
                expected = evaluate.evaluate(tree, operands, 32)[0]
                value = representation.load(int(next(lines), 16), instance.result)
                found = representation.store(value, instance.result)
                if found != expected and (exact or not self.close(instance, found, expected)):
                    wrong.append(f"{instance.name} of {', '.join(map(hex, arguments))}: "
                                 f"{found:#x} in C++, {expected:#x} in Python")
            self.assertEqual(wrong, [])
        self.assertIsNone(next(lines, None))

    @staticmethod
    def close(instance: cases.Instance, left: int, right: int) -> bool:
        """Without the C library's functions in Python: four units in the last place."""
        return abs(left - right) <= 4


def value_of(text: str, result: str, bits: int, **operands: int | list[int]) -> int:
    diagnostics = Diagnostics()
    scalar = Scalar(SourceFile("t.yaml", text), 1, 1, text, "", 0, len(text))
    tree = LANGUAGE.compile(scalar, environment(), diagnostics, parse_type(result))
    assert tree is not None, diagnostics.sorted()
    return evaluate.evaluate(tree, operands, bits)[0]


class Meanings(unittest.TestCase):
    def test_integers_wrap(self) -> None:
        self.assertEqual(value_of("i + j", "int", 8, i=0x7f, j=1), 0x80)
        self.assertEqual(value_of("-i", "int", 16, i=0x8000), 0x8000)
        self.assertEqual(value_of("i * j", "int", 32, i=0x10000, j=0x10001), 0x10000)

    def test_division_at_its_edges(self) -> None:
        self.assertEqual(value_of("i / j", "int", 32, i=7, j=0), 0)
        self.assertEqual(value_of("i / j", "int", 32, i=0x80000000, j=0xffffffff), 0x80000000)
        self.assertEqual(value_of("i % j", "int", 32, i=0x80000000, j=0xffffffff), 0)
        self.assertEqual(value_of("i % j", "int", 8, i=0xf9, j=2), 0xff)

    def test_shifts_take_the_count_modulo_the_width(self) -> None:
        self.assertEqual(value_of("u << s", "uint", 8, u=1, s=9), 2)
        self.assertEqual(value_of("i >> s", "int", 16, i=0x8000, s=31), 0xffff)

    def test_minimum_and_maximum_pass_over_nan_and_order_zeros(self) -> None:
        nan, one, minus_zero = 0x7fc00000, 0x3f800000, 0x80000000
        self.assertEqual(value_of("min(src0, src1)", "float", 32, src0=nan, src1=one), one)
        self.assertEqual(value_of("max(src0, src1)", "float", 32, src0=one, src1=nan), one)
        self.assertEqual(value_of("min(src0, src1)", "float", 32, src0=0, src1=minus_zero),
                         minus_zero)

    def test_float_to_integer_clamps(self) -> None:
        self.assertEqual(value_of("int8(src0)", "int8", 32, src0=0x437f0000), 0x7f)
        self.assertEqual(value_of("uint32(src0)", "uint32", 32, src0=0xbf800000), 0)
        self.assertEqual(value_of("int32(src0)", "int32", 32, src0=0x7fc00000), 0)

    def test_float16_is_rounded_once_at_the_end(self) -> None:
        # 1 + 2^-11 is a tie that goes to 1; times 2 afterwards it is still exact in single.
        self.assertEqual(value_of("(src0 + src1) * 2 - 2", "float", 16, src0=0x3c00, src1=0x1000),
                         0x1400)
        self.assertEqual(value_of("float16(src0 + src1) * 2 - 2", "float16", 16, src0=0x3c00,
                                  src1=0x1000), 0)

    def test_vectors_and_bindings(self) -> None:
        ones = [0x3f800000] * 4
        self.assertEqual(value_of("let t = v * 2; sum(k, t[k])", "float", 32, v=ones), 0x41000000)

    def test_ldexp_gives_zero_outside_the_normal_range(self) -> None:
        def ldexp(bits: int, value: int, count: int) -> int:
            return value_of("ldexp(src0, int32(s))", "float", bits, src0=value,
                            s=count & 0xffffffff)

        self.assertEqual(ldexp(32, 0xbf800000, -127), 0x80000000)
        self.assertEqual(ldexp(32, 0xbf800000, 128), 0x80000000)
        self.assertEqual(ldexp(32, 0xff800000, -1), 0xff800000)
        self.assertEqual(ldexp(16, 0x83ff, 32), 0xfc00)


if __name__ == "__main__":
    unittest.main()
