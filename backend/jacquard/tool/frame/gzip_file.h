#pragma once

#include <cstddef>
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

// The bytes of a zlib stream that should be `size`. Nothing where it holds another number of them,
// or is damaged, which `fault` then tells. No more memory is taken than that, whatever the stream
// says.
[[nodiscard]] std::optional<std::string> unpack_zlib(std::string_view packed, std::size_t size,
                                                     std::string& fault);

} // namespace jacquard::driver
