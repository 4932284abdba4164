#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// A function that can come to call itself; null when there is none.
[[nodiscard]] const Function* find_recursion(const Shader& shader);

} // namespace jacquard::nir
