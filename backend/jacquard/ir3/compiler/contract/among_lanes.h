#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Whether an operation is of what lanes tell each other, or of their numbers.
[[nodiscard]] bool is_among_lanes(nir::IntrinsicOp op);
[[nodiscard]] bool has_operations_among_lanes(const nir::Function& function);

} // namespace jacquard::ir3
