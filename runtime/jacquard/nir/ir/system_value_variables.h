#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/generated/nir/intrinsics.h>

#include <optional>

namespace jacquard::nir {

// The intrinsic that loads what a variable of mode system_value with this semantic stands for;
// nothing for semantics that the hardware does not give.
[[nodiscard]] std::optional<IntrinsicOp> system_value_of(Semantic semantic);

} // namespace jacquard::nir
