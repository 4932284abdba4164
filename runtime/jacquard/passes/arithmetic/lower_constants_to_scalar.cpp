#include <jacquard/generated/passes/lower_constants_to_scalar.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/operand_list.h>
#include <jacquard/passes/util/each.h>

namespace jacquard::nir {
namespace {

// Component `c` of a constant or undefined value, as a value of its own.
SsaDef* component(CoreBuilder& b, const Instruction& instruction, const SsaDef& value, unsigned c) {
    if (const auto* constant = instruction.as<ConstantInstruction>()) {
        return b.constant(value.bit_size, constant->components().subspan(c, 1));
    }
    return b.undef(1, value.bit_size);
}

void split(Shader& shader, Instruction& instruction, SsaDef& value) {
    CoreBuilder b(shader, Cursor::before_instruction(&instruction));
    OperandList components;
    for (unsigned c = 0; c < value.num_components; ++c) {
        components.add(component(b, instruction, value, c));
    }
    value.rewrite_uses(b.vec(components.all()));
    instruction.remove();
}

} // namespace

bool lower_constants_to_scalar(Shader& shader) {
    return change_instructions<Instruction>(shader, [&](Instruction& instruction) {
        const bool splits = instruction.kind == InstructionKind::constant ||
                            instruction.kind == InstructionKind::undef;
        if (!splits || instruction.def()->num_components == 1) {
            return false;
        }
        split(shader, instruction, *instruction.def());
        return true;
    });
}

} // namespace jacquard::nir
