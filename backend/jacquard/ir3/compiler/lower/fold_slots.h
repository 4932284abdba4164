#pragma once

namespace jacquard::nir {
struct Shader;
}

namespace jacquard::ir3 {

// Names the slots of inputs and outputs that are a constant distance from another by their own
// number: the offset of the access becomes 0. Returns whether anything changed.
bool fold_slots(nir::Shader& shader);

} // namespace jacquard::ir3
