#include <jacquard/generated/ir3/revisions.h>

#include "fixture.h"

#include <limits>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

TEST_CASE("every lane computes with its own registers") {
    Quad quad;
    quad.set(r(0, 0), {bits(1), bits(2), bits(3), bits(4)});
    quad.set(r(0, 1), bits(0.5F));
    REQUIRE(quad.fault_of({make(Opcode::add_f, r(1, 2), r(0, 0), r(0, 1))}) == "");
    CHECK(quad.get(r(1, 2)) ==
          std::array<std::uint32_t, 4>{bits(1.5F), bits(2.5F), bits(3.5F), bits(4.5F)});
}

TEST_CASE("sources come from constants, numbers and the table of floats") {
    Quad quad;
    quad.constants[component(3, 1)] = bits(10);
    quad.set(r(0, 0), bits(4));
    CHECK(quad.fault_of({
              make(Opcode::mul_f, r(1, 0), r(0, 0), c(3, 1)),
              make(Opcode::add_f, r(1, 1), r(0, 0), Operand::table_immediate(2)),
              make(Opcode::add_u, r(1, 2), r(0, 0), Operand::immediate(-1)),
          }) == "");
    CHECK(quad.first(r(1, 0)) == bits(40));
    CHECK(quad.first(r(1, 1)) == bits(5));
    CHECK(quad.first(r(1, 2)) == bits(4) - 1);
}

TEST_CASE("modifiers negate, take the magnitude and invert by the opcode's type") {
    Quad quad;
    quad.set(r(0, 0), bits(-3));
    quad.set(r(0, 1), static_cast<std::uint32_t>(-7));
    CHECK(quad.fault_of({
              make(Opcode::add_f, r(1, 0), absolute(r(0, 0)), negated(r(0, 0))),
              make(Opcode::absneg_s, r(1, 1), absolute(r(0, 1))),
              make(Opcode::absneg_s, r(1, 2), negated(r(0, 1))),
              make(Opcode::and_b, r(1, 3), negated(r(0, 1)), Operand::immediate(-1)),
          }) == "");
    CHECK(quad.first(r(1, 0)) == bits(6));
    CHECK(quad.first(r(1, 1)) == 7);
    CHECK(quad.first(r(1, 2)) == 7);
    CHECK(quad.first(r(1, 3)) == ~static_cast<std::uint32_t>(-7));
}

TEST_CASE("(sat) clamps floats and holds integers at the ends of their range") {
    Quad quad;
    quad.set(r(0, 0), bits(1.5F));
    quad.set(r(0, 1), 5);
    Instruction clamped = make(Opcode::max_f, r(1, 0), r(0, 0), r(0, 0));
    clamped.saturate = true;
    Instruction difference = make(Opcode::sub_u, r(1, 1), r(0, 1), Operand::immediate(9));
    difference.saturate = true;
    CHECK(quad.fault_of({clamped, difference}) == "");
    CHECK(quad.first(r(1, 0)) == bits(1));
    CHECK(quad.first(r(1, 1)) == 0);
}

TEST_CASE("a saturated NaN is zero") {
    Quad quad;
    quad.set(r(0, 0), bits(std::numeric_limits<float>::quiet_NaN()));
    Instruction clamped = make(Opcode::add_f, r(1, 0), r(0, 0), r(0, 0));
    clamped.saturate = true;
    CHECK(quad.fault_of({clamped}) == "");
    CHECK(quad.first(r(1, 0)) == 0);
}

TEST_CASE("comparisons give one or zero, by every condition") {
    Quad quad;
    quad.set(r(0, 0), {bits(1), bits(2), bits(3), bits(std::numeric_limits<float>::quiet_NaN())});
    quad.set(r(0, 1), bits(2));
    const std::array<std::pair<Condition, std::array<std::uint32_t, 4>>, 6> rows = {{
        {Condition::lt, {1, 0, 0, 0}},
        {Condition::le, {1, 1, 0, 0}},
        {Condition::gt, {0, 0, 1, 0}},
        {Condition::ge, {0, 1, 1, 0}},
        {Condition::eq, {0, 1, 0, 0}},
        {Condition::ne, {1, 0, 1, 1}},
    }};
    for (const auto& [condition, expected] : rows) {
        CAPTURE(static_cast<int>(condition));
        CHECK(quad.fault_of({compare(Opcode::cmps_f, condition, r(1, 0), r(0, 0), r(0, 1))}) == "");
        CHECK(quad.get(r(1, 0)) == expected);
    }
}

