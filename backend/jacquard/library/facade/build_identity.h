#pragma once

#include <string>

namespace jacquard::driver {

// The digits of a sum over the file that this code was loaded from: they differ for every build
// that may answer otherwise. Where the file cannot be read they are those of this process alone.
// Computed once.
[[nodiscard]] const std::string& build_identity();

} // namespace jacquard::driver
