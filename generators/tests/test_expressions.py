"""The results of expressions: typed trees, C++, NIR, formulas."""

from __future__ import annotations

import unittest

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.expr import (Enumerated, Environment, Language, Tree, cpp, instructions,
                               nir_builder, page, parse_type)
from jacquard_gen.groups import Context
from jacquard_gen.source import Scalar, SourceFile

from .support import DEFS, ROOT, environment, language

LANGUAGE = language()
OPERANDS = {"src0": "a", "src1": "b", "i": "i", "j": "j", "u": "u", "c": "c", "h": "h", "s": "s",
            "b8": "b8", "v": ["v0", "v1", "v2", "v3"], "w": ["w.x", "w.y", "w.z"]}


def tree_of(text: str, result: str | None = "float") -> Tree:
    diagnostics = Diagnostics()
    scalar = Scalar(SourceFile("t.yaml", text), 1, 1, text, "", 0, len(text))
    wanted = parse_type(result) if result else None
    tree = LANGUAGE.compile(scalar, environment(), diagnostics, wanted)
    assert tree is not None, diagnostics.sorted()
    return tree


def cpp_of(text: str, result: str | None = "float", bits: int | str = 32) -> str:
    code = cpp.emit(tree_of(text, result), OPERANDS, bits)
    return " ".join([*code.statements, ", ".join(code.values)])


def nir_of(text: str, result: str = "float") -> list[str]:
    diagnostics = Diagnostics()
    code = nir_builder.emit(tree_of(text, result), OPERANDS, 32, diagnostics)
    assert code is not None
    return [*(line.removeprefix("SsaDef* const ") for line in code.statements),
            ", ".join(code.values)]


class Typing(unittest.TestCase):
    def test_a_literal_takes_the_type_it_needs(self) -> None:
        self.assertEqual(cpp_of("src0 + 1"), "a + 1.0f")
        self.assertEqual(cpp_of("i + 1", "int"), "wrap_add(i, std::int32_t{1})")
        self.assertEqual(cpp_of("1 + 2 * src0"), "1.0f + 2.0f * a")
        self.assertEqual(cpp_of("c ? 1 : 0"), "c ? 1.0f : 0.0f")
        self.assertEqual(cpp_of("(1 << s) - 1", "uint"),
                         "wrap_sub(shift_left(std::uint32_t{1}, s), std::uint32_t{1})")

    def test_a_named_literal_takes_its_type_at_each_use(self) -> None:
        self.assertEqual(cpp_of("let two = 2; float(i + two) * two"),
                         "to_float<32>(wrap_add(i, std::int32_t{2})) * 2.0f")

    def test_literals_at_the_edge_of_a_type(self) -> None:
        self.assertEqual(cpp_of("-2147483648", "int32"),
                         "std::numeric_limits<std::int32_t>::min()")
        self.assertEqual(cpp_of("0xffffffff", "int32"), "std::int32_t{-1}")
        self.assertEqual(cpp_of("-0.0"), "-0.0f")
        self.assertEqual(cpp_of("0.1"), "0.1f")
        self.assertEqual(cpp_of("0.1", bits=64), "0.1")
        self.assertEqual(cpp_of("1e300"), "std::numeric_limits<float>::infinity()")
        self.assertEqual(cpp_of("-inf"), "-std::numeric_limits<float>::infinity()")

    def test_every_width_of_bool_fits(self) -> None:
        self.assertEqual(cpp_of("src0 < src1", "bool32"), "a < b")

    def test_vectors_apply_to_each_component(self) -> None:
        self.assertEqual(cpp_of("v * src0", "float[4]"), "v0 * a, v1 * a, v2 * a, v3 * a")
        self.assertEqual(cpp_of("v.wx + w.yz", "float[2]"), "v3 + w.y, v0 + w.z")
        self.assertEqual(cpp_of("vec(src0, v.zw, 0)", "float[4]"), "a, v2, v3, 0.0f")
        self.assertEqual(cpp_of("src0", "float[2]"), "a, a")

    def test_reductions_run_from_left_to_right(self) -> None:
        self.assertEqual(cpp_of("sum(k, v[k] * src0)"), "v0 * a + v1 * a + v2 * a + v3 * a")
        self.assertEqual(cpp_of("all(k, w[k] == 0)", "bool1"),
                         "(w.x == 0.0f) && (w.y == 0.0f) && (w.z == 0.0f)")
        self.assertEqual(cpp_of("sum(k, w[k] * float(1 + k))").count("w."), 3)

    def test_reading_what_a_tree_uses(self) -> None:
        self.assertEqual(tree_of("v.x + v[2] * src0").uses(),
                         [("v", 0), ("v", 2), ("src0", None)])


