#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Ranges of buffers are copied into the constant file in units of this size.
inline constexpr std::uint32_t kVec4Bytes = 16;

// The part of a buffer in the constant file that a load of a known buffer reads; null if the
// constant file does not hold it.
[[nodiscard]] const MappedConstantBuffer* mapped_part(const Graph& graph,
                                                      const nir::IntrinsicInstruction& load);

} // namespace jacquard::ir3
