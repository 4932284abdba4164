// The effects of float controls on results, against values computed exactly.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/support/expression/half.h>

#include "catch.h"
#include "text.h"

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

using namespace jacquard::nir;

namespace {

FloatControls toward_zero() {
    FloatControls controls;
    controls.round_to_zero_16 = controls.round_to_zero_32 = controls.round_to_zero_64 = true;
    return controls;
}

std::uint64_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// The nearest float whose magnitude is not above the value's.
float cut(double exact) {
    const auto nearest = static_cast<float>(exact);
    if (std::fabs(static_cast<double>(nearest)) > std::fabs(exact)) {
        return std::nextafterf(nearest, 0.0F);
    }
    return nearest;
}

std::uint64_t cut_half(double exact) {
    return jacquard::float_to_half_toward_zero(cut(exact));
}

std::uint64_t computed(Opcode opcode, unsigned width, const std::vector<std::uint64_t>& values,
                       FloatControls controls) {
    std::array<ConstantValue, 4> sources{};
    std::array<const ConstantValue*, 4> pointers{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        sources[i].u64 = values[i];
        pointers[i] = &sources[i];
    }
    ConstantValue result;
    REQUIRE(evaluate(opcode, width, 1, pointers.data(), &result, controls));
    return result.u64;
}

// Floats near each other, whose sums and products a double holds exactly.
float near_one(std::mt19937_64& random) {
    const auto fraction = static_cast<std::int32_t>(random() % 0x1000000) - 0x800000;
    return std::ldexp(static_cast<float>(fraction), static_cast<int>(random() % 8) - 24);
}

std::uint16_t random_half(std::mt19937_64& random) {
    const auto half = static_cast<std::uint16_t>(random());
    return (half & 0x7c00) == 0x7c00 ? static_cast<std::uint16_t>(half & 0x83ff) : half;
}

constexpr unsigned kTries = 5000;

} // namespace

TEST_CASE("single floats are rounded towards zero where the shader says so") {
    std::mt19937_64 random(1);
    unsigned differing = 0;
    for (unsigned i = 0; i < kTries; ++i) {
        const float a = near_one(random);
        const float b = near_one(random);
        const float c = near_one(random);
        const std::vector<std::uint64_t> sources = {bits_of(a), bits_of(b)};
        const double x = a;
        const double y = b;
        CHECK(computed(Opcode::fadd, 32, sources, toward_zero()) == bits_of(cut(x + y)));
        CHECK(computed(Opcode::fsub, 32, sources, toward_zero()) == bits_of(cut(x - y)));
        CHECK(computed(Opcode::fmul, 32, sources, toward_zero()) == bits_of(cut(x * y)));
        const std::uint64_t near = computed(Opcode::fmul, 32, sources, {});
        differing += near != bits_of(cut(x * y)) ? 1 : 0;
        CHECK(near == bits_of(a * b));
        if (b != 0) {
            // A quotient in double is closer to the true one than any float that it is not.
            CHECK(computed(Opcode::fdiv, 32, sources, toward_zero()) == bits_of(cut(x / y)));
        }
        CHECK(computed(Opcode::fsqrt, 32, {bits_of(std::fabs(a))}, toward_zero()) ==
              bits_of(cut(std::sqrt(std::fabs(x)))));
        CHECK(computed(Opcode::f2f32, 64, {std::bit_cast<std::uint64_t>(x * y)}, toward_zero()) ==
              bits_of(cut(x * y)));
        static_cast<void>(c);
    }
    CHECK(differing > kTries / 4);
}