TEST_CASE("signed and unsigned comparisons differ above the sign bit") {
    Quad quad;
    quad.set(r(0, 0), 0x80000000);
    CHECK(quad.fault_of({
              compare(Opcode::cmps_s, Condition::lt, r(1, 0), r(0, 0), Operand::immediate(0)),
              compare(Opcode::cmps_u, Condition::lt, r(1, 1), r(0, 0), Operand::immediate(0)),
          }) == "");
    CHECK(quad.first(r(1, 0)) == 1);
    CHECK(quad.first(r(1, 1)) == 0);
}

TEST_CASE("a select takes its condition from the middle source") {
    Quad quad;
    quad.set(r(0, 0), {1, 1, 1, 1});
    quad.set(r(0, 1), {0, 7, 0, 0x80000000});
    quad.set(r(0, 2), {2, 2, 2, 2});
    CHECK(quad.fault_of({make(Opcode::sel_b32, r(1, 0), r(0, 0), r(0, 1), r(0, 2))}) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{2, 1, 2, 1});
}

TEST_CASE("three instructions make a 32-bit product") {
    Quad quad;
    quad.set(r(0, 0), 0x12345678);
    quad.set(r(0, 1), 0x9abcdef1);
    CHECK(quad.fault_of({
              make(Opcode::mull_u, r(1, 0), r(0, 0), r(0, 1)),
              nop(3),
              make(Opcode::madsh_m16, r(1, 0), r(0, 0), r(0, 1), r(1, 0)),
              nop(3),
              make(Opcode::madsh_m16, r(1, 0), r(0, 1), r(0, 0), r(1, 0)),
          }) == "");
    CHECK(quad.first(r(1, 0)) == 0x12345678U * 0x9abcdef1U);
}

TEST_CASE("a multiply-add rounds once") {
    Quad quad;
    const float a = 1.0F + std::numeric_limits<float>::epsilon();
    quad.set(r(0, 0), bits(a));
    quad.set(r(0, 1), bits(-1 - 2 * std::numeric_limits<float>::epsilon()));
    CHECK(quad.fault_of({make(Opcode::mad_f32, r(1, 0), r(0, 0), r(0, 0), r(0, 1))}) == "");
    CHECK(quad.first(r(1, 0)) == bits(0x1p-46F));
}

TEST_CASE("bit operations count from either end") {
    Quad quad;
    quad.set(r(0, 0), {0, 1, 0x00ff0000, 0xffffffff});
    CHECK(quad.fault_of({
              make(Opcode::clz_b, r(1, 0), r(0, 0)),
              make(Opcode::clz_s, r(1, 1), r(0, 0)),
              make(Opcode::bfrev_b, r(1, 2), r(0, 0)),
          }) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{0xffffffff, 31, 8, 0});
    CHECK(quad.get(r(1, 1)) == std::array<std::uint32_t, 4>{0xffffffff, 31, 8, 0xffffffff});
    CHECK(quad.get(r(1, 2)) == std::array<std::uint32_t, 4>{0, 0x80000000, 0x0000ff00, 0xffffffff});
}

TEST_CASE("bits are counted of 32-bit values, or of 16-bit ones alone from a5xx on") {
    for (const auto& [revision, wide] : {std::pair(Revision::a3xx, true),
                                         {Revision::a4xx, true},
                                         {Revision::a5xx, false},
                                         {Revision::a6xx, false}}) {
        Quad quad(revision);
        quad.set(r(0, 0), {0, 1, 0x00ff0000, 0xffffffff});
        quad.set(hr(10, 0), {0, 1, 0x0ff0, 0xffff});
        CHECK(quad.fault_of({make(Opcode::cbits_b, hr(11, 0), hr(10, 0))}) == "");
        CHECK(quad.get(hr(11, 0)) == std::array<std::uint32_t, 4>{0, 1, 8, 16});
        const std::string fault = quad.fault_of({make(Opcode::cbits_b, r(1, 3), r(0, 0))});
        CHECK(fault == (wide ? ""
                             : "instruction 0 'cbits.b r1.w, r0.x' needs a count of 32 bits, which "
                               "this machine does not have"));
        CHECK((!wide || quad.get(r(1, 3)) == std::array<std::uint32_t, 4>{0, 1, 8, 32}));
    }
}

