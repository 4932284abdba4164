#pragma once

#include <jacquard/ir3/isa/disassemble/text_writer.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>

namespace jacquard::ir3 {

// Writes the text of a word, as print_raw() does where it is no instruction.
void print_word(std::uint64_t word, Revision revision, TextWriter& out);

// Writes `.word 0x` and 16 digits.
void print_raw(std::uint64_t word, TextWriter& out);

} // namespace jacquard::ir3
