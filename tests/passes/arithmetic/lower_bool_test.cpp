#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/generated/passes/lower_bool_to_bitsize.h>
#include <jacquard/generated/passes/lower_bool_to_float.h>
#include <jacquard/generated/passes/lower_bool_to_int32.h>

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