TEST_CASE("a repeat steps the destination, and the sources marked (r)") {
    Quad quad;
    for (unsigned i = 0; i < 4; ++i) {
        quad.set(r(1, i), bits(static_cast<float>(i)));
    }
    quad.set(r(2, 0), bits(10));
    CHECK(quad.fault_of(
              {with_repeat(2, make(Opcode::add_f, r(3, 1), repeated(r(1, 1)), r(2, 0)))}) == "");
    CHECK(quad.first(r(3, 0)) == 0);
    CHECK(quad.first(r(3, 1)) == bits(11));
    CHECK(quad.first(r(3, 2)) == bits(12));
    CHECK(quad.first(r(3, 3)) == bits(13));
}

TEST_CASE("half registers overlay full ones in merged files and not in separate ones") {
    for (const Revision revision : {Revision::a6xx, Revision::a3xx}) {
        const bool merged = revision == Revision::a6xx;
        Quad quad(revision);
        quad.set(r(1, 0), 0xaaaabbbb);
        quad.set(hr(0, 1), 0x3c00);
        CHECK(quad.fault_of({make(Opcode::add_f, hr(2, 1), hr(0, 1), hr(0, 1))}) == "");
        CHECK(quad.first(hr(2, 1)) == 0x4000);
        CHECK(quad.first(r(1, 0)) == (merged ? 0x4000bbbbU : 0xaaaabbbbU));
    }
}

TEST_CASE("a result of the other width is converted by its type") {
    Quad quad;
    quad.set(r(0, 0), bits(1.0009765625F));
    quad.set(r(0, 1), static_cast<std::uint32_t>(-2));
    quad.set(hr(20, 0), 0xfffe);
    Instruction widened = make(Opcode::add_s, r(5, 0), hr(20, 0), hr(20, 0));
    CHECK(quad.fault_of({
              make(Opcode::mul_f, hr(8, 0), r(0, 0), r(0, 0)),
              make(Opcode::add_s, hr(8, 1), r(0, 1), r(0, 1)),
              widened,
              make(Opcode::or_b, r(5, 1), hr(20, 0), hr(20, 0)),
          }) == "");
    CHECK(quad.first(hr(8, 0)) == 0x3c02);
    CHECK(quad.first(hr(8, 1)) == 0xfffc);
    CHECK(quad.first(r(5, 0)) == static_cast<std::uint32_t>(-4));
    CHECK(quad.first(r(5, 1)) == 0xfffe);
}

TEST_CASE("a half constant of a float opcode is a converted single") {
    Quad quad;
    quad.constants[component(1, 0)] = bits(1.5F);
    quad.set(hr(0, 0), 0x3c00);
    CHECK(quad.fault_of({make(Opcode::add_f, hr(1, 0), hr(0, 0),
                              Operand::constant(component(1, 0), true))}) == "");
    CHECK(quad.first(hr(1, 0)) == 0x4100);
}

TEST_CASE("the address register makes operands relative in each lane") {
    Quad quad;
    quad.set(hr(20, 0), {0, 1, 2, 3});
    for (unsigned i = 0; i < 4; ++i) {
        quad.constants[component(2, i)] = 100 + i;
        quad.set(r(4, i), 200 + i);
    }
    Operand a0 = Operand::gpr(kAddressRegister, true);
    Instruction load_address = make(Opcode::mova, a0, hr(20, 0));
    load_address.full = true;
    load_address.src_type = load_address.dst_type = DataType::s16;
    CHECK(quad.fault_of({
              load_address,
              nop(6),
              move(DataType::u32, DataType::u32, r(1, 0), Operand::relative_constant(8)),
              move(DataType::u32, DataType::u32, r(1, 1), Operand::relative_gpr(16)),
              nop(3),
              move(DataType::u32, DataType::u32, Operand::relative_gpr(24), r(1, 0)),
          }) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{100, 101, 102, 103});
    CHECK(quad.get(r(1, 1)) == std::array<std::uint32_t, 4>{200, 201, 202, 203});
    CHECK(quad.get(r(6, 0)) == std::array<std::uint32_t, 4>{100, 0, 0, 0});
    CHECK(quad.get(r(6, 3)) == std::array<std::uint32_t, 4>{0, 0, 0, 103});
}

