#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/lower_int64.h>
#include <jacquard/passes/rewrite/lower_opcodes.h>
#include <jacquard/support/expression/half.h>

#include "passes/numeric_test.h"
#include "passes/pass_test.h"

#include <set>
#include <string>

using namespace numeric_test;

namespace {

// Returns true for opcodes that may still load, store, pack and unpack 64-bit integers.
bool is_boundary(const AluInstruction& alu) {
    return alu.opcode == Opcode::pack_64_2x32_split ||
           alu.opcode == Opcode::unpack_64_2x32_split_x ||
           alu.opcode == Opcode::unpack_64_2x32_split_y;
}

bool has_wide_integers(const AluInstruction& alu) {
    if (is_boundary(alu)) {
        return false;
    }
    const auto is_wide = [](const SsaDef& value, AluType type) {
        return value.bit_size == 64 && type.base != BaseType::float_type;
    };
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        if (is_wide(*alu.first_source[i].ssa, alu.info().source_types[i])) {
            return true;
        }
    }
    return is_wide(alu.value, alu.info().output_type);
}

bool lower_all(Shader& shader) {
    const bool changed = lower_opcodes(shader, LoweringPass::lower_integer_compounds);
    return lower_int64(shader) || changed;
}

void check_lowered(Opcode opcode, unsigned bit_size = 64) {
    check_integers(opcode, bit_size, lower_all, 300);
    LoweredOpcode lowered(opcode, bit_size, lower_all);
    lowered.for_each_opcode([&](const AluInstruction& alu) {
        INFO(opcode_info(opcode).name << " left " << alu.info().name);
        CHECK_FALSE(has_wide_integers(alu));
    });
}

bool touches_wide_integers(const OpcodeInfo& info, unsigned bit_size) {
    const auto is_wide = [&](AluType type) {
        return type.base != BaseType::float_type &&
               (type.bit_size == 0 ? bit_size : type.bit_size) == 64;
    };
    bool found = is_wide(info.output_type);
    for (std::size_t i = 0; i < info.num_sources; ++i) {
        found |= is_wide(info.source_types[i]);
    }
    return found;
}

bool exists(const OpcodeInfo& info, unsigned bit_size) {
    return info.width_source < 0 ? bit_size == 64
                                 : (info.width_mask >> std::countr_zero(bit_size) & 1) != 0;
}

} // namespace

TEST_CASE("every opcode of 64-bit integers is computed from words, or is known to stay") {
    std::set<std::string> left;
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const OpcodeInfo& info = opcode_info(opcode);
        for (const unsigned bit_size : {1U, 8U, 16U, 32U, 64U}) {
            if (info.num_sources == 0 || info.is_reduction || !exists(info, bit_size) ||
                !touches_wide_integers(info, bit_size)) {
                continue;
            }
            LoweredOpcode lowered(opcode, bit_size, lower_all);
            bool remains = false;
            lowered.for_each_opcode(
                [&](const AluInstruction& alu) { remains |= has_wide_integers(alu); });
            if (remains) {
                left.insert(std::string(info.name));
            } else if (lowered.lowered()) {
                check_integers(opcode, bit_size, lower_all, 50);
                ++count;
            }
        }
    }
    // Opcodes of other vendors, and those that other lowerings have replaced before.
    const std::set<std::string> known = {
        "b32fcsel_mdg",      "bounds_agx",        "imadshl_agx",
        "imsubshl_agx",      "bitfield_insert",   "bitfield_reverse",
        "ibitfield_extract", "ubitfield_extract", "udiv_aligned_4"};
    CHECK(left == known);
    CHECK(count > 90);
}

TEST_CASE("64-bit sums, products, shifts and logic are computed from words") {
    for (const Opcode opcode :
         {Opcode::iadd,    Opcode::isub,      Opcode::imul,      Opcode::ineg, Opcode::iabs,
          Opcode::ishl,    Opcode::ishr,      Opcode::ushr,      Opcode::iand, Opcode::ior,
          Opcode::ixor,    Opcode::inot,      Opcode::imin,      Opcode::imax, Opcode::umin,
          Opcode::umax,    Opcode::umul_high, Opcode::imul_high, Opcode::mov,  Opcode::bcsel,
          Opcode::b32csel, Opcode::vec3}) {
        check_lowered(opcode);
    }
}

