// Vertex shaders of which not all outputs are wanted: for the pass that sorts primitives into bins,
// and for a fragment shader that does not read all of them.
//
// Before: outputs are stored by number. After: only those that are wanted are stored. What was
// computed for the others is left to be removed as dead; whatever else the shader does, such as
// stores to memory, it still does.

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/compiler/lower/keep_outputs.h>

namespace jacquard::ir3 {

namespace {

const SlotInfo* slot_of(const nir::IoSlot& output) {
    return find_slot(SlotKind::varying, output.semantic, output.semantic_index);
}

template <typename IsWanted>
bool keep_outputs(nir::Shader& shader, const IsWanted& is_wanted) {
    if (shader.entry == nullptr) {
        return false;
    }
    bool changed = false;
    for (nir::Block& block : shader.entry->blocks()) {
        for (nir::Instruction& instruction : block.instructions()) {
            auto* store = instruction.as<nir::IntrinsicInstruction>();
            if (store == nullptr || store->op != nir::IntrinsicOp::store_output) {
                continue;
            }
            const auto number = static_cast<std::size_t>(store->base());
            if (number < shader.info.outputs.size() && !is_wanted(shader.info.outputs[number])) {
                store->remove();
                changed = true;
            }
        }
    }
    return changed;
}

} // namespace

bool keep_position(nir::Shader& shader) {
    return keep_outputs(shader, [](const nir::IoSlot& output) {
        const SlotInfo* slot = slot_of(output);
        return slot != nullptr && slot->fixed_function == FixedFunction::binning;
    });
}

bool keep_read_outputs(nir::Shader& shader, std::uint64_t slots) {
    return keep_outputs(shader, [slots](const nir::IoSlot& output) {
        const SlotInfo* slot = slot_of(output);
        return slot == nullptr || slot->fixed_function != FixedFunction::none ||
               slot->read_as >= 64 || (slots >> slot->read_as & 1) != 0;
    });
}

} // namespace jacquard::ir3
