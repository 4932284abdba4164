#include <jacquard/support/expression/decimal_half.h>
#include <jacquard/support/expression/half.h>

#include "catch.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

using jacquard::half_from_chars;
using jacquard::half_to_float;

namespace {

constexpr unsigned kInfinity = 0x7c00;
constexpr unsigned kSign = 0x8000;

// The half that the whole text gives.
std::optional<unsigned> read(std::string_view text) {
    std::uint16_t half = 0;
    const auto [end, fault] = half_from_chars(text.data(), text.data() + text.size(), half);
    const bool is_good = fault == std::errc() && end == text.data() + text.size();
    return is_good ? std::optional<unsigned>(half) : std::nullopt;
}

double value_of(unsigned bits) {
    return half_to_float(static_cast<std::uint16_t>(bits));
}

// Sixty digits tell any half, and the middle of any two, and leave zeros behind.
std::string digits_of(double value) {
    std::array<char, 80> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value,
                                       std::chars_format::scientific, 60);
    return {text.data(), written.ptr};
}

// The decimals right above and below, which no float and no double tells from the number.
std::string above(std::string text) {
    text[text.find('e') - 1] = '1';
    return text;
}
std::string below(std::string text) {
    const std::size_t end = text.find('e');
    const std::size_t last = text.find_last_of("123456789", end);
    --text[last];
    for (std::size_t i = last + 1; i < end; ++i)
        text[i] = text[i] == '.' ? '.' : '9';
    return text;
}

} // namespace

TEST_CASE("decimals round to the nearest half once, ties to the even one") {
    for (unsigned bits = 0; bits + 1 < kInfinity; ++bits) {
        REQUIRE(read(digits_of(value_of(bits))) == bits);
        const std::string tie = digits_of((value_of(bits) + value_of(bits + 1)) / 2);
        REQUIRE(read(tie) == bits + (bits & 1U));
        REQUIRE(read("-" + tie) == (kSign | (bits + (bits & 1U))));
        REQUIRE(read(above(tie)) == bits + 1);
        REQUIRE(read("-" + above(tie)) == (kSign | (bits + 1)));
        REQUIRE(read(below(tie)) == bits);
        REQUIRE(read("-" + below(tie)) == (kSign | bits));
    }
}

TEST_CASE("a tie is told however it is written") {
    const std::pair<const char*, std::uint16_t> halves[] = {
        {"1.00048828125", 0x3c00},
        {"10004882812500000000000.0000e-22", 0x3c00},
        {"0.00000000000100048828125E+12", 0x3c00},
        {"1.00048828125000000000000000000000000000000000000000000000000001", 0x3c01},
        {"1.0004882812499999999999999999999999999999999999999999999999999", 0x3c00},
        {"1.00146484375", 0x3c02},
        {"2049", 0x6800},
    };
    for (const auto& [text, half] : halves) {
        INFO(text);
        CHECK(read(text) == half);
    }
}

TEST_CASE("a decimal that no half holds is out of range") {
    std::uint16_t half = 0x1234;
    for (const std::string_view text : {"65520", "65520.0", "-1e9", "1e999", "65536"}) {
        INFO(text);
        const auto [end, fault] = half_from_chars(text.data(), text.data() + text.size(), half);
        CHECK(fault == std::errc::result_out_of_range);
        CHECK(end == text.data() + text.size());
        CHECK(half == 0x1234);
    }
    CHECK(read("65519.99999999999999999999999999999999999999") == 0x7bff);
    CHECK(read("-65519.99") == (kSign | 0x7bffU));
    CHECK(read("1e-300") == 0);
    CHECK(read("-2.98023223876953125e-8") == kSign);
    CHECK(read("2.980232238769531250000000000000000000000000000000000000001e-8") == 1);
}

TEST_CASE("words for halves are read, and what is none is refused") {
    CHECK(read("inf") == kInfinity);
    CHECK(read("-inf") == (kSign | kInfinity));
    CHECK(read("nan") == 0x7e00);
    CHECK(read("-nan") == (kSign | 0x7e00U));
    CHECK(read("0") == 0);
    CHECK(read("-0.0") == kSign);
    CHECK_FALSE(read(""));
    CHECK_FALSE(read("-"));
    CHECK_FALSE(read("x1"));
    CHECK_FALSE(read("1.5x"));
}
