#include <jacquard/passes/lower_bool_to_bitsize.h>
#include <jacquard/passes/lower_bool_to_float.h>
#include <jacquard/passes/lower_bool_to_int32.h>
#include <jacquard/passes/steps/boolean_forms.h>

#include "passes/numeric_test.h"
#include "passes/pass_test.h"

using namespace numeric_test;

namespace {

bool is_one_bit(AluType type, unsigned bit_size) {
    return type.bit_size == 1 || (type.bit_size == 0 && bit_size == 1);
}

bool has_truths(Opcode opcode, unsigned bit_size) {
    const OpcodeInfo& info = opcode_info(opcode);
    bool found = is_one_bit(info.output_type, bit_size);
    for (std::size_t i = 0; i < info.num_sources; ++i) {
        found |= is_one_bit(info.source_types[i], bit_size);
    }
    return found;
}

bool exists(Opcode opcode, unsigned bit_size) {
    const OpcodeInfo& info = opcode_info(opcode);
    if (info.num_sources == 0) {
        return false;
    }
    return info.width_source < 0 ? bit_size == 32
                                 : (info.width_mask >> std::countr_zero(bit_size) & 1) != 0;
}

// Every opcode with a truth, on edge values and at random.
void check_all(const LoweredOpcode::Pass& pass) {
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        for (const unsigned bit_size : {1U, 8U, 16U, 32U, 64U}) {
            if (!exists(opcode, bit_size) || !has_truths(opcode, bit_size)) {
                continue;
            }
            ++count;
            LoweredOpcode lowered(opcode, bit_size, pass);
            CHECK(lowered.lowered());
            Random random(i);
            const auto edges = [](unsigned width, unsigned) {
                return std::vector<std::uint64_t>{0, 1, ~std::uint64_t{0} & mask_of_bits(width),
                                                  mask_of_bits(width == 1 ? 32 : width) >> 1};
            };
            const auto sample = [&](unsigned width, unsigned) {
                return random() % 2 == 0 ? 0 : random() & mask_of_bits(width == 1 ? 32 : width);
            };
            check_values(lowered, opcode, bit_size, edges, sample, 50);
        }
    }
    CHECK(count > 100);
}

const std::string kBody = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:16x4 = f2f16 %1
        %3:1 = flt %1.x, %1.y
        %4:1 = feq %2.x, %2.y
        %5:1 = iand %3, %4
    if %5 {
        b1 from b0:
            %6:1 = const true
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %7:1 = phi b1: %6, b2: %4
        %8:32 = bcsel %7, %1.z, %1.w
        store_output %8, %0 {write_mask=x}
)";

} // namespace

TEST_CASE("every opcode with truths keeps its meaning when they have 32 bits") {
    check_all(lower_bool_to_int32);
}

TEST_CASE("every opcode with truths keeps its meaning when they are as wide as what is compared") {
    check_all(lower_bool_to_bitsize);
}

TEST_CASE("every opcode with truths keeps its meaning when they are floats") {
    check_all(lower_bool_to_float);
}

TEST_CASE("truths of 32 bits go through logic, phis and choices; conditions have 1 bit") {
    CHECK(after(lower_bool_to_int32, kBody) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:16x4 = f2f16 %1
        %3:32 = flt32 %1.x, %1.y
        %4:32 = feq32 %2.x, %2.y
        %5:32 = iand %3, %4
        %6:1 = b2b1 %5
    if %6 {
        b1 from b0:
            %7:32 = const 0xffffffff
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %8:32 = phi b1: %7, b2: %4
        %9:32 = b32csel %8, %1.z, %1.w
        store_output %9, %0 {write_mask=x}
)");
}

TEST_CASE("a value of 32 bits that is also read as a truth stays what it is to others") {
    CHECK(after(lower_bool_to_int32, R"(
    b0:
        %0:32 = const 0
        %1:32 = load_ubo_vec4 %0, %0
        %2:1 = b2b1 %1
        %3:32 = b32csel %1, %1, %0
        %4:32 = bcsel %2, %3, %0
        store_output %4, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_ubo_vec4 %0, %0
        %2:32 = mov %1
        %3:32 = b32csel %1, %1, %0
        %4:32 = b32csel %2, %3, %0
        store_output %4, %0 {write_mask=x}
)");
}

TEST_CASE("truths as wide as what is compared are resized where they meet") {
    CHECK(after(lower_bool_to_bitsize, kBody) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:16x4 = f2f16 %1
        %3:32 = flt32 %1.x, %1.y
        %4:16 = feq16 %2.x, %2.y
        %5:32 = b2b32 %4
        %6:32 = iand %3, %5
        %7:1 = b2b1 %6
    if %7 {
        b1 from b0:
            %8:32 = const 0xffffffff
    } else {
        b2 from b0:
            %9:32 = b2b32 %4
    }
    b3 from b1 b2:
        %10:32 = phi b1: %8, b2: %9
        %11:32 = b32csel %10, %1.z, %1.w
        store_output %11, %0 {write_mask=x}
)");
}

TEST_CASE("truths that are floats are multiplied, compared and chosen by") {
    CHECK(after(lower_bool_to_float, kBody) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:16x4 = f2f16 %1
        %3:32 = slt %1.x, %1.y
        %4:1 = feq %2.x, %2.y
        %5:32 = b2f32 %4
        %6:32 = fmul %3, %5
        %7:32 = const 0
        %8:1 = fneu %6, %7
    if %8 {
        b1 from b0:
            %9:32 = const 1.0
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %10:32 = phi b1: %9, b2: %5
        %11:32 = fcsel %10, %1.z, %1.w
        store_output %11, %0 {write_mask=x}
)");
}
