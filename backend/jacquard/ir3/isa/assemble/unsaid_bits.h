#pragma once

#include <jacquard/ir3/isa/assemble/assembly_result.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::ir3 {

// Words have bits without a meaning, which texts of instructions do not say. So that a text is the
// word and nothing else, they are marked in the comment behind it, where they are not what the
// assembler writes: "; bits without meaning: 63=1, 12:9=0x3".

// The mark, "" where the text of the word says everything. Nothing where the text is that of
// another instruction or of none.
std::optional<std::string> unsaid_bits(std::uint64_t word, std::string_view text,
                                       Revision revision);

// Writes the marked bits of a line into the word that the line's instruction is. A mark that is
// none, and bits that have a meaning, are faults.
void restore_unsaid_bits(std::string_view line, Revision revision, AssemblyResult& result);

} // namespace jacquard::ir3
