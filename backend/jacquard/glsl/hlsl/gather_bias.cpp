#include <jacquard/glsl/hlsl/gather_bias.h>
#include <jacquard/glsl/hlsl/instruction_list.h>

namespace jacquard::driver::glsl {

namespace {

constexpr std::string_view kExtension = "SPV_AMD_texture_gather_bias_lod";
constexpr std::size_t kMask = 6; // the word of OpImageDrefGather that says which operands follow

bool is_of_bias(const Words& instruction) {
    switch (op_of(instruction)) {
    case Op::Capability:
        return instruction[1] ==
               static_cast<std::uint32_t>(spirv::Capability::ImageGatherBiasLodAMD);
    case Op::Extension: return spirv::text_of(std::span(instruction).subspan(1)) == kExtension;
    default: return false;
    }
}

} // namespace

void drop_gather_bias(std::string& module) {
    constexpr auto kBias = static_cast<std::uint32_t>(spirv::ImageOperands::Bias);
    InstructionList list(module);
    bool is_changed = false;
    for (Words& instruction : list.instructions) {
        if (is_of_bias(instruction)) {
            instruction.clear();
            is_changed = true;
        } else if (op_of(instruction) == Op::ImageDrefGather && instruction.size() > kMask + 1 &&
                   (instruction[kMask] & kBias) != 0) {
            // The first operand is that of the lowest bit.
            instruction[kMask] &= ~kBias;
            instruction.erase(instruction.begin() + kMask + 1);
            if (instruction[kMask] == 0) {
                instruction.pop_back();
            }
            instruction[0] =
                static_cast<std::uint32_t>(instruction.size()) << 16 | (instruction[0] & 0xffff);
        }
    }
    if (is_changed) {
        module = list.bytes();
    }
}

} // namespace jacquard::driver::glsl
