// The form of a vertex shader for the pass that sorts primitives into bins.
//
// Before: outputs are stored by number. After: only those are stored that say where a primitive
// lies and which parts of it are cut off. What was computed for the others is left to be removed as
// dead; whatever else the shader does, such as stores to memory, it still does.

#include <jacquard/ir3/compiler/keep_position.h>

namespace jacquard::ir3 {

namespace {

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

} // namespace

bool keep_position(nir::Shader& shader) {
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
            if (number < shader.info.outputs.size() &&
                !says_where(shader.info.outputs[number].semantic)) {
                store->remove();
                changed = true;
            }
        }
    }
    return changed;
}

} // namespace jacquard::ir3
