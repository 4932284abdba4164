#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/passes/lower_bit_size.h>
#include <jacquard/generated/passes/lower_half.h>

#include "passes/numeric_test.h"
#include "passes/pass_test.h"

#include <set>

using namespace numeric_test;

namespace {

bool exists(Opcode opcode, unsigned bit_size) {
    const OpcodeInfo& info = opcode_info(opcode);
    const auto bit = static_cast<unsigned>(std::countr_zero(bit_size));
    return info.num_sources != 0 && (info.width_mask >> bit & 1) != 0;
}

bool widen_to_16(Shader& shader) {
    LowerBitSizeOptions options;
    options.int_bits = 16;
    return lower_bit_size(shader, options);
}

// The types of the sources decide which values to try.
BaseType type_of(Opcode opcode) {
    const OpcodeInfo& info = opcode_info(opcode);
    return info.source_types[static_cast<std::size_t>(std::max<int>(info.width_source, 0))].base;
}

// Opcodes of that kind and width that the pass leaves alone.
template <typename Check>
std::set<std::string> left_alone(BaseType base, unsigned bit_size, const LoweredOpcode::Pass& pass,
                                 Check&& check_opcode) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const BaseType type = type_of(opcode);
        const bool is_wanted = base == BaseType::float_type
                                   ? type == base
                                   : type == BaseType::int_type || type == BaseType::uint_type;
        if (!exists(opcode, bit_size) || !is_wanted) {
            continue;
        }
        if (LoweredOpcode(opcode, bit_size, pass).lowered()) {
            check_opcode(opcode);
        } else {
            names.insert(std::string(opcode_info(opcode).name));
        }
    }
    return names;
}

const std::set<std::string> kDependOnWidth = {
    "bitfield_reverse", "iadd_sat", "isub_sat", "uadd_carry", "uadd_sat", "urol", "uror"};
const std::set<std::string> kCopies = {"mov",    "vec2",    "vec3",    "vec4",
                                       "vec5",   "vec8",    "vec16",   "bcsel",
                                       "b8csel", "b16csel", "b32csel", "icsel_eqz"};
const std::set<std::string> kResizes = {"i2i1", "i2i8", "i2i16", "i2i32", "i2i64",
                                        "u2u1", "u2u8", "u2u16", "u2u32", "u2u64"};

} // namespace

TEST_CASE("every opcode of narrow integers keeps its meaning in 32 bits, or stays") {
    std::set<std::string> expected = kDependOnWidth;
    expected.insert(kCopies.begin(), kCopies.end());
    expected.insert(kResizes.begin(), kResizes.end());
    const auto pass = [](Shader& shader) { return lower_bit_size(shader); };
    for (const unsigned bit_size : {8U, 16U}) {
        CHECK(left_alone(BaseType::int_type, bit_size, pass, [&](Opcode opcode) {
                  check_integers(opcode, bit_size, pass, 300);
              }) == expected);
    }
}

TEST_CASE("bytes keep their meaning in 16 bits") {
    for (const Opcode opcode : {Opcode::iadd, Opcode::imul, Opcode::ishl, Opcode::ishr,
                                Opcode::idiv, Opcode::umul_high, Opcode::ult, Opcode::bit_count}) {
        check_integers(opcode, 8, widen_to_16);
    }
}

TEST_CASE("every opcode of half floats keeps its meaning in single precision, or stays") {
    const std::set<std::string> expected = {"f2f16", "f2f16_rtne", "f2f16_rtz", "f2f32", "f2f64"};
    const auto edges = [](unsigned width, unsigned) {
        std::vector<std::uint64_t> values;
        // Every 97th half float meets all kinds of them.
        for (std::uint64_t bits = 0; bits < 0x10000; bits += width == 16 ? 997 : 5000) {
            values.push_back(bits);
        }
        for (const std::uint64_t bits :
             {0x8000U, 1U, 0x3ffU, 0x400U, 0x3c00U, 0x7bffU, 0x7c00U, 0xfc00U, 0x7e00U, 0xbc00U}) {
            values.push_back(bits);
        }
        return values;
    };
    Random random(16);
    const auto sample = [&](unsigned width, unsigned) { return random() & mask_of_bits(width); };
    CHECK(left_alone(BaseType::float_type, 16, lower_half, [&](Opcode opcode) {
              LoweredOpcode lowered(opcode, 16, lower_half);
              check_values(lowered, opcode, 16, edges, sample, 200);
          }) == expected);
}

TEST_CASE("conversions to narrow integers clamp, and truths become 0 and 1") {
    const auto pass = [](Shader& shader) { return lower_bit_size(shader); };
    for (const Opcode opcode : {Opcode::f2i8, Opcode::f2u8, Opcode::f2i16, Opcode::f2u16}) {
        LoweredOpcode lowered(opcode, 32, pass);
        REQUIRE(lowered.lowered());
        for (const float value : {0.0f, -0.5f, 1.9f, -1.9f, 127.5f, 128.0f, -129.0f, 255.0f, 256.0f,
                                  -40000.0f, 70000.0f, 1.0e20f, INFINITY, -INFINITY, NAN}) {
            const std::array<std::uint64_t, 1> inputs = {std::bit_cast<std::uint32_t>(value)};
            check(lowered, opcode, 32, inputs);
        }
    }
    check_integers(Opcode::b2i8, 1, pass);
    check_integers(Opcode::b2i16, 32, pass);
}

TEST_CASE("a callback chooses the width instruction by instruction") {
    LowerBitSizeOptions options;
    options.bit_size = [](const AluInstruction& alu, const void*) {
        return alu.opcode == Opcode::imul ? 32U : 0U;
    };
    CHECK(after([&](Shader& shader) { lower_bit_size(shader, options); }, R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:8x4 = u2u8 %1
        %3:8 = imul %2.x, %2.y
        %4:8 = iadd %3, %2.z
        %5:32 = u2u32 %4
        store_output %5, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:8x4 = u2u8 %1
        %3:32 = i2i32 %2.x
        %4:32 = i2i32 %2.y
        %5:32 = imul %3, %4
        %6:8 = u2u8 %5
        %7:8 = iadd %6, %2.z
        %8:32 = u2u32 %7
        store_output %8, %0 {write_mask=x}
)");
}
