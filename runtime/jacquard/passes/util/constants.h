#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// The value of an instruction that reads only constants, not inserted yet; null when there is a
// source that is none or a width that cannot be computed.
[[nodiscard]] ConstantInstruction* folded(Shader& shader, const AluInstruction& alu);

} // namespace jacquard::nir
