"""The package as a user imports it. PYTHONPATH names the package, JACQUARD_LIBRARY the library."""

from __future__ import annotations

import ctypes
import inspect
import os
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path
from typing import Any

import jacquard
from jacquard import _compile, _library, batch

ROOT = Path(__file__).resolve().parents[3]

PRODUCT = """\
FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL CONST[0]
  0: MUL OUT[0], CONST[0], IN[0]
  1: END
"""

KERNEL = (ROOT / "tests" / "bindings" / "scale.asm").read_text(encoding="utf-8")

# Arguments of each kind that no function takes, and what they raise.
NO_TEXT = [(3, TypeError), (b"a", TypeError), ("a\0b", ValueError)]
NO_PART = [(1 << 32 | 630, ValueError), (-630, ValueError), (0, ValueError), (630.0, TypeError),
           (True, TypeError), ("630\0", ValueError), ("a9xx", ValueError)]
NO_CONTENT = [(123, TypeError), (None, TypeError), ([1, 2], TypeError), (1.5, TypeError)]
NO_TRUTH = [(1, TypeError), ("yes", TypeError), (None, TypeError)]
NO_WORD = [(-1, ValueError), (1 << 64, ValueError), (1.5, TypeError), ("f", TypeError),
           (True, TypeError)]
NO_LIMITS = [(3, TypeError), ({"steps": 3}, TypeError)]
NO_WORDS = [([word], fault) for word, fault in NO_WORD] + [(b"1234567", ValueError),
                                                           (3, TypeError)]
NO_NUMBERS = [({"0": [1.0]}, TypeError), ({-1: [1.0]}, ValueError), ({1 << 32: [1.0]}, ValueError),
              ({0: 1.0}, TypeError), ({0: "1234"}, TypeError), ({0: ["a"]}, TypeError),
              ({0: [1 << 32]}, ValueError), ([[1.0]], TypeError), ({0: [1.0] * 5}, ValueError)]
NO_SPECIALISATIONS = [({1 << 32: 0}, ValueError), ({-1: 0}, ValueError), ({0: 1 << 64}, ValueError),
                      ({0: -1}, ValueError), ({"0": 1}, TypeError), ({0: 1.5}, TypeError),
                      ([(0, 1)], TypeError)]
NO_WAVE = [(0, ValueError), (-64, ValueError), (256, ValueError), (1 << 32 | 64, ValueError),
           ("64", TypeError), (64.0, TypeError), (True, TypeError)]
