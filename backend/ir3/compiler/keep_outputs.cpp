// Vertex shaders of which not all outputs are wanted: for the pass that sorts primitives into bins,
// and for a fragment shader that does not read all of them.
//
// Before: outputs are stored by number. After: only those that are wanted are stored. What was
// computed for the others is left to be removed as dead; whatever else the shader does, such as
// stores to memory, it still does.

#include <jacquard/ir3/compiler/keep_outputs.h>
#include <jacquard/ir3/slots.h>

namespace jacquard::ir3 {

namespace {

// Where a primitive lies and which parts of it are cut off.
bool says_where(nir::Semantic semantic) {
    switch (semantic) {
    case nir::Semantic::position:
    case nir::Semantic::psize:
    case nir::Semantic::clipdist:
    case nir::Semantic::clipvertex:
    case nir::Semantic::viewport_index:
    case nir::Semantic::layer: return true;
    default: return false;
    }
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
    return keep_outputs(shader, [](const auto& output) { return says_where(output.semantic); });
}

bool keep_read_outputs(nir::Shader& shader, std::uint64_t slots) {
    return keep_outputs(shader, [slots](const auto& output) {
        if (says_where(output.semantic) || output.semantic == nir::Semantic::edgeflag) {
            return true;
        }
        const nir::Semantic read_as =
            output.semantic == nir::Semantic::bcolor ? nir::Semantic::color : output.semantic;
        const SlotInfo* slot = find_slot(SlotKind::varying, read_as, output.semantic_index);
        return slot == nullptr || slot->number >= 64 || (slots >> slot->number & 1) != 0;
    });
}

} // namespace jacquard::ir3
