#pragma once

#include <jacquard/nir/ir/instruction.h>

#include <string>
#include <vector>

namespace jacquard::nir {

// What is wrong with a texture instruction, apart from what is wrong with any instruction.
void check_texture(const TextureInstruction& texture, std::vector<std::string>& faults);

} // namespace jacquard::nir