TEST_CASE("64-bit quotients and remainders are computed from words") {
    for (const Opcode opcode :
         {Opcode::udiv, Opcode::umod, Opcode::idiv, Opcode::irem, Opcode::imod}) {
        check_lowered(opcode);
    }
}

TEST_CASE("64-bit comparisons and counts of bits are computed from words") {
    for (const Opcode opcode :
         {Opcode::ieq, Opcode::ine, Opcode::ilt, Opcode::ige, Opcode::ult, Opcode::uge,
          Opcode::ult8, Opcode::ige16, Opcode::ieq32, Opcode::bit_count, Opcode::find_lsb,
          Opcode::ufind_msb, Opcode::ufind_msb_rev}) {
        check_lowered(opcode);
    }
}

TEST_CASE("conversions to 64-bit integers and back are computed from words") {
    for (const Opcode opcode :
         {Opcode::i2i1, Opcode::i2i8, Opcode::i2i16, Opcode::i2i32, Opcode::u2u1, Opcode::u2u8,
          Opcode::u2u16, Opcode::u2u32, Opcode::i2f16, Opcode::i2f32, Opcode::i2f64, Opcode::u2f16,
          Opcode::u2f32, Opcode::u2f64, Opcode::pack_64_2x32, Opcode::pack_64_4x16,
          Opcode::unpack_64_2x32, Opcode::unpack_64_4x16}) {
        check_lowered(opcode);
    }
    for (const unsigned bit_size : {8U, 16U, 32U}) {
        check_lowered(Opcode::i2i64, bit_size);
        check_lowered(Opcode::u2u64, bit_size);
    }
    check_lowered(Opcode::b2i64, 1);
    check_lowered(Opcode::b2i64, 32);
}

TEST_CASE("floats become 64-bit integers, cut and clamped") {
    for (const Opcode opcode : {Opcode::f2i64, Opcode::f2u64}) {
        for (const unsigned bit_size : {16U, 32U, 64U}) {
            LoweredOpcode lowered(opcode, bit_size, lower_int64);
            REQUIRE(lowered.lowered());
            const auto to_bits = [bit_size](double value) -> std::uint64_t {
                switch (bit_size) {
                case 16: return jacquard::float_to_half(static_cast<float>(value));
                case 32: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
                default: return std::bit_cast<std::uint64_t>(value);
                }
            };
            std::vector<double> values = {0.0, -0.0, 0.99, -0.99, 1.5, INFINITY, NAN};
            for (int exponent = 0; exponent < 70; ++exponent) {
                for (const double factor : {1.0, 1.5, 0x1.fffffep0, 0x1.fffffffffffffp0}) {
                    values.push_back(std::ldexp(factor, exponent));
                }
            }
            for (const double value : values) {
                for (const double each : {value, -value}) {
                    const std::array inputs = {to_bits(each)};
                    check(lowered, opcode, bit_size, inputs);
                }
            }
        }
    }
}

TEST_CASE("64-bit values that meet in a phi meet by words") {
    CHECK(after(
              [](Shader& shader) {
                  lower_int64(shader);
                  dead_code(shader);
              },
              R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:64 = pack_64_2x32_split %1.x, %1.y
        %3:1 = ieq %1.z, %0
    if %3 {
        b1 from b0:
            %4:64 = const 0x100000002
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:64 = phi b1: %4, b2: %2
        %6:64 = inot %5
        %7:32x2 = unpack_64_2x32 %6
        store_output %7, %0 {write_mask=xy}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:1 = ieq %1.z, %0
    if %2 {
        b1 from b0:
            %3:32 = const 2
            %4:32 = const 1
    } else {
        b2 from b0:
            %5:32 = mov %1.x
            %6:32 = mov %1.y
    }
    b3 from b1 b2:
        %7:32 = phi b1: %3, b2: %5
        %8:32 = phi b1: %4, b2: %6
        %9:32 = inot %7
        %10:32 = inot %8
        %11:32x2 = vec2 %9, %10
        store_output %11, %0 {write_mask=xy}
)");
}

TEST_CASE("comparisons of doubles are left without a trace") {
    const std::string body = R"(
    b0:
        %0:64 = const 0x8000000000000000
        %1:64 = const -2.5
        %2:1 = feq %0, %1
)";
    CHECK(after([](Shader& shader) { CHECK(!lower_int64(shader)); }, body) == body);
}
