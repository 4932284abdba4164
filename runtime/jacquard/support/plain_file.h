#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace jacquard {

// Returns the bytes of a plain file. There is no result if the file cannot be read, is larger than
// `most_bytes`, or is not a plain file: a FIFO would block, and a device may be endless.
[[nodiscard]] std::optional<std::string>
read_plain_file(const std::string& path,
                std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max());

} // namespace jacquard