class Cpp(unittest.TestCase):
    def test_bindings_become_constants(self) -> None:
        self.assertEqual(cpp_of("let t = src0 * src1; t * t"), "const float t = a * b; t * t")

    def test_a_binding_avoids_names_of_cpp_and_of_operands(self) -> None:
        self.assertEqual(cpp_of("let double = src0 * 2; let a = double + 1; a * a"),
                         "const float double_ = a * 2.0f; const float a_ = double_ + 1.0f; a_ * a_")

    def test_components_that_nothing_reads_are_left_out(self) -> None:
        self.assertEqual(cpp_of("let t = v * 2; t.x + t.w"),
                         "const float t_0 = v0 * 2.0f; const float t_3 = v3 * 2.0f; t_0 + t_3")

    def test_a_template_parameter_may_be_the_width(self) -> None:
        self.assertEqual(cpp_of("let t = src0 * 0.5; t + 1", bits="Bits"),
                         "const Float<Bits> t = a * constant<Float<Bits>>(0.5); "
                         "t + constant<Float<Bits>>(1.0)")
        self.assertEqual(cpp_of("bits(src0) >> 4", "uint", "Bits"),
                         "shift_right(to_bits<Bits>(a), std::uint32_t{4})")

    def test_parentheses_keep_the_tree(self) -> None:
        self.assertEqual(cpp_of("src0 - (src1 - 1)"), "a - (b - 1.0f)")
        self.assertEqual(cpp_of("(src0 + src1) * 2"), "(a + b) * 2.0f")
        self.assertEqual(cpp_of("-(src0 * src1)"), "-(a * b)")
        self.assertEqual(cpp_of("src0 * (src1 * 2)"), "a * (b * 2.0f)")


class Definitions(unittest.TestCase):
    def test_what_defines_a_function_stands_in_the_place_of_its_call(self) -> None:
        self.assertEqual(cpp_of("fract(src0)"), "a - std::floor(a)")
        self.assertEqual(cpp_of("fract(src0 * 2)"),
                         "const float x_ = a * 2.0f; x_ - std::floor(x_)")
        self.assertEqual(cpp_of("rsqrt(src0 * 2)"), "reciprocal(std::sqrt(a * 2.0f))")

    def test_names_of_a_definition_are_its_own(self) -> None:
        self.assertEqual(cpp_of("let x = src0 * 2; fract(x + src1) * x"),
                         "const float x_ = a * 2.0f; const float x_2 = x_ + b; "
                         "(x_2 - std::floor(x_2)) * x_")
        self.assertEqual(cpp_of("let total = i * 2; add_sat(total, j) + add_sat(j, total)", "int")
                         .count("const std::int32_t total"), 3)

    def test_a_definition_may_depend_on_the_kind(self) -> None:
        self.assertIn("bit_xor(x_, total)", cpp_of("add_sat(i * 2, j)", "int"))
        self.assertIn("total < u", cpp_of("add_sat(u, u)", "uint"))

    def test_nir_has_the_opcode_of_a_function_or_what_defines_it(self) -> None:
        self.assertEqual(nir_of("saturate(src0)"), ["b.fsat(a)"])
        self.assertEqual(nir_of("is_nan(src0 * src1)", "bool1"),
                         ["t0 = b.fmul(a, b);", "b.fneu(t0, t0)"])


