#include <jacquard/ir3/isa/text_writer.h>

#include "catch.h"

#include <array>
#include <bit>
#include <cstdio>
#include <random>
#include <string>

using namespace jacquard::ir3;

namespace {

std::string printed(uint32_t bits) {
    std::array<char, 128> text;
    TextWriter writer(text.data());
    writer.float32(bits);
    return {text.data(), writer.length()};
}

std::string expected(uint32_t bits) {
    std::array<char, 128> text;
    const int length = std::snprintf(text.data(), text.size(), "%f",
                                     static_cast<double>(std::bit_cast<float>(bits)));
    return {text.data(), static_cast<size_t>(length)};
}

std::string printed_half(uint16_t bits) {
    std::array<char, 128> text;
    TextWriter writer(text.data());
    writer.float16(bits);
    return {text.data(), writer.length()};
}

} // namespace

TEST_CASE("floats print with six decimals") {
    CHECK(printed(0x3f800000) == "1.000000");
    CHECK(printed(0xbf000000) == "-0.500000");
    CHECK(printed(0x80000000) == "-0.000000");
    CHECK(printed(0x00000001) == "0.000000");
    CHECK(printed(0x7f800000) == "inf");
    CHECK(printed(0x3a83126f) == "0.001000");
}

TEST_CASE("floats print as the C library prints them") {
    std::mt19937 random(3);
    unsigned different = 0;
    for (unsigned i = 0; i < 200000; ++i) {
        const auto bits = static_cast<uint32_t>(random());
        different += printed(bits) != expected(bits) ? 1 : 0;
    }
    // Ties between two decimals: odd multiples of 2^-7 of a millionth do not occur, quarters do.
    for (uint32_t i = 0; i < 4096; ++i) {
        const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(i) / 128.0F);
        different += printed(bits) != expected(bits) ? 1 : 0;
    }
    CHECK(different == 0);
}

TEST_CASE("halves print as the floats they are") {
    CHECK(printed_half(0x3c00) == "1.000000");
    CHECK(printed_half(0xc000) == "-2.000000");
    CHECK(printed_half(0x7bff) == "65504.000000");
    CHECK(printed_half(0x0400) == "0.000061");
    CHECK(printed_half(0x03ff) == "0.000061");
    CHECK(printed_half(0x0200) == "0.000031");
    CHECK(printed_half(0x0011) == "0.000001");
    CHECK(printed_half(0x7c00) == "inf");
}
