#pragma once

#include "generator/choices.h"

#include <string>

namespace jacquard::fuzz {

// A random shader in TGSI that keeps 100 to 1,000 components alive at a time, more than there are
// registers, across ifs, loops and accesses of arrays. All it computes is exact.
[[nodiscard]] std::string pressure_shader(nir::Choices& choices);

} // namespace jacquard::fuzz
