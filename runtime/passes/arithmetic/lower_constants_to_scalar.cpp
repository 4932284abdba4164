#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/lower_constants_to_scalar.h>

#include <array>

namespace jacquard::nir {
namespace {

// Component `c` of a constant or undefined value, as a value of its own.
SsaDef* component(Builder& b, const Instruction& instruction, const SsaDef& value, unsigned c) {
    if (const auto* constant = instruction.as<ConstantInstruction>()) {
        return b.constant(value.bit_size, constant->components().subspan(c, 1));
    }
    return b.undef(1, value.bit_size);
}

void split(Shader& shader, Instruction& instruction, SsaDef& value) {
    Builder b(shader, Cursor::before_instruction(&instruction));
    std::array<Operand, kMaxComponents> components;
    for (unsigned c = 0; c < value.num_components; ++c) {
        components[c] = component(b, instruction, value, c);
    }
    value.rewrite_uses(b.vec(std::span<const Operand>(components.data(), value.num_components)));
    instruction.remove();
}

} // namespace

bool lower_constants_to_scalar(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                const bool splits = instruction.kind == InstructionKind::constant ||
                                    instruction.kind == InstructionKind::undef;
                if (splits && instruction.def()->num_components > 1) {
                    split(shader, instruction, *instruction.def());
                    changed = true;
                }
            }
        }
    }
    return changed;
}

} // namespace jacquard::nir
