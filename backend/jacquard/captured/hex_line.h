#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Memory on one line of a text.
struct HexLine {
    std::optional<std::uint64_t> address;
    unsigned value_bytes = 1; // of the values that it was written down in
    std::vector<std::uint8_t> bytes;
};

// A line that has begun like memory, and where it is none: counted from 0.
struct HexFault {
    std::size_t offset = 0;
    std::string_view expected;
};

// Reads `[ 12.345] name: 0000: 4730000a 00002006  |...|`, `0x00002006, 0x4730000a,`,
// `00000010: 0620 0000  . ..` and the like: what a log puts before it, an address, values of one
// width, and their letters. Nothing, and no fault, for a line of another kind.
[[nodiscard]] std::optional<HexLine> read_hex_line(std::string_view line,
                                                   std::optional<HexFault>& fault);

} // namespace jacquard::driver
