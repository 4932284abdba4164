#pragma once

#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>
#include <string>

namespace jacquard::driver {

struct WordExplanation {
    bool is_instruction = false; // of the revision
    std::string text;
};

// Draws a machine word with what owns each bit and the table line that says so; for a word that is
// no instruction of the revision, the encodings it misses by the fewest bits.
[[nodiscard]] WordExplanation explain_word(std::uint64_t word, ir3::Revision revision);

} // namespace jacquard::driver
