#include <jacquard/ir3/emulator/decode/convert.h>

#include "catch.h"

#include <bit>
#include <limits>

using namespace jacquard::ir3;

namespace {

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

std::uint32_t converted(std::uint32_t value, DataType from, DataType to,
                        RoundMode round = RoundMode::toward_zero) {
    return convert(value, from, to, round);
}

} // namespace

TEST_CASE("floats become integers cut toward zero and held in range") {
    CHECK(converted(bits(-1.75F), DataType::f32, DataType::s32) == 0xffffffff);
    CHECK(converted(bits(-1.75F), DataType::f32, DataType::u32) == 0);
    CHECK(converted(bits(3e9F), DataType::f32, DataType::s32) == 0x7fffffff);
    CHECK(converted(bits(5e9F), DataType::f32, DataType::u32) == 0xffffffff);
    CHECK(converted(bits(-5e9F), DataType::f32, DataType::s32) == 0x80000000);
    CHECK(converted(bits(std::numeric_limits<float>::quiet_NaN()), DataType::f32, DataType::s32) ==
          0);
    CHECK(converted(bits(-40000.0F), DataType::f32, DataType::s16) == 0x8000);
    CHECK(converted(0x4700, DataType::f16, DataType::u16) == 7);
}

TEST_CASE("integers become floats by their sign") {
    CHECK(converted(0xffffffff, DataType::s32, DataType::f32) == bits(-1));
    CHECK(converted(0xffffffff, DataType::u32, DataType::f32) == bits(4294967296.0F));
    CHECK(converted(0xffff, DataType::s16, DataType::f16) == 0xbc00);
    CHECK(converted(0x12340003, DataType::u16, DataType::f32) == bits(3));
}

TEST_CASE("integers are extended by the sign of their own type") {
    CHECK(converted(0x8000, DataType::s16, DataType::s32) == 0xffff8000);
    CHECK(converted(0x8000, DataType::u16, DataType::u32) == 0x8000);
    CHECK(converted(0x12345678, DataType::u32, DataType::u16) == 0x5678);
    CHECK(converted(0x12345678, DataType::u32, DataType::u8) == 0x78);
    CHECK(converted(0x80, DataType::u8, DataType::u32) == 0xffffff80);
}

TEST_CASE("a narrowing conversion of a float rounds as the instruction says") {
    const std::uint32_t above = bits(1.0F + 0x1.8p-11F);
    CHECK(converted(above, DataType::f32, DataType::f16) == 0x3c00);
    CHECK(converted(above, DataType::f32, DataType::f16, RoundMode::even) == 0x3c01);
    CHECK(converted(above, DataType::f32, DataType::f16, RoundMode::pos_infinity) == 0x3c01);
    CHECK(converted(above, DataType::f32, DataType::f16, RoundMode::neg_infinity) == 0x3c00);
    CHECK(converted(above | 0x80000000, DataType::f32, DataType::f16, RoundMode::neg_infinity) ==
          0xbc01);
    CHECK(converted(bits(1e-30F), DataType::f32, DataType::f16, RoundMode::pos_infinity) == 1);
    CHECK(converted(0x3c01, DataType::f16, DataType::f32) == bits(1.0009765625F));
}