NO_EXTENT = [(-1, ValueError), (1.5, TypeError), ((1, 2, 3, 4), ValueError), ("64", TypeError)]
Bad = list[tuple[Any, type[Exception]]]
# By function, what is right, and by parameter what is not.
BAD_ARGUMENTS: dict[str, tuple[dict[str, Any], dict[str, Bad]]] = {
    "find_part": ({"name": "630"}, {"name": [*NO_PART, (None, TypeError)]}),
    "compile": ({"shader": PRODUCT}, {
        "shader": NO_CONTENT, "gpu": NO_PART, "name": NO_TEXT, "precise": NO_TRUTH,
        "check": NO_TRUTH, "binning": NO_TRUTH, "feeds": NO_TEXT, "patches": NO_TEXT,
        "entry": NO_TEXT, "stage": NO_TEXT, "specialisations": NO_SPECIALISATIONS,
        "state": NO_TEXT, "wave_size": NO_WAVE, "precision": NO_TEXT, "limits": NO_LIMITS,
        "language": [("glsl", ValueError)]}),
    "compile_stages": ({"shaders": [PRODUCT]}, {
        "shaders": [(3, TypeError), ([3], TypeError)], "gpu": NO_PART,
        "names": [(3, TypeError), (["a", "b"], ValueError), ([3], TypeError)],
        "keep_locations": NO_TRUTH, "precise": NO_TRUTH, "check": NO_TRUTH, "binning": NO_TRUTH,
        "feeds": NO_TEXT, "patches": NO_TEXT, "entry": NO_TEXT, "stage": NO_TEXT,
        "specialisations": NO_SPECIALISATIONS, "state": NO_TEXT, "wave_size": NO_WAVE,
        "precision": NO_TEXT, "limits": NO_LIMITS}),
    "assemble": ({"text": "end"}, {
        "text": NO_CONTENT, "gpu": NO_PART,
        "name": NO_TEXT, "limits": NO_LIMITS}),
    "launch": ({"program": jacquard.assemble(KERNEL), "grid": 1}, {
        "program": [(3, TypeError)], "grid": NO_EXTENT, "group": NO_EXTENT,
        "args": [(3, TypeError), ([b"a"], TypeError), ([jacquard.Local(-1)], ValueError)],
        "ranges": [([3], TypeError), ([jacquard.Range(-1, bytearray(4))], ValueError),
                   ([jacquard.Range(0, 3)], TypeError)],
        "bindings": [({"a": bytearray(4)}, TypeError), ({0: b"a"}, TypeError),
                     ({(1, 2, 3, 4): bytearray(4)}, ValueError), (3, TypeError)],
        "constants": [([-1], ValueError), (3, TypeError)],
        "push_constants": [([1.5], TypeError)], "hazards": NO_TRUTH,
        "threads": [(-1, ValueError), (1.5, TypeError)], "trace": [(3, TypeError)],
        "limits": NO_LIMITS}),
    "program_of_words": ({"words": [0]}, {
        "words": NO_WORDS, "gpu": NO_PART,
        "header": [(3, TypeError)], "limits": NO_LIMITS}),
    "disassemble": ({"words": [0]}, {"words": NO_WORDS, "gpu": NO_PART, "limits": NO_LIMITS}),
    "explain": ({"what": "fmul"}, {
        "what": [*NO_WORD[:3], (b"fmul", TypeError), ("fm\0ul", ValueError), (True, TypeError)]}),
    "interpret": ({"shader": PRODUCT}, {
        "shader": NO_CONTENT, "case": [(3, TypeError)], "inputs": NO_NUMBERS,
        "constants": NO_NUMBERS, "name": NO_TEXT, "precise": NO_TRUTH, "state": NO_TEXT,
        "gpu": NO_PART, "wave_size": NO_WAVE, "limits": NO_LIMITS,
        "language": [("glsl", ValueError)]}),
    "Limits": ({}, {
        name: [(-1, ValueError), (1 << 64, ValueError), (1.5, TypeError), (None, TypeError)]
        for name in vars(jacquard.Limits())}),
    "batch.run": ({"listed": "none", "out": None, "tool": "true"}, {
        "listed": NO_TEXT, "tool": NO_TEXT, "scheduler": NO_TEXT[:1], "options": [
            ("--check", TypeError), ([3], TypeError), (["a\0b"], ValueError)],
        "jobs": [(0, ValueError), (1.5, TypeError), (-1, ValueError)],
        "chunk": [(0, ValueError), (1.5, TypeError), (-1, ValueError)]}),
}


