#include <jacquard/generated/passes/bytes_in_halves.h>
#include <jacquard/generated/passes/lower_bit_size.h>

#include "passes/numeric_test.h"

using namespace jacquard::nir;

TEST_CASE("halves compute what bytes do") {
    const auto pass = [](Shader& shader) {
        LowerBitSizeOptions options;
        options.int_bits = 16;
        const bool is_lowered = lower_bit_size(shader, options);
        return bytes_in_halves(shader) || is_lowered;
    };
    for (const Opcode opcode :
         {Opcode::iadd, Opcode::imul, Opcode::ishl, Opcode::ishr, Opcode::ushr, Opcode::idiv,
          Opcode::umul_high, Opcode::ilt, Opcode::ult, Opcode::bcsel, Opcode::i2i32, Opcode::u2u32,
          Opcode::i2f32, Opcode::bit_count}) {
        numeric_test::check_integers(opcode, 8, pass);
    }
}
