"""Launches of kernels from Python, on arrays of the standard library and of NumPy."""

from __future__ import annotations

import array
import importlib.util
import unittest
from pathlib import Path

import jacquard

# y[i] = x[i] * factor
SCALE = (Path(__file__).resolve().parents[1] / "scale.asm").read_text(encoding="utf-8")
ITEMS = 256

# Stores the number of each item in the binding 2 of the set 0, in groups of 64.
NUMBERS = """\
@gpu 630
@stage COMP
@workgroup 64 1 1
@system_value SYSTEM_VALUE_LOCAL_INVOCATION_ID r0.x components x index 0
@resource storage_buffer 0 set 0 binding 2 unit 0

mov.u32u32 r0.y, r0.x
(rpt5)nop
stib.b.untyped.1d.u32.1.imm.base0 r0.x, r0.y, 0
end
"""


class Launches(unittest.TestCase):

    def setUp(self) -> None:
        self.program = jacquard.assemble(SCALE)
        self.x = array.array("f", range(ITEMS))
        self.y = array.array("f", [0.0] * ITEMS)

    def test_a_kernel_runs_on_arrays(self) -> None:
        done = jacquard.launch(self.program, ITEMS, [self.x, self.y, 0.5], group=64)
        self.assertEqual(list(self.y), [each * 0.5 for each in self.x])
        self.assertEqual((done.groups, done.group), ((4, 1, 1), (64, 1, 1)))
        self.assertGreater(done.steps, 0)

    def test_arguments_have_names(self) -> None:
        jacquard.launch(self.program, ITEMS, {"factor": 2, "y": self.y, "x": self.x}, group=64)
        self.assertEqual(self.y[255], 510.0)

    def test_what_comes_out_does_not_depend_on_the_number_of_threads(self) -> None:
        items = 1 << 15
        x = array.array("f", range(items))
        y = [array.array("f", [0.0] * items) for _ in range(3)]
        steps = {jacquard.launch(self.program, items, [x, each, 0.25], group=32,
                                 threads=threads).steps
                 for threads, each in zip((1, 2, 7), y)}
        self.assertEqual(y[0], y[1])
        self.assertEqual(y[0], y[2])
        self.assertEqual(len(steps), 1)
        self.assertEqual(y[0][-1], (items - 1) * 0.25)

    def test_groups_that_see_each_other_run_in_turn(self) -> None:
        """Each item scales the one 32 before it into its place: a chain through all groups."""
        items = 1 << 13
        chain = array.array("f", [1.0] * 32 + [0.0] * items)
        ranges = [jacquard.Range(0x100000, chain)]
        for threads in (1, 2):
            with self.subTest(threads=threads):
                chain[32:] = array.array("f", [0.0] * items)
                jacquard.launch(self.program, items,
                                [jacquard.Pointer(0x100000), jacquard.Pointer(0x100080), 1.0],
                                group=32, ranges=ranges, threads=threads)
                self.assertEqual(set(chain), {1.0})

    def test_ranges_have_addresses(self) -> None:
        ranges = [jacquard.Range(0x500000000, self.x, "in"), jacquard.Range(0x700000000, self.y)]
        jacquard.launch(self.program, ITEMS,
                        [jacquard.Pointer(0x500000000), jacquard.Pointer(0x700000000), 0.5],
                        group=64, ranges=ranges)
        self.assertEqual(self.y[3], 1.5)
        ranges.append(jacquard.Range(0x500000004, array.array("f", [0.0])))
        with self.assertRaisesRegex(jacquard.MalformedError, "'in' at 0x.* overlap"):
            jacquard.launch(self.program, ITEMS, [None, None, 0.5], group=64, ranges=ranges)

    def test_a_shader_has_bindings(self) -> None:
        numbers = array.array("I", [0] * 64)
        jacquard.launch(jacquard.assemble(NUMBERS), 64, bindings={2: numbers})
        self.assertEqual(list(numbers), list(range(64)))
        with self.assertRaisesRegex(jacquard.MalformedError, "groups of 64x1x1"):
            jacquard.launch(jacquard.assemble(NUMBERS), 64, bindings={2: numbers}, group=32)
        with self.assertRaisesRegex(jacquard.MalformedError, "set 0 and binding 3"):
            jacquard.launch(jacquard.assemble(NUMBERS), 64, bindings={3: numbers})

    def test_what_is_wrong_is_named(self) -> None:
        for arguments, message in (
                ([self.x, self.y], "without argument 2 .factor."),
                ([self.x, self.y, 1.0, 2], "takes 3 arguments, and 4 are given"),
                ({"x": self.x, "y": self.y, "faktor": bytearray(4)}, "did you mean 'factor'"),
                ([self.x, jacquard.Local(64), 0.5], "argument 1 .y."),
                ([self.x, self.y, b"12"], "a value of 4 bytes, and a value of 2 bytes"),
                ([self.x, jacquard.Pointer(3), 0.5], "in no range")):
            with self.subTest(arguments=message):
                with self.assertRaisesRegex(jacquard.MalformedError, message):
                    jacquard.launch(self.program, ITEMS, arguments, group=64)
        with self.assertRaisesRegex(TypeError, "argument 1 .y. cannot be written"):
            jacquard.launch(self.program, ITEMS, [self.x, b"1234", 0.5], group=64)
        with self.assertRaisesRegex(TypeError, "argument 2 .factor. is 'half'"):
            jacquard.launch(self.program, ITEMS, [self.x, self.y, "half"], group=64)

    def test_a_program_that_leaves_its_memory_faults_with_its_word(self) -> None:
        with self.assertRaisesRegex(jacquard.FaultError, "stg.u32.*in no range.*line [0-9]+"):
            jacquard.launch(self.program, ITEMS, [self.x, self.y[:100], 0.5], group=64)
        with self.assertRaisesRegex(jacquard.FaultError, "ldg.u32.*0x00000000"):
            jacquard.launch(self.program, ITEMS, [None, self.y, 0.5], group=64)

    def test_a_trace_tells_what_it_is_asked(self) -> None:
        told: list[jacquard.Event] = []
        trace = jacquard.Trace(told.append, lanes=[1, 5], memory="y")
        jacquard.launch(self.program, ITEMS, [self.x, self.y, 0.5], group=64, trace=trace)
        self.assertEqual([event.group[0] for event in told], [0, 1, 2, 3])
        self.assertEqual({self.program[event.word].name for event in told}, {"stg"})
        self.assertEqual([each.lane for each in told[0].accesses], [1, 5])
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            jacquard.launch(self.program, ITEMS, [self.x, self.y, 0.5], group=64,
                            trace=jacquard.Trace(lambda event: 1 // 0))

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "there is no NumPy")
    def test_arrays_of_numpy_are_memory(self) -> None:
        import numpy
        x = numpy.arange(ITEMS, dtype=numpy.float32)
        y = numpy.zeros_like(x)
        jacquard.launch(self.program, ITEMS, [x, y, numpy.float32(0.5)], group=64)
        self.assertTrue((y == x * 0.5).all())
        with self.assertRaisesRegex(ValueError, "not contiguous"):
            jacquard.launch(self.program, ITEMS, [x[::2], y, 0.5], group=64)


if __name__ == "__main__":
    unittest.main()