class Nir(unittest.TestCase):
    def test_instructions_are_in_the_order_of_the_formula(self) -> None:
        self.assertEqual(nir_of("src0 * src1 + 1"),
                         ["t0 = b.fmul(a, b);", "b.fadd(t0, b.imm_float(1.0))"])
        self.assertEqual(nir_of("floor(saturate(src0))"), ["b.ffloor(b.fsat(a))"])

    def test_a_call_has_one_other_among_its_arguments(self) -> None:
        self.assertEqual(nir_of("saturate(src0) * saturate(src1)"),
                         ["t0 = b.fsat(a);", "b.fmul(t0, b.fsat(b))"])

    def test_a_long_call_is_a_statement(self) -> None:
        self.assertEqual(nir_of("floor(ceil(floor(ceil(floor(ceil(floor(ceil(src0))))))))"),
                         ["t0 = b.fceil(b.ffloor(b.fceil(b.ffloor(b.fceil(b.ffloor("
                          "b.fceil(a)))))));",
                          "b.ffloor(t0)"])

    def test_the_opcode_depends_on_the_type(self) -> None:
        self.assertEqual(nir_of("i < j", "bool1"), ["b.ilt(i, j)"])
        self.assertEqual(nir_of("src0 > src1", "bool1"), ["b.flt(b, a)"])
        self.assertEqual(nir_of("u >> 3", "uint"), ["b.ushr(u, b.imm_int(3))"])

    def test_casts_and_reinterpretation(self) -> None:
        self.assertEqual(nir_of("float(src0 < src1)"),
                         ["b.b2f32(b.flt(a, b))"])
        self.assertEqual(nir_of("bits(src0)", "uint"), ["a"])
        self.assertEqual(nir_of("uint(i)", "uint"), ["i"])

    def test_equal_values_are_made_once(self) -> None:
        self.assertEqual(nir_of("(src0 < src1) ? 0 : (src0 < src1) ? 1 : 0").count(
            "t0 = b.flt(a, b);"), 1)

    def test_an_operation_without_an_opcode_is_refused(self) -> None:
        spin = ("- function: spin\n  doc: The value.\n  edges: None.\n  types: {T: float}\n"
                "  args: [T]\n  result: T\n  cpp: \"{0}\"\n  python: to_float\n")
        context = Context(DEFS, instead={"expr/more.yaml": spin})
        more = context.model("expr")
        self.assertIsInstance(more, Language, context.diagnostics.sorted())
        text = Scalar(SourceFile("t.yaml", "spin(src0)"), 1, 1, "spin(src0)", "", 0, 10)
        tree = more.compile(text, environment(), context.diagnostics, parse_type("float"))
        self.assertIsNone(nir_builder.emit(tree, OPERANDS, 32, context.diagnostics))
        self.assertEqual([(fault.code, fault.message) for fault in context.diagnostics.sorted()],
                         [("E212", "'spin' on float has no NIR opcode, so this cannot be "
                                   "translated")])

    def test_integers_that_depend_on_no_operand_are_computed_here(self) -> None:
        self.assertEqual(nir_of("u >> (width(u) - 1)", "uint"),
                         ["b.ushr(u, b.imm_int(31))"])
        self.assertEqual(nir_of("bitfield_extract(u, 8, 8)", "uint"),
                         ["t0 = b.imm_int(24);", "b.ushr(b.ishl(u, b.imm_int(16)), t0)"])

    def test_every_opcode_named_is_defined(self) -> None:
        from jacquard_gen.groups import find_group
        from jacquard_gen.source import Mapping, Sequence

        if find_group("nir") is None:
            self.skipTest("there are no NIR tables")
        context = Context(DEFS)
        names: set[str] = set()
        from jacquard_gen.families import Room, expand
        for table in context.tables("nir/alu"):
            assert isinstance(table, Sequence)
            for item in table.items:
                assert isinstance(item, Mapping)
                for member in expand(item, context.diagnostics, Room()):
                    name = member.get("op")
                    assert isinstance(name, Scalar)
                    names.add(name.value)
        used: set[str] = set()
        for operation in LANGUAGE.operations.all():
            for pattern in operation.nir.values():
                for width in ("8", "16", "32", "64"):
                    text = pattern.replace("{width}", width)
                    used |= set(instructions.opcodes_of(text))
        absent = {"f2f8", "i2f8", "u2f8", "b2f8"}
        self.assertEqual(sorted(used - names - absent), [])


class Enumerations(unittest.TestCase):
    """An operand that is a number with names, and operands whose names have a dot."""

    def cpp_of(self, text: str) -> str:
        diagnostics = Diagnostics()
        scalar = Scalar(SourceFile("t.yaml", text), 1, 1, text, "", 0, len(text))
        width = Enumerated("width", {"narrow": 1, "wide": 4}, {"powers": 0b10110})
        tree = LANGUAGE.compile(scalar, Environment(
            {"type": parse_type("uint32"), "machine.wide": parse_type("bool")}, {"type": width}),
            diagnostics, parse_type("bool"))
        assert tree is not None, diagnostics.sorted()
        return cpp.emit(tree, {"type": "t", "machine.wide": "m"}, 32).values[0]

    def test_a_value_is_compared_by_its_name(self) -> None:
        self.assertEqual(self.cpp_of("type == wide"), "t == std::uint32_t{4}")
        self.assertEqual(self.cpp_of("narrow != type"), "t != std::uint32_t{1}")

    def test_a_set_is_the_mask_of_its_values(self) -> None:
        self.assertEqual(self.cpp_of("type in powers && machine.wide"),
                         "(bit_and(shift_right(std::uint32_t{22}, t), std::uint32_t{1}) != "
                         "std::uint32_t{0}) && m")


class Formulas(unittest.TestCase):
    def test_formula_of_an_entry(self) -> None:
        self.assertEqual(LANGUAGE.formula(tree_of("sum(k, v[k] * v[k])")),
                         "Σ over k: (v[k] · v[k])")
        self.assertEqual(LANGUAGE.formula(tree_of("let t = src0 * src1; floor(t) != inf ? t : -1")),
                         "(⌊t⌋ ≠ ∞) ? t : (−1) where t = src0 · src1")

    def test_the_page_is_that_of_the_tables(self) -> None:
        path = ROOT / "docs" / "expressions.md"
        self.assertEqual(path.read_text(encoding="utf-8"), page.page(LANGUAGE.operations),
                         "run python3 -m jacquard_gen.expr.page > docs/expressions.md")


if __name__ == "__main__":
    unittest.main()
