#include <jacquard/support/expression/half.h>

#include "catch.h"

#include <cmath>
#include <cstdint>
#include <limits>

using jacquard::double_to_half;
using jacquard::float_to_half;
using jacquard::float_to_half_toward_zero;
using jacquard::half_to_float;

namespace {

constexpr std::uint16_t kInfinity = 0x7c00;

std::uint16_t half(unsigned bits) {
    return static_cast<std::uint16_t>(bits);
}

} // namespace

TEST_CASE("every half float keeps its bits through single precision") {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const float value = half_to_float(half(bits));
        const bool is_nan = (bits & 0x7fffU) > kInfinity;
        REQUIRE(std::isnan(value) == is_nan);
        if (is_nan) {
            REQUIRE(std::isnan(half_to_float(float_to_half(value))));
            REQUIRE(std::isnan(half_to_float(float_to_half_toward_zero(value))));
        } else {
            REQUIRE(float_to_half(value) == bits);
            REQUIRE(float_to_half_toward_zero(value) == bits);
        }
    }
}

TEST_CASE("values between two half floats round to the nearer, ties to the even one") {
    for (unsigned bits = 0; bits + 1 < kInfinity; ++bits) {
        const float low = half_to_float(half(bits));
        const float high = half_to_float(half(bits + 1));
        const float middle = (low + high) / 2;
        const float below = std::nextafter(middle, 0.0F);
        const float above = std::nextafter(middle, high);
        REQUIRE(float_to_half(middle) == bits + (bits & 1U));
        REQUIRE(float_to_half(below) == bits);
        REQUIRE(float_to_half(above) == bits + 1);
        REQUIRE(float_to_half(-above) == (0x8000U | (bits + 1)));
        REQUIRE(float_to_half_toward_zero(above) == bits);
        REQUIRE(float_to_half_toward_zero(std::nextafter(high, 0.0F)) == bits);
        REQUIRE(float_to_half_toward_zero(-above) == (0x8000U | bits));
    }
}

TEST_CASE("doubles round once, though a float between lies on a tie") {
    for (unsigned bits = 0; bits + 1 < kInfinity; ++bits) {
        const double low = half_to_float(half(bits));
        const double high = half_to_float(half(bits + 1));
        const double middle = (low + high) / 2;
        const double below = std::nextafter(middle, 0.0);
        const double above = std::nextafter(middle, high);
        REQUIRE(double_to_half(low) == bits);
        REQUIRE(double_to_half(middle) == bits + (bits & 1U));
        REQUIRE(double_to_half(below) == bits);
        REQUIRE(double_to_half(above) == bits + 1);
        REQUIRE(double_to_half(-below) == (0x8000U | bits));
        REQUIRE(double_to_half(-above) == (0x8000U | (bits + 1)));
    }
    REQUIRE(double_to_half(std::nextafter(65520.0, 0.0)) == 0x7bff);
    REQUIRE(double_to_half(65520.0) == kInfinity);
    REQUIRE(double_to_half(-1e300) == (0x8000U | kInfinity));
    REQUIRE(double_to_half(std::numeric_limits<double>::denorm_min()) == 0);
    REQUIRE(double_to_half(-std::numeric_limits<double>::denorm_min()) == 0x8000);
    REQUIRE(double_to_half(std::numeric_limits<double>::infinity()) == kInfinity);
    REQUIRE(std::isnan(half_to_float(double_to_half(std::nan("")))));
}

TEST_CASE("half floats that are too large or too small") {
    REQUIRE(float_to_half(65519.996F) == 0x7bff);
    REQUIRE(float_to_half(65520.0F) == kInfinity);
    REQUIRE(float_to_half_toward_zero(65520.0F) == 0x7bff);
    REQUIRE(float_to_half_toward_zero(std::numeric_limits<float>::max()) == 0x7bff);
    REQUIRE(float_to_half_toward_zero(std::numeric_limits<float>::infinity()) == kInfinity);
    REQUIRE(float_to_half(0x1p-25F) == 0);
    REQUIRE(float_to_half(-std::numeric_limits<float>::denorm_min()) == 0x8000);
    REQUIRE(float_to_half_toward_zero(std::numeric_limits<float>::denorm_min()) == 0);
}