class ArgumentTest(unittest.TestCase):
    def test_what_is_no_argument_is_refused_by_each_function(self) -> None:
        count = 0
        for name, (right, by_parameter) in BAD_ARGUMENTS.items():
            function = batch.run if name == "batch.run" else getattr(jacquard, name)
            for parameter, bad in by_parameter.items():
                for value, fault in bad:
                    with self.subTest(function=name, parameter=parameter, value=value):
                        with self.assertRaises(fault):
                            function(**{**right, parameter: value})
                    count += 1
        self.assertGreater(count, 150)

    def test_what_a_program_is_given_is_checked(self) -> None:
        program = jacquard.compile(PRODUCT)
        for parameter, bad in {"case": [(3, TypeError)], "inputs": NO_NUMBERS,
                               "constants": NO_NUMBERS, "limits": NO_LIMITS}.items():
            for value, fault in bad:
                with self.subTest(parameter=parameter, value=value), self.assertRaises(fault):
                    program.run(**{parameter: value})
        with self.assertRaises(TypeError):
            program[1.0]  # type: ignore[call-overload]

    def test_each_parameter_of_each_function_has_wrong_arguments(self) -> None:
        for name, (_, by_parameter) in BAD_ARGUMENTS.items():
            function = batch.run if name == "batch.run" else getattr(jacquard, name)
            parameters = set(inspect.signature(function).parameters)
            if "options" in parameters and name != "batch.run":
                parameters -= {"options"}
                parameters |= {option.name for option in jacquard.compile_options()
                               if option.interprets or name.startswith("compile")}
            # Parameters that take an open file, a word or a name have error messages elsewhere.
            self.assertEqual(parameters - set(by_parameter) - {"out"},
                             {"gpu"} if name == "explain" else set(), name)
        functions = {name for name in jacquard.__all__
                     if inspect.isfunction(getattr(jacquard, name))}
        self.assertEqual(functions - set(BAD_ARGUMENTS), {"compile_options", "library_version"})

    def test_numbers_of_numpy_are_numbers(self) -> None:
        class Wide:
            """An integer that is none of Python's."""

            def __index__(self) -> int:
                return 730

        class Half:
            """A float that is none of Python's."""

            def __float__(self) -> float:
                return 0.5

        self.assertEqual(jacquard.compile(PRODUCT, gpu=Wide()).gpu, 730)  # type: ignore[arg-type]
        run = jacquard.interpret(PRODUCT, inputs={0: [Half()]}, constants={0: [2.0]})[0]
        self.assertEqual(run[0].words[0][0], 0x3f800000)