TEST_CASE("a swap reads both registers before it writes") {
    Quad quad;
    quad.set(r(0, 0), 1);
    quad.set(r(0, 1), 2);
    Instruction swap = move(DataType::u32, DataType::u32, r(0, 0), r(0, 1));
    swap.opcode = Opcode::swz;
    swap.dst1 = r(0, 1);
    swap.src1 = r(0, 0);
    CHECK(quad.fault_of({swap}) == "");
    CHECK(quad.first(r(0, 0)) == 2);
    CHECK(quad.first(r(0, 1)) == 1);
}

TEST_CASE("special functions are correctly rounded where they can be") {
    Quad quad;
    quad.set(r(0, 0), bits(3));
    CHECK(quad.fault_of({
              make(Opcode::rcp, r(1, 0), r(0, 0)),
              make(Opcode::rsq, r(1, 1), r(0, 0)),
              make(Opcode::sqrt, r(1, 2), r(0, 0)),
              make(Opcode::exp2, r(1, 3), r(0, 0)),
          }) == "");
    CHECK(quad.first(r(1, 0)) == bits(1.0F / 3.0F));
    CHECK(quad.first(r(1, 2)) == bits(1.7320508F));
    CHECK(quad.first(r(1, 3)) == bits(8));
}

TEST_CASE("varyings arrive as they are given") {
    Quad quad;
    const std::vector<std::uint32_t> varyings = {1, 2, 3, 4, 5, 6, 7, 8};
    quad.environment.varyings = varyings;
    CHECK(quad.fault_of({
              make(Opcode::bary_f, r(1, 0), Operand::immediate(1), r(0, 0)),
              make(Opcode::flat_b, r(1, 1), Operand::immediate(0), Operand::immediate(0)),
          }) == "");
    CHECK(quad.get(r(1, 0)) == std::array<std::uint32_t, 4>{5, 6, 7, 8});
    CHECK(quad.get(r(1, 1)) == std::array<std::uint32_t, 4>{1, 2, 3, 4});
}

TEST_CASE("dot products take bytes from the half and with the sign that their fields say") {
    Quad quad;
    quad.set(r(0, 0), 0xff03fe02); // as signed bytes -1, 3, -2, 2, the highest first
    quad.set(r(0, 1), 0x05ff0a64); // 5, 255, 10, 100
    quad.set(r(0, 2), 1000);
    const auto dot = [](Opcode opcode, unsigned component, bool mixed, bool high) {
        Instruction result = make(opcode, r(1, component), r(0, 0), r(0, 1));
        result.src2 = r(0, 2);
        result.signedness = mixed ? Signedness::mixed : Signedness::both_unsigned;
        result.pack = high ? Pack::high : Pack::low;
        return result;
    };
    CHECK(quad.fault_of({dot(Opcode::dp2acc, 0, false, false), dot(Opcode::dp2acc, 1, true, false),
                         dot(Opcode::dp2acc, 2, true, true),
                         dot(Opcode::dp4acc, 3, true, false)}) == "");
    CHECK(quad.first(r(1, 0)) == 1000 + 254 * 10 + 2 * 100);
    CHECK(quad.first(r(1, 1)) == 1000 - 2 * 10 + 2 * 100);
    CHECK(quad.first(r(1, 2)) == 1000 - 1 * 5 + 3 * 255);
    CHECK(quad.first(r(1, 3)) == 1000 - 2 * 10 + 2 * 100 - 1 * 5 + 3 * 255);
}
