#pragma once

#include <jacquard/nir/ir/instruction.h>

#include <string>
#include <vector>

namespace jacquard::nir {

// Finds faults of a texture instruction, beside those that any instruction may have.
void check_texture(const TextureInstruction& texture, std::vector<std::string>& faults);

} // namespace jacquard::nir