TEST_CASE("half floats are rounded towards zero, and too large ones stay finite") {
    std::mt19937_64 random(2);
    unsigned differing = 0;
    for (unsigned i = 0; i < kTries; ++i) {
        const std::uint16_t a = random_half(random);
        const std::uint16_t b = random_half(random);
        const double x = jacquard::half_to_float(a);
        const double y = jacquard::half_to_float(b);
        CHECK(computed(Opcode::fmul, 16, {a, b}, toward_zero()) == cut_half(x * y));
        CHECK(computed(Opcode::fadd, 16, {a, b}, toward_zero()) == cut_half(x + y));
        differing += computed(Opcode::fadd, 16, {a, b}, {}) != cut_half(x + y) ? 1 : 0;
        const double value = std::ldexp(x, static_cast<int>(random() % 20) - 10) + y / 3;
        CHECK(computed(Opcode::f2f16, 64, {std::bit_cast<std::uint64_t>(value)}, toward_zero()) ==
              cut_half(value));
    }
    CHECK(differing > kTries / 10);
    CHECK(computed(Opcode::fadd, 16, {0x7bff, 0x7bff}, toward_zero()) == 0x7bff);
    CHECK(computed(Opcode::fadd, 16, {0x7bff, 0x7bff}, {}) == 0x7c00);
    CHECK(computed(Opcode::fadd, 16, {0x7c00, 0x3c00}, toward_zero()) == 0x7c00);
    CHECK(computed(Opcode::f2f16_rtne, 32, {bits_of(65519.0F)}, toward_zero()) == 0x7bff);
    CHECK(computed(Opcode::f2f16_rtne, 32, {bits_of(2051.9F)}, toward_zero()) == 0x6802);
    CHECK(computed(Opcode::f2f16, 32, {bits_of(2051.9F)}, toward_zero()) == 0x6801);
}

TEST_CASE("integers become the float next to them towards zero") {
    std::mt19937_64 random(3);
    for (unsigned i = 0; i < kTries; ++i) {
        const auto value = static_cast<std::int32_t>(random());
        const auto bits = static_cast<std::uint32_t>(value);
        CHECK(computed(Opcode::i2f32, 32, {bits}, toward_zero()) == bits_of(cut(value)));
        CHECK(computed(Opcode::u2f32, 32, {bits}, toward_zero()) == bits_of(cut(bits)));
        CHECK(computed(Opcode::i2f16, 32, {bits % 70000}, toward_zero()) == cut_half(bits % 70000));
        const std::uint64_t wide = random();
        const double up = std::bit_cast<double>(computed(Opcode::u2f64, 64, {wide}, toward_zero()));
        // Exact in long double.
        CHECK(static_cast<long double>(up) <= static_cast<long double>(wide));
        CHECK(static_cast<long double>(std::nextafter(up, INFINITY)) >
              static_cast<long double>(wide));
    }
}

TEST_CASE("controls of one width leave the others alone, and roundings that are named stay") {
    FloatControls half;
    half.round_to_zero_16 = true;
    const std::vector<std::uint64_t> thirds = {bits_of(2.0F), bits_of(3.0F)};
    CHECK(computed(Opcode::fdiv, 32, thirds, half) == bits_of(2.0F / 3.0F));
    CHECK(computed(Opcode::fdiv, 32, thirds, toward_zero()) == bits_of(cut(2.0 / 3.0)));
    CHECK(computed(Opcode::fround_even, 32, {bits_of(1.5F)}, toward_zero()) == bits_of(2.0F));
    CHECK(computed(Opcode::fround_even, 16, {0x3e00}, toward_zero()) == 0x4000);
    CHECK(half.rounds_to_zero(16));
    CHECK_FALSE(half.rounds_to_zero(32));
    CHECK_FALSE(half.preserves_special(16));
    // The mode of the machine is as before.
    volatile float two = 2.0F;
    volatile float three = 3.0F;
    CHECK(bits_of(two / three) == 0x3f2aaaab);
}

TEST_CASE("denormals are flushed at the widths that the shader names, after rounding") {
    FloatControls controls;
    controls.flush_denormals_32 = true;
    const std::uint64_t tiny = 0x00000100;
    CHECK(computed(Opcode::fadd, 32, {tiny, 0}, controls) == 0);
    CHECK(computed(Opcode::fneg, 32, {tiny}, controls) == 0x80000000);
    CHECK(computed(Opcode::fadd, 16, {0x0010, 0}, controls) == 0x0010);
    controls.flush_denormals_16 = controls.round_to_zero_16 = true;
    CHECK(computed(Opcode::fadd, 16, {0x0010, 0}, controls) == 0);
    CHECK(computed(Opcode::fmul, 16, {0x0400, 0x3bff}, controls) == 0);
}

TEST_CASE("a shader says for each width what passes must preserve") {
    const auto shader =
        parsed("shader vertex\nfloat_controls preserve_special_16 preserve_special_64 "
               "round_to_zero_32\nfunction \"main\" entry {\nb0:\n}\n");
    REQUIRE(shader != nullptr);
    const FloatControls controls = shader->info.float_controls;
    CHECK(controls.preserves_special(16));
    CHECK_FALSE(controls.preserves_special(32));
    CHECK(controls.preserves_special(64));
    CHECK(controls.rounds_to_zero(32));
}
