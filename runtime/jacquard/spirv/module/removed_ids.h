#pragma once

#include <jacquard/generated/spirv/instructions.h>

namespace jacquard::spirv {

// Returns whether an instruction may be about an id that nothing defines. Names of what was removed
// are harmless, and so are the decorations that llvm-spirv leaves of it in kernels.
[[nodiscard]] inline bool may_be_of_removed_id(Op op, bool is_of_kernels) {
    return op == Op::Name || op == Op::MemberName || (op == Op::Decorate && is_of_kernels);
}

} // namespace jacquard::spirv
