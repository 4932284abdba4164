// A pass that computes an opcode from others must keep its meaning: the opcode is built on
// constants, lowered, folded, and compared with what its own evaluator says.
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/fold_constants.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>

#include "catch.h"
#include "passes/pass_test.h"

#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace jacquard::nir;
using Pass = bool (*)(Shader&);

template <LoweringPass Which>
bool lowers(Shader& shader) {
    return lower_opcodes(shader, Which);
}

constexpr std::array<std::uint32_t, 14> kEdgeIntegers = {
    0, 1, 2, 3, 31, 32, 33, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, ~0U};

std::uint32_t float_bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

struct Folded {
    bool lowered = false;
    std::uint32_t bits = 0;
};

// The 32-bit result of an opcode after `pass`, folded.
Folded fold_lowered(Pass pass, Opcode opcode, std::span<const std::uint32_t> sources,
                    unsigned bit_size) {
    Shader shader(Stage::fragment);
    Function* function = shader.add_function("main", true);
    Builder b(*function);
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const unsigned declared = opcode_info(opcode).source_types[i].bit_size;
        operands.emplace_back(b.imm_bits(sources[i], declared != 0 ? declared : bit_size));
    }
    SsaDef* value = b.alu(opcode, operands);
    SsaDef* wide = value->bit_size == 32 ? value : b.u2u32(value);
    IntrinsicInstruction* store = b.store_output(wide, b.imm_int(0));
    function->link_blocks();

    Folded result;
    result.lowered = pass(shader);
    fold_constants(shader);
    const auto folded = constant_components(*store->sources()[0].ssa);
    REQUIRE(folded.size() == 1);
    result.bits = folded[0].u32;
    return result;
}

std::uint32_t evaluated(Opcode opcode, std::span<const std::uint32_t> sources, unsigned bit_size) {
    std::array<ConstantValue, 4> values{};
    std::array<const ConstantValue*, 4> pointers{};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        values[i].u64 = sources[i];
        pointers[i] = &values[i];
    }
    ConstantValue result{};
    REQUIRE(evaluate(opcode, bit_size, 1, pointers.data(), &result, {}));
    const unsigned width = opcode_info(opcode).output_type.bit_size;
    const unsigned result_width = width != 0 ? width : bit_size;
    return result_width >= 32 ? result.u32 : result.u32 & ((1U << result_width) - 1);
}

void check_integers(Pass pass, Opcode opcode, std::span<const std::uint32_t> sources,
                    unsigned bit_size = 32) {
    const Folded folded = fold_lowered(pass, opcode, sources, bit_size);
    INFO(opcode_info(opcode).name << " of " << bit_size << " bits: " << sources[0] << ", "
                                  << sources[1]);
    REQUIRE(folded.lowered);
    REQUIRE(folded.bits == evaluated(opcode, sources, bit_size));
}

class RandomBits {
  public:
    explicit RandomBits(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

  private:
    std::mt19937 engine_;
};

// Every pair of edge values, then random pairs of all magnitudes.
template <typename Check>
void for_pairs(unsigned bit_size, Check&& check) {
    const std::uint32_t mask = bit_size == 32 ? ~0U : (1U << bit_size) - 1;
    for (const std::uint32_t x : kEdgeIntegers) {
        for (const std::uint32_t y : kEdgeIntegers) {
            check(x & mask, y & mask);
        }
    }
    RandomBits random(1);
    for (int i = 0; i < 2000; ++i) {
        const std::uint32_t x = random() >> (random() % 32);
        const std::uint32_t y = random() >> (random() % 32);
        check(x & mask, y & mask);
    }
}

bool within_bound(std::uint32_t actual_bits, std::uint32_t expected_bits) {
    const auto actual = std::bit_cast<float>(actual_bits);
    const auto expected = std::bit_cast<float>(expected_bits);
    if (std::isnan(expected) || std::isinf(expected)) {
        return std::isnan(expected) ? std::isnan(actual) : actual == expected;
    }
    return std::abs(static_cast<double>(actual) - expected) <=
           0x1p-13 * std::max(1.0, std::abs(static_cast<double>(expected)));
}

} // namespace

TEST_CASE("lowered integer division gives the quotient and the remainder") {
    for (const Opcode opcode :
         {Opcode::udiv, Opcode::umod, Opcode::idiv, Opcode::irem, Opcode::imod}) {
        for (const unsigned bit_size : {8U, 16U, 32U}) {
            for_pairs(bit_size, [&](std::uint32_t x, std::uint32_t y) {
                check_integers(lowers<LoweringPass::lower_integer_division>, opcode,
                               std::array{x, y}, bit_size);
            });
        }
    }
}

