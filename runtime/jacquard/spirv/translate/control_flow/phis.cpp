#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/pointers/generic_pointers.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/values/recovery.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

// Phis.
namespace jacquard::spirv {

void Phis::load_phis(const FlowBlock& block) {
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& instruction = module().instructions[i];
        if (instruction.op() == Op::Phi) {
            recovery_.attempt(instruction, [&] { load_phi(instruction); });
        }
    }
}

void Phis::load_phi(const Instruction& phi) {
    values_.set_value(phi.result, memory_.load(phi_memory(phi), nir::Access::nothing));
}

const Pointer& Phis::phi_memory(const Instruction& phi) {
    Pointer& memory = phis_[phi.result];
    if (memory.variable == nullptr) {
        const Type& type = generic_pointers_.type_of(phi);
        if (!type.is_one_value() && !type.is_composite()) {
            unsupported("phis of pointers, images and samplers are");
        }
        context().count_own_memory(type);
        memory.pointee = &type;
        memory.storage = StorageClass::Function;
        memory.modes = nir::VariableMode::function_temp;
        memory.variable = shader().add_local(context().function(), types_.nir_type(type), "phi");
    }
    return memory;
}

void Phis::store_phis(std::uint32_t from, std::uint32_t to) {
    const FlowBlock& block = flow_blocks_.flow_block(to);
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& phi = module().instructions[i];
        if (phi.op() != Op::Phi) {
            // Lines and scopes of debug information, which are extended instructions, may stand
            // before phis.
            if (phi.info->handling != Handling::nothing && phi.op() != Op::ExtInst) {
                break;
            }
            continue;
        }
        const Words words = module().operands(phi);
        for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
            if (words[k + 1] == from) {
                memory_.store(phi_memory(phi), values_.value(words[k]), nir::Access::nothing);
                break;
            }
        }
    }
}

} // namespace jacquard::spirv
