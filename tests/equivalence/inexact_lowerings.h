#pragma once

#include <jacquard/nir/lowering_table.h>
#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Whether a lowering is for operands of this width.
[[nodiscard]] bool is_for(const Lowering& lowering, unsigned width);

// Instructions that some lowering computes with other roundings, as its table says. How far results
// differ has no bound where others are computed from them.
[[nodiscard]] unsigned num_lowered_inexactly(const Shader& shader);

} // namespace jacquard::nir
