#include <jacquard/ir3/isa/assemble/read_numbers.h>
#include <jacquard/ir3/isa/disassemble/text_writer.h>

#include "catch.h"

#include <array>
#include <bit>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>

using namespace jacquard::ir3;

namespace {

std::string printed(std::uint32_t bits) {
    std::array<char, 128> text;
    TextWriter writer(text.data());
    writer.float32(bits);
    return {text.data(), writer.length()};
}

std::string expected(std::uint32_t bits) {
    std::array<char, 128> text;
    const int length = std::snprintf(text.data(), text.size(), "%f",
                                     static_cast<double>(std::bit_cast<float>(bits)));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string printed_half(std::uint16_t bits) {
    std::array<char, 128> text;
    TextWriter writer(text.data());
    writer.float16(bits);
    return {text.data(), writer.length()};
}

std::uint32_t read_back(const std::string& text) {
    LineCursor in(text);
    std::int32_t bits = 0;
    return read_float32(in, bits) && in.at_end() ? static_cast<std::uint32_t>(bits) : 0xdeadbeef;
}

} // namespace

TEST_CASE("floats print with six decimals") {
    CHECK(printed(0x3f800000) == "1.000000");
    CHECK(printed(0xbf000000) == "-0.500000");
    CHECK(printed(0x80000000) == "-0.000000");
    CHECK(printed(0x7f800000) == "inf");
    CHECK(printed(0x3a83126f) == "0.001000");
}

TEST_CASE("floats that six decimals do not tell print with as few digits as do") {
    CHECK(printed(0x3eaaaaab) == "0.33333334");
    CHECK(printed(0x00000001) == "1e-45");
    CHECK(printed(0xb3800000) == "-5.9604645e-08");
    CHECK(printed(0x7fc00000) == "nan");
    CHECK(printed(0xffc00000) == "-nan");
    CHECK(printed(0x7f800001) == "0x7f800001");
    CHECK(printed_half(0x0001) == "5.9604645e-08");
    CHECK(printed_half(0x7c01) == "0x7c01");
}

TEST_CASE("floats print as the C library prints them, or read back better") {
    std::mt19937 random(3);
    unsigned different = 0;
    unsigned lost = 0;
    const auto compare = [&](std::uint32_t bits) {
        const bool same = printed(bits) == expected(bits);
        if (read_back(printed(bits)) != bits)
            ++lost;
        if (!same && read_back(expected(bits)) == bits)
            ++different;
    };
    for (unsigned i = 0; i < 200000; ++i)
        compare(static_cast<std::uint32_t>(random()));
    // Ties between two decimals: odd multiples of 2^-7 of a millionth do not occur, quarters do.
    for (std::uint32_t i = 0; i < 4096; ++i)
        compare(std::bit_cast<std::uint32_t>(static_cast<float>(i) / 128.0F));
    CHECK(different == 0);
    CHECK(lost == 0);
}

TEST_CASE("a float that its width cannot hold is none, and a half is rounded once") {
    CHECK(read_back("3.5e38") == 0xdeadbeef);
    CHECK(read_back("1e999") == 0xdeadbeef);
    CHECK(read_back("inf") == 0x7f800000);
    const auto half_of = [](std::string_view text) {
        LineCursor in(text);
        std::int32_t bits = 0;
        return read_float16(in, bits) && in.at_end() ? bits : -1;
    };
    CHECK(half_of("1.00048828125") == 0x3c00);
    CHECK(half_of("1.0004882812500000000001") == 0x3c01);
    CHECK(half_of("65519.99") == 0x7bff);
    CHECK(half_of("65520.0") == -1);
    CHECK(half_of("-1e9") == -1);
    CHECK(half_of("-inf") == 0xfc00);
    CHECK(half_of("nan") == 0x7e00);
}

TEST_CASE("a number in hexadecimal digits has 32 bits, however many there are") {
    const auto number_of = [](std::string_view text) {
        LineCursor in(text);
        std::int64_t number = 0;
        return read_number(in, number) && in.at_end() ? number : -1;
    };
    CHECK(number_of("0xffffffff") == 0xffffffff);
    CHECK(number_of("0x00000000000000000000ffff") == 0xffff);
    CHECK(number_of("0x100000000") == -1);
    CHECK(number_of("0x10000000000000000") == -1);
    CHECK(number_of("0x123456789abcdef0123456789abcdef") == -1);
    CHECK(number_of("0x") == -1);
}

TEST_CASE("every half reads back from its text") {
    unsigned lost = 0;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const std::string text = printed_half(static_cast<std::uint16_t>(bits));
        LineCursor in(text);
        std::int32_t read = 0;
        lost += read_float16(in, read) && in.at_end() && static_cast<std::uint32_t>(read) == bits
                    ? 0
                    : 1;
    }
    CHECK(lost == 0);
}

TEST_CASE("halves print as the floats they are") {
    CHECK(printed_half(0x3c00) == "1.000000");
    CHECK(printed_half(0xc000) == "-2.000000");
    CHECK(printed_half(0x7bff) == "65504.000000");
    CHECK(printed_half(0x0400) == "6.1035156e-05");
    CHECK(printed_half(0x03ff) == "0.000061");
    CHECK(printed_half(0x3555) == "0.333252");
    CHECK(printed_half(0x7c00) == "inf");
}
