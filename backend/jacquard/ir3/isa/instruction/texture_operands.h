#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>

namespace jacquard::ir3 {

// The places of the values that a texture lookup or query finds in the registers from src0 on and
// from src1 on. A place counts registers from the first; one of something that the instruction does
// not have means nothing.
struct TextureOperands {
    std::uint8_t num_coordinates = 0; // From the first register on.
    std::uint8_t reference = 0;
    std::uint8_t layer = 0;
    std::uint8_t divisor = 0;
    std::uint8_t sample = 0;
    std::uint8_t gradients = 0;    // One a coordinate in x, then in y.
    std::uint8_t first_length = 0; // Registers from src0 on.

    std::uint8_t num_offsets = 0; // From the first register of src1 on.
    std::uint8_t level = 0;       // Or the bias.
    std::uint8_t second_length = 0;
};

// Returns the places for an instruction with Action::sample, or one whose derivatives are given.
[[nodiscard]] TextureOperands texture_operands(const Instruction& instruction, Revision revision);

} // namespace jacquard::ir3
