#pragma once

#include <string>

namespace jacquard::driver {

// The digits of a sum over the program that runs, and over the library where that is a file of its
// own: they differ for every build that may answer otherwise. Computed once.
[[nodiscard]] const std::string& build_identity();

} // namespace jacquard::driver
