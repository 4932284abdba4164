#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Returns true if this build unpacks files that gzip packed. Without, unpacking fails and says what
// to do.
[[nodiscard]] bool has_gzip();

// The bytes of a file that gzip packed. Nothing, which `fault` explains behind the name of the
// file, when it is not complete or larger than any file of recorded runs.
[[nodiscard]] std::optional<std::string> unpack_gzip(std::string_view packed, std::string& fault);

} // namespace jacquard::driver
