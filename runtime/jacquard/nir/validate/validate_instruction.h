#pragma once

#include <jacquard/nir/ir/shader.h>

#include <string>
#include <vector>

namespace jacquard::nir {

// Checks one instruction whose sources are all set against the tables and the rules of its kind:
// widths, counts, swizzles, and shapes of results. Returns a sentence for each fault.
[[nodiscard]] std::vector<std::string> instruction_faults(const Shader& shader,
                                                          const Instruction& instruction);

} // namespace jacquard::nir
