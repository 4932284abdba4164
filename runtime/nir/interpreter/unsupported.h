#pragma once

#include <jacquard/nir/intrinsics.h>

#include <string_view>

namespace jacquard::nir::interpreter {

// Why the interpreter does not execute an intrinsic; empty for those that it does.
[[nodiscard]] std::string_view unsupported_reason(IntrinsicOp op);

} // namespace jacquard::nir::interpreter
