#pragma once

#include <cstdint>
#include <string_view>

namespace jacquard::fossilize {

// The checksum of bytes as ITU-T V.42 has it, which gzip and PNG use, too.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes);

} // namespace jacquard::fossilize