class CompileTest(unittest.TestCase):
    def test_a_shader_becomes_a_sequence_of_instructions(self) -> None:
        program = jacquard.compile(PRODUCT, gpu=730)
        self.assertEqual((program.gpu, program.stage), (730, "FRAG"))
        products = [each for each in program if each.name == "mul.f"]
        self.assertEqual({each.line for each in products}, {5})
        self.assertEqual(products[0].category, 2)
        self.assertIn("mul.f", str(products[0]))
        self.assertEqual(len(program), len(program.words))
        self.assertEqual(program[-1], program[len(program) - 1])
        self.assertEqual([each.word for each in program[:2]], list(program.words[:2]))
        with self.assertRaises(IndexError):
            program[len(program)]

    def test_stages_are_compiled_for_each_other(self) -> None:
        writer = ("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                  "  0: MOV OUT[0], IN[0]\n  1: ADD OUT[1], IN[0], IN[0]\n  2: END\n")
        reader = "FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {1, 1, 1, 1}\n  0: MOV OUT[0], IMM[0]\n"
        reader += "  1: END\n"
        fragment, vertex = jacquard.compile_stages([reader, writer], gpu=730)
        self.assertEqual((fragment.stage, vertex.stage), ("FRAG", "VERT"))
        self.assertLess(len(vertex), len(jacquard.compile(writer, gpu=730)))
        with self.assertRaisesRegex(jacquard.Error, "two vertex shaders"):
            jacquard.compile_stages([writer, writer])
        with self.assertRaises(jacquard.MalformedError) as caught:
            jacquard.compile_stages([writer, "FRAG\nMVO OUT[0]"], names=["a", "b.tgsi"])
        self.assertEqual(caught.exception.diagnostics[0].source_name, "b.tgsi")

    def test_a_module_may_be_assembly(self) -> None:
        text = (ROOT / "tests/driver/modules/place.spvasm").read_text(encoding="utf-8")
        for language in (None, "spirv"):
            with self.subTest(language=language):
                self.assertEqual(jacquard.compile(text, language=language).stage, "VERT")
        with self.assertRaisesRegex(jacquard.MalformedError, "no instruction 'OpCapabilty'"):
            jacquard.compile("OpCapability Shader\nOpCapabilty Int64\n")

    def test_the_part_may_be_a_name(self) -> None:
        self.assertEqual(jacquard.compile(PRODUCT, gpu="a6xx").gpu, jacquard.find_part("a6xx"))
        with self.assertRaises(ValueError):
            jacquard.compile(PRODUCT, gpu="a9xx")

    def test_what_surrounds_a_program_is_told(self) -> None:
        program = jacquard.compile(PRODUCT)
        self.assertEqual(program.header["gpu"], 630)
        self.assertEqual(program.header["stage"], "FRAG")
        self.assertGreater(program.statistics["instructions"], 4)

    def test_faults_are_exceptions_with_places(self) -> None:
        with self.assertRaises(jacquard.MalformedError) as caught:
            jacquard.compile(PRODUCT.replace("MUL", "MULL"), name="a.tgsi")
        error = caught.exception
        self.assertEqual((error.line, error.column), (5, 6))
        self.assertEqual(error.diagnostics[0].severity, "error")
        self.assertIn("MUL", error.diagnostics[0].notes[0].message)
        self.assertTrue(str(error).startswith("a.tgsi:5:6: error[T"), str(error))

    def test_kinds_of_faults_are_kinds_of_exceptions(self) -> None:
        with self.assertRaises(jacquard.UnknownPartError):
            jacquard.compile(PRODUCT, gpu=999)
        with self.assertRaises(jacquard.TooLargeError):
            jacquard.compile(PRODUCT, limits=jacquard.Limits(instructions=2))
        with self.assertRaises(ValueError):
            jacquard.compile(PRODUCT, stage="pixel")
        with self.assertRaises(ValueError):
            jacquard.compile(PRODUCT, language="glsl")
        self.assertTrue(issubclass(jacquard.FaultError, jacquard.Error))

    def test_every_fault_of_an_input_is_told(self) -> None:
        with self.assertRaises(jacquard.MalformedError) as caught:
            jacquard.compile("FRAG\nMUV OUT[0], OUT[0]\nMUX OUT[0], OUT[0]\nEND\n")
        self.assertEqual([each.line for each in caught.exception.diagnostics], [2, 3])


class WordsTest(unittest.TestCase):
    def test_words_become_text_and_text_becomes_words(self) -> None:
        text = jacquard.disassemble([0x4730000a00002006, 0xffffffffffffffff])
        self.assertEqual(text, "bary.f r2.z, 6, r0.x\n.word 0xffffffffffffffff\n")
        self.assertEqual(jacquard.assemble(text).words, (0x4730000a00002006, 0xffffffffffffffff))
        with self.assertRaises(ValueError):
            jacquard.disassemble([-1])
        with self.assertRaises(ValueError):
            jacquard.disassemble(b"1234567")

    def test_assembly_and_words_with_their_header_give_the_program_again(self) -> None:
        program = jacquard.compile(PRODUCT)
        self.assertEqual(jacquard.assemble(program.assembly).words, program.words)
        self.assertEqual(jacquard.program_of_words(program.to_bytes(), 630).words, program.words)

    def test_words_and_names_are_explained(self) -> None:
        self.assertIn("defs/ir3/", jacquard.explain(0x4730000a00002006))
        self.assertIn("Product.", jacquard.explain("ir3:mul.f"))
        with self.assertRaises(jacquard.MalformedError) as caught:
            jacquard.explain("fmull")
        self.assertIn("did you mean", str(caught.exception))


class CostTest(unittest.TestCase):
    def test_figures_have_sections_and_lines_have_cycles(self) -> None:
        cost = jacquard.compile(PRODUCT).cost()
        self.assertEqual(cost["instructions.total"], cost.figures["instructions"]["total"])
        self.assertEqual(cost.labels["instructions", "total"], "all")
        self.assertEqual(cost.lines[0].line, 5)
        self.assertGreater(cost.lines[0].cycles, 0)
        with self.assertRaises(KeyError):
            cost["instructions.cheap"]


class RunTest(unittest.TestCase):
    def test_both_engines_compute_the_product(self) -> None:
        inputs = {0: [1.0, 2.0, 3.0, 4.0]}
        constants = {0: [[2.0, 3.0, 4.0, 1.0]]}
        for runs in (jacquard.compile(PRODUCT).run(inputs=inputs, constants=constants),
                     jacquard.interpret(PRODUCT, inputs=inputs, constants=constants)):
            self.assertEqual(runs[0].live_lanes, 0xf)
            self.assertEqual(runs[0][0].semantic, "COLOR")
            self.assertEqual(runs[0][0].floats, ((2.0, 6.0, 12.0, 4.0),) * 4)

    def test_state_beside_a_shader_changes_what_it_computes(self) -> None:
        inputs = {0: [1.0, 2.0, 3.0, 4.0]}
        constants = {0: [[2.0, 3.0, 4.0, 0.5]]}
        for state, alpha in ((None, 2.0), ("alpha_to_one", 1.0)):
            for runs in (jacquard.compile(PRODUCT, state=state).run(inputs=inputs,
                                                                    constants=constants),
                         jacquard.interpret(PRODUCT, state=state, inputs=inputs,
                                            constants=constants)):
                self.assertEqual(runs[0][0].floats, ((2.0, 6.0, 12.0, alpha),) * 4)
        with self.assertRaisesRegex(ValueError, "did you mean 'alpha_to_one'"):
            jacquard.compile(PRODUCT, state="alpha_to_on")

    def test_work_groups_run_in_waves_of_the_size_asked_for(self) -> None:
        shader = ("shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" 96\n\n"
                  "function \"main\" entry {\n    b0:\n        %0:32 = load_subgroup_size\n"
                  "        %1:32 = const 0\n"
                  "        store_ssbo %0, %1, %1 {write_mask=x, align_mul=4}\n}\n")
        for size in (64, 128):
            program = jacquard.compile(shader, wave_size=size)
            self.assertIn(f"@wave {size}\n", program.assembly)
        for wrong in (0, -64, 256, 2**32 + 64):
            with self.assertRaisesRegex(ValueError, "wave_size"):
                jacquard.compile(shader, wave_size=wrong)
        with self.assertRaisesRegex(jacquard.NotSupportedError, "no waves of 128 lanes"):
            jacquard.compile(shader, 610, wave_size=128)

    def test_relaxed_values_have_16_bits_unless_precision_is_full(self) -> None:
        shader = ("shader fragment\ninput generic 0 smooth mask xyzw\noutput color 0 mask x\n\n"
                  "function \"main\" entry {\n    b0:\n        %0:32 = const 0\n"
                  "        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}\n"
                  "        %2:32x4 = load_interpolated_input %1, %0 "
                  "{dest_type=float32, io_semantics=generic 0 1}\n"
                  "        %3:32 = relaxed fmul %2.x, %2.y\n"
                  "        store_output %3, %0 {write_mask=x}\n}\n")
        for precision, name in ((None, "f16"), ("relaxed", "f16"), ("full", "f32")):
            assembly = jacquard.compile(shader, 730, precision=precision).assembly
            self.assertEqual("hr" in assembly, name == "f16", assembly)
        with self.assertRaisesRegex(ValueError, "precision"):
            jacquard.compile(shader, precision="half")

    def test_the_library_tells_its_options(self) -> None:
        options = {option.name: option for option in jacquard.compile_options()}
        self.assertEqual(list(options)[:2], ["gpu", "precise"])
        self.assertEqual(options["precision"].values, ("relaxed", "full"))
        self.assertEqual(options["wave_size"].kind, "number")
        self.assertTrue(options["state"].interprets)
        self.assertFalse(options["binning"].interprets)
        for option in options.values():
            self.assertRegex(option.doc, r"^[A-Z].*\.$")

    def test_a_word_between_members_means_nothing(self) -> None:
        members = tuple(_compile._Member(jacquard.CompileOption(name, kind, "It is.", (), False),
                                         offset)
                        for name, kind, offset in (("one", "number", 8), ("two", "flag", 16),
                                                   ("three", "flag", 20), ("four", "text", 24)))
        self.assertEqual([name for name, _ in _compile._fields(members)],
                         ["struct_size", "one", "reserved_1", "two", "three", "four"])

    def test_an_option_that_there_is_not_is_named_with_a_near_one(self) -> None:
        with self.assertRaisesRegex(TypeError, "compile.. has no option 'precize', did you mean "
                                               "'precise'"):
            jacquard.compile(PRODUCT, precize=True)
        with self.assertRaisesRegex(TypeError, "interpret.. has no option 'binning'$"):
            jacquard.interpret(PRODUCT, binning=True)

    def test_a_case_file_may_have_several_runs(self) -> None:
        runs = jacquard.compile(PRODUCT).run("shader -\nrun\nCONST 0 0 3f800000 0 0 0\nrun\n")
        self.assertEqual(len(runs), 2)

    def test_what_a_run_cannot_take_is_a_fault_of_the_case(self) -> None:
        program = jacquard.compile(PRODUCT)
        with self.assertRaises(jacquard.MalformedError) as caught:
            program.run("shader -\nrun\nCONST nothing\n")
        self.assertEqual(caught.exception.line, 3)
        with self.assertRaises(ValueError):
            program.run(inputs={0: [1.0] * 5})
        with self.assertRaises(ValueError):
            program.run("shader -\nrun\n", inputs={})

    def test_a_program_that_faults_says_so(self) -> None:
        program = jacquard.assemble("mul.f r0.x, r0.x, r0.y\nmul.f r0.z, r0.x, r0.x\nend\n")
        with self.assertRaises(jacquard.FaultError):
            program.run()

    def test_a_program_without_an_end_is_stopped(self) -> None:
        program = jacquard.assemble("nop\nl1: jump #l1\nend\n")
        with self.assertRaises(jacquard.TooLargeError):
            program.run(limits=jacquard.Limits(steps=1000))


class NumpyTest(unittest.TestCase):
    def setUp(self) -> None:
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        self.numpy = numpy

    def test_arrays_go_in_and_come_out(self) -> None:
        numpy = self.numpy
        factor = numpy.arange(16, dtype=numpy.float32).reshape(4, 4)
        constant = numpy.array([[2, 3, 4, 1]], dtype=numpy.float32)
        run = jacquard.compile(PRODUCT).run(inputs={0: factor}, constants={0: constant})[0]
        colour = numpy.asarray(run[0])
        self.assertEqual(colour.dtype, numpy.float32)
        numpy.testing.assert_array_equal(colour, factor * constant)
        bits = numpy.asarray(run[0], dtype=numpy.uint32)
        numpy.testing.assert_array_equal(bits.view(numpy.float32), colour)

    def test_words_are_an_array(self) -> None:
        program = jacquard.compile(PRODUCT)
        words = self.numpy.asarray(program)
        self.assertEqual(words.dtype, self.numpy.uint64)
        self.assertEqual(jacquard.disassemble(words), jacquard.disassemble(program.words))


class LibraryTest(unittest.TestCase):
    def test_other_threads_run_while_the_library_works(self) -> None:
        # An endless program in one thread; this one counts meanwhile.
        program = jacquard.assemble("nop\nl1: jump #l1\nend\n")
        ended = threading.Event()

        def work() -> None:
            with self.assertRaises(jacquard.TooLargeError):
                program.run(limits=jacquard.Limits(steps=3_000_000))
            ended.set()

        thread = threading.Thread(target=work)
        thread.start()
        counted = 0
        while not ended.is_set():
            counted += 1
        thread.join()
        # If calls held the interpreter, this thread would have counted for a few switches only.
        self.assertGreater(counted, 10_000)

    def test_threads_have_diagnostics_of_their_own(self) -> None:
        lines: dict[int, int] = {}

        def work(line: int) -> None:
            text = "FRAG\n" + "\n" * (line - 2) + "MUX OUT[0], OUT[0]\nEND\n"
            for _ in range(20):
                try:
                    jacquard.compile(text)
                except jacquard.MalformedError as error:
                    lines[line] = error.line

        threads = [threading.Thread(target=work, args=(line,)) for line in range(2, 8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(lines, {line: line for line in range(2, 8)})

    def test_importing_needs_no_library_and_calling_says_what_is_missing(self) -> None:
        code = ("import jacquard\n"
                "try:\n    jacquard.compile('FRAG')\n"
                "except jacquard.LibraryMissingError as error:\n    print(error)\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              check=True, env={"PYTHONPATH": str(ROOT / "bindings" / "python"),
                                               "JACQUARD_LIBRARY": "/nowhere/libjacquard.so"})
        self.assertIn("JACQUARD_LIBRARY", done.stdout)
        self.assertIn("/nowhere/libjacquard.so", done.stdout)

    def test_versions_agree(self) -> None:
        cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"project\(jacquard VERSION (\S+)", cmake)
        assert version is not None
        self.assertEqual(jacquard.__version__, version.group(1))
        self.assertEqual(jacquard.library_version(), version.group(1))


class HeaderTest(unittest.TestCase):
    """The declarations of _library.py match those of jacquard.h and of what it includes, which the
    build that made the library has generated."""

    GENERATED = Path(os.environ["JACQUARD_LIBRARY"]).parent / "generated" / "jacquard" / "generated"
    HEADER = "".join(path.read_text(encoding="utf-8") for path in (
        GENERATED / "errors" / "status.h", GENERATED / "options" / "compile_options.h",
        ROOT / "backend" / "jacquard" / "jacquard.h"))
    TYPES = {"size_t": ctypes.c_size_t, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
             "int32_t": ctypes.c_int32, "double": ctypes.c_double, "int": ctypes.c_int,
             "jacquard_status": ctypes.c_int, "jacquard_severity": ctypes.c_int}

    def code(self) -> str:
        return re.sub(r"/\*.*?\*/", "", self.HEADER, flags=re.DOTALL)

    def test_every_function_is_declared_with_its_parameters(self) -> None:
        declared = {}
        for result, name, parameters in re.findall(
                r"JACQUARD_API\s+([\w\s]+?[\s*]+)(jacquard_\w+)\(([^)]*)\);", self.code()):
            listed = [] if parameters.strip() == "void" else parameters.split(",")
            declared[name] = (result.strip(), [each.strip() for each in listed])
        self.assertEqual(set(declared), set(_library.FUNCTIONS))
        for name, (result, parameters) in declared.items():
            known_result, known_parameters = _library.FUNCTIONS[name]
            self.assertEqual(len(parameters), len(known_parameters), name)
            if result in self.TYPES:
                self.assertIs(known_result, self.TYPES[result], name)
            for parameter, known in zip(parameters, known_parameters):
                kind = parameter.rsplit(" ", 1)[0]
                if "*" not in parameter:
                    self.assertIs(known, self.TYPES[kind], f"{name}: {parameter}")

    def test_every_structure_has_its_members(self) -> None:
        structures = dict(re.findall(r"typedef struct (jacquard_\w+) \{(.*?)\} \1;", self.code(),
                                     flags=re.DOTALL))
        known = {"jacquard_" + re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower(): made
                 for name, made in vars(_library).items()
                 if isinstance(made, type) and issubclass(made, ctypes.Structure)
                 and made is not ctypes.Structure}
        known["jacquard_compile_options"] = _compile._structure()
        self.assertEqual(set(structures), set(known))
        for name, body in structures.items():
            members = [re.sub(r"(\[[^]]*\])+$", "", each.strip()).split()[-1].lstrip("*")
                       if "(*" not in each else re.findall(r"\(\*(\w+)\)", each)[0]
                       for each in body.split(";") if each.strip()]
            self.assertEqual(members, [field[0] for field in known[name]._fields_], name)
            for each in body.split(";"):
                words = each.split()
                if len(words) == 2 and words[0] in self.TYPES and "[" not in each:
                    field = next(one for one in known[name]._fields_ if one[0] == words[1])
                    self.assertIs(field[1], self.TYPES[words[0]], f"{name}.{words[1]}")

    def test_statuses_have_their_numbers(self) -> None:
        numbers = {name.lower(): int(number) for name, number in re.findall(
            r"JACQUARD_(\w+) = (\d+)", self.code().split("} jacquard_status;")[0])}
        self.assertEqual(numbers, _library.STATUS)


if __name__ == "__main__":
    unittest.main()
