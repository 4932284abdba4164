#pragma once

#include <jacquard/nir/ir/control_flow.h>

namespace jacquard::nir {

// These functions report what the side of an if, or a loop, contains.

// One block without an instruction.
[[nodiscard]] inline bool is_empty(const ControlFlowList& side) {
    return side.first == side.last && side.first_block()->first == nullptr;
}

[[nodiscard]] inline bool ends_in_jump(const ControlFlowList& side) {
    return side.last_block()->jump() != nullptr;
}

} // namespace jacquard::nir
