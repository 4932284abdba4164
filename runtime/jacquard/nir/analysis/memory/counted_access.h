#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// These functions say how an access to memory that other invocations see may be changed.
//
// An access that is volatile or coherent counts: it is done as often as the program says and in
// that order among its like. It stays though nobody reads its result, it is neither merged with an
// equal one nor joined with its neighbour nor narrowed, and no value that was stored before is
// taken in its place. All that asks whether an instruction may be removed, merged or moved asks
// this as well (has_effect(), may_merge(), can_move()). Where nothing ever writes, nobody can tell,
// and such accesses do not count.

[[nodiscard]] constexpr bool counts(Access access) {
    return (access & (Access::volatile_ | Access::coherent)) != Access::nothing;
}

// Returns true if each execution of an access counts. Queries for the size of memory do not access
// it.
[[nodiscard]] bool is_counted(const IntrinsicInstruction& intrinsic);
[[nodiscard]] inline bool is_counted(const Instruction& instruction) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && is_counted(*intrinsic);
}

// Returns true if a load may give another value when it is done again because another invocation
// has written meanwhile. A loop with such a load may be one that waits for that, so that it stays
// though it has no effect of its own.
[[nodiscard]] bool sees_other_invocations(const Instruction& instruction);

} // namespace jacquard::nir