TEST_CASE("the lowered high half of a product is that of the product") {
    for (const Opcode opcode : {Opcode::umul_high, Opcode::imul_high}) {
        for (const unsigned bit_size : {16U, 32U}) {
            for_pairs(bit_size, [&](std::uint32_t x, std::uint32_t y) {
                check_integers(lowers<LoweringPass::lower_multiply_high>, opcode, std::array{x, y},
                               bit_size);
            });
        }
    }
}

TEST_CASE("lowered fields of bits are those of the opcodes") {
    RandomBits random(2);
    for (std::uint32_t offset = 0; offset < 40; ++offset) {
        for (std::uint32_t count = 0; count < 40; ++count) {
            const std::uint32_t value = random();
            const std::uint32_t other = random();
            for (const Opcode opcode : {Opcode::ubfe, Opcode::ibfe, Opcode::ubitfield_extract,
                                        Opcode::ibitfield_extract}) {
                check_integers(lowers<LoweringPass::lower_bit_operations>, opcode,
                               std::array{value, offset, count});
            }
            check_integers(lowers<LoweringPass::lower_bit_operations>, Opcode::bitfield_insert,
                           std::array{value, other, offset, count});
            check_integers(lowers<LoweringPass::lower_bit_operations>, Opcode::bfm,
                           std::array{count, offset});
            check_integers(lowers<LoweringPass::lower_bit_operations>, Opcode::bfi,
                           std::array{value >> (offset % 32), other, count});
        }
    }
    for (const std::uint32_t offset : {~0U, 0x80000000U, 0x7fffffffU}) {
        for (const std::uint32_t count : {~0U, 0x80000000U, 0x7fffffffU, 0U, 8U}) {
            check_integers(lowers<LoweringPass::lower_bit_operations>, Opcode::ubitfield_extract,
                           std::array{0x12345678U, offset, count});
            check_integers(lowers<LoweringPass::lower_bit_operations>, Opcode::bitfield_insert,
                           std::array{0x12345678U, 0xabU, offset, count});
        }
    }
}

TEST_CASE("lowered ldexp scales by every power of two") {
    for (const float x : {1.0f, -1.0f, 0.0f, -0.0f, 1.5f, 3.0e38f, 1.2e-38f, 1.0e-40f,
                          std::numeric_limits<float>::infinity()}) {
        for (int exponent = -400; exponent <= 400; ++exponent) {
            const std::array sources = {float_bits(x), static_cast<std::uint32_t>(exponent)};
            const Folded folded =
                fold_lowered(lowers<LoweringPass::lower_ldexp>, Opcode::ldexp, sources, 32);
            INFO("ldexp(" << x << ", " << exponent << ")");
            REQUIRE(folded.lowered);
            REQUIRE(folded.bits == evaluated(Opcode::ldexp, sources, 32));
        }
    }
}

TEST_CASE("lowered powers stay within the bound, signs and zeros included") {
    for (const float x : {0.0f, 1.0f, 2.0f, 0.5f, -1.0f, -2.0f, -0.5f, 10.0f, 1.0e-3f, -7.25f}) {
        for (const float y : {0.0f, 1.0f, 2.0f, 3.0f, -1.0f, -2.0f, -3.0f, 0.5f, 16.0f, -0.25f}) {
            const std::array sources = {float_bits(x), float_bits(y)};
            const Folded folded =
                fold_lowered(lowers<LoweringPass::lower_pow>, Opcode::fpow, sources, 32);
            INFO("pow(" << x << ", " << y << ")");
            REQUIRE(folded.lowered);
            REQUIRE(within_bound(folded.bits, evaluated(Opcode::fpow, sources, 32)));
        }
    }
}

TEST_CASE("lowered float division stays within the bound") {
    for (const Opcode opcode : {Opcode::fdiv, Opcode::fmod, Opcode::frem}) {
        for (const float x : {0.0f, 1.0f, -1.0f, 7.5f, -7.5f, 100.25f, 1.0e-3f}) {
            for (const float y : {1.0f, -1.0f, 2.0f, 3.5f, -0.75f, 16.0f}) {
                const std::array sources = {float_bits(x), float_bits(y)};
                const Folded folded =
                    fold_lowered(lowers<LoweringPass::lower_float_division>, opcode, sources, 32);
                INFO(opcode_info(opcode).name << "(" << x << ", " << y << ")");
                REQUIRE(folded.lowered);
                REQUIRE(within_bound(folded.bits, evaluated(opcode, sources, 32)));
            }
        }
    }
}
