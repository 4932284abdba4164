#include <jacquard/passes/boolean_forms.h>
#include <jacquard/passes/lower_integer_compounds.h>

#include "numeric_test.h"
#include "pass_test.h"

using namespace numeric_test;

namespace {

bool all(Shader& shader) {
    return lower_integer_compounds(shader);
}

} // namespace

TEST_CASE("compound integer operations of every width keep their meaning") {
    for (const Opcode opcode : {Opcode::uadd_carry,
                                Opcode::usub_borrow,
                                Opcode::uadd_sat,
                                Opcode::usub_sat,
                                Opcode::iadd_sat,
                                Opcode::isub_sat,
                                Opcode::ihadd,
                                Opcode::irhadd,
                                Opcode::uhadd,
                                Opcode::urhadd,
                                Opcode::uabs_isub,
                                Opcode::uabs_usub,
                                Opcode::amul,
                                Opcode::iadd3,
                                Opcode::imad,
                                Opcode::isign,
                                Opcode::urol,
                                Opcode::uror,
                                Opcode::bitfield_select,
                                Opcode::bitnz,
                                Opcode::bitz,
                                Opcode::bitnz8,
                                Opcode::bitz16,
                                Opcode::bitnz32,
                                Opcode::extract_u8,
                                Opcode::extract_u16,
                                Opcode::extract_i8,
                                Opcode::extract_i16,
                                Opcode::insert_u8,
                                Opcode::insert_u16}) {
        for (const unsigned bit_size : {8U, 16U, 32U, 64U}) {
            check_integers(opcode, bit_size, all);
        }
    }
}

TEST_CASE("compound integer operations of 32 bits keep their meaning") {
    for (const Opcode opcode :
         {Opcode::shfr, Opcode::imul_2x32_64, Opcode::umul_2x32_64, Opcode::umul_low,
          Opcode::imul24, Opcode::umul24, Opcode::imul24_relaxed, Opcode::umul24_relaxed,
          Opcode::umad24, Opcode::umad24_relaxed, Opcode::imul_32x16, Opcode::umul_32x16}) {
        check_integers(opcode, 32, all);
    }
}

TEST_CASE("compound integer operations are lowered by group and by width") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = uadd_sat %1.x, %1.y
        %3:32 = uhadd %1.x, %2
        store_output %3, %0 {write_mask=x}
)";
    LowerIntegerCompoundsOptions options;
    options.averages = false;
    CHECK(after([&](Shader& shader) { lower_integer_compounds(shader, options); }, body) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32 = iadd %1.x, %1.y
        %3:32 = const 0xffffffff
        %4:1 = ult %2, %1.x
        %5:32 = bcsel %4, %3, %2
        %6:32 = uhadd %1.x, %5
        store_output %6, %0 {write_mask=x}
)");
    options.bit_sizes = 64;
    CHECK(after([&](Shader& shader) { lower_integer_compounds(shader, options); }, body) == body);
}

TEST_CASE("forms of an opcode differ in the width of their truth") {
    CHECK(with_boolean_width(Opcode::flt, 32) == Opcode::flt32);
    CHECK(with_boolean_width(Opcode::flt8, 1) == Opcode::flt);
    CHECK(with_boolean_width(Opcode::bcsel, 16) == Opcode::b16csel);
    CHECK(with_boolean_width(Opcode::b32csel, 1) == Opcode::bcsel);
    CHECK(with_boolean_width(Opcode::ball_iequal4, 8) == Opcode::b8all_iequal4);
    CHECK(with_boolean_width(Opcode::fisfinite, 32) == Opcode::fisfinite32);
    CHECK(with_boolean_width(Opcode::fisnormal, 32) == Opcode::fisnormal);
    CHECK(with_boolean_width(Opcode::fadd, 32) == Opcode::fadd);
    CHECK(with_boolean_width(Opcode::i2i1, 32) == Opcode::i2i1);
    CHECK(boolean_width(Opcode::ige16) == 16);
    CHECK(boolean_width(Opcode::iadd) == 0);
}
