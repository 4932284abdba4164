#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Lets an instruction stand for an equal one, which has no uses afterwards and is left where it is.
// The instruction that is kept becomes exact when one of both was, stays relaxed when both were,
// takes the name of the other where it has none, and serves the lines of both.
inline void merge_equal(Instruction& kept, Instruction& merged, SourceContext& lines) {
    if (auto* alu = kept.as<AluInstruction>()) {
        alu->exact |= merged.as<AluInstruction>()->exact;
    }
    kept.def()->relaxed &= merged.def()->relaxed;
    if (kept.origin.exists() && kept.origin.name == 0) {
        kept.origin.name = merged.origin.name;
    }
    // A constant costs nothing that could be shared.
    if (kept.kind != InstructionKind::constant) {
        lines.share(kept.origin, merged.origin);
    }
    merged.def()->rewrite_uses(kept.def());
}

} // namespace jacquard::nir
