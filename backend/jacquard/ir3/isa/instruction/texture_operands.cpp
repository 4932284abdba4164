#include <jacquard/ir3/isa/instruction/texture_operands.h>

namespace jacquard::ir3 {
namespace {

// Derivatives stand behind as many registers as there can be of the rest.
constexpr std::uint8_t kGradients = 4;

} // namespace

TextureOperands texture_operands(const Instruction& instruction, Revision revision) {
    const OpcodeInfo& info = opcode_info(revision, instruction.opcode);
    TextureOperands result;
    std::uint8_t used = 0;
    const auto take = [&used](bool present, std::uint8_t& place) {
        place = used;
        used = static_cast<std::uint8_t>(used + (present ? 1 : 0));
    };
    if (is_query(info.lookup)) {
        result.first_length = info.num_sources; // the level whose size is asked for
    } else {
        // A fetch of several components of a buffer names the first by one coordinate.
        result.num_coordinates = instruction.is_vector ? 1 : instruction.is_3d ? 3 : 2;
        used = result.num_coordinates;
        take(instruction.is_shadow, result.reference);
        take(instruction.is_array, result.layer);
        take(instruction.is_projected, result.divisor);
        take(has_property(revision, instruction.opcode, property_sample_index), result.sample);
        if (has_property(revision, instruction.opcode, property_gradients)) {
            result.gradients = kGradients;
            used = static_cast<std::uint8_t>(kGradients + 2 * result.num_coordinates);
        }
        result.first_length = used;
    }
    if (instruction.has_offsets) {
        result.num_offsets = instruction.is_3d ? 3 : 2;
    }
    used = result.num_offsets;
    take(info.num_sources == 2, result.level);
    result.second_length = used;
    return result;
}

} // namespace jacquard::ir3
