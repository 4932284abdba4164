#pragma once

#include <jacquard/nir/ir/shader.h>

#include <string>
#include <vector>

namespace jacquard::nir {

// What the tables and the kinds of instructions say about one instruction whose sources are all
// set: widths, counts, swizzles, and shapes of results. A sentence for each fault.
[[nodiscard]] std::vector<std::string> instruction_faults(const Shader& shader,
                                                          const Instruction& instruction);

} // namespace jacquard::nir
