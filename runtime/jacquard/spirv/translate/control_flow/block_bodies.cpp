#include <jacquard/spirv/translate/control_flow/block_bodies.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/instructions/instructions.h>
#include <jacquard/spirv/translate/values/faults.h>
#include <jacquard/spirv/translate/values/recovery.h>

namespace jacquard::spirv {

std::uint32_t BlockBodies::translate(const FlowBlock& block,
                                     const std::function<std::uint32_t()>& leave) {
    phis_.load_phis(block);
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& instruction = module().instructions[i];
        context().take_origin(i);
        if (instruction.info->handling != Handling::flow) {
            recovery_.attempt(instruction,
                              [&] { instructions_.translate_instruction(instruction); });
        }
    }
    try {
        return leave();
    } catch (TranslationFault& fault) {
        faults_.report(module().instructions[block.last], fault);
        fault.is_told = true;
        throw;
    }
}

} // namespace jacquard::spirv
