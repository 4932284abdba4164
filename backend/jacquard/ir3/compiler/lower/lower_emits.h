#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

bool lower_emits(nir::Shader& shader);

} // namespace jacquard::ir3
