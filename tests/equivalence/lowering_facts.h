#pragma once

#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/fold/lowering_table.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Returns true if a lowering is for operands of this width.
[[nodiscard]] bool is_for(const Lowering& lowering, unsigned width);

// Returns true if some lowering of an opcode computes it with other roundings at this width, as its
// table says. How far results differ has no bound where others are computed from them.
[[nodiscard]] bool is_lowered_inexactly(Opcode opcode, unsigned width);

// Instructions of which that is so.
[[nodiscard]] unsigned num_lowered_inexactly(const Shader& shader);

} // namespace jacquard::nir
