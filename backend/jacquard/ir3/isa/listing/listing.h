#pragma once

#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <span>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Prints a program, one line a word; branch targets inside it become labels (`l3: `, `#l3`),
// others stay relative. Bits that have no meaning and are not what the assembler writes are marked
// in a comment, which the assembler reads: assembling the text gives the same words.
std::string disassemble_program(std::span<const std::uint64_t> words, Revision revision);

// The contents of the comment after each line of a listing.
struct ListingOptions {
    bool addresses = false;
    bool words = false;
    std::uint64_t address = 0; // of the first word, in bytes
};

// The same as disassemble_program() with comments: `; 0010 47308800_00002000`.
std::string program_listing(std::span<const std::uint64_t> words, Revision revision,
                            const ListingOptions& options);

// The text of a word with the mark of its bits without a meaning, or `.word` where it is no
// instruction.
std::string marked_text(std::uint64_t word, Revision revision);

} // namespace jacquard::ir3

JACQUARD_END_API
