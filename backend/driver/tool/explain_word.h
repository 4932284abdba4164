#pragma once

#include <jacquard/driver/tool/streams.h>

#include <cstdint>

namespace jacquard::driver {

// Draws a machine word with what owns each bit and the table line that says so; for a word that is
// no instruction of the part, the encodings it misses by the fewest bits. Returns the exit code.
int explain_word(std::uint64_t word, std::uint32_t gpu, const Streams& streams);

} // namespace jacquard::driver
