#pragma once

#include <jacquard/ir3/isa/assemble/assembly_result.h>
#include <jacquard/ir3/isa/codec/codec.h>

namespace jacquard::ir3 {

// The same as assemble(), with the distance that a label stands for.
AssemblyResult assemble_with_label(std::string_view line, Revision revision,
                                   std::int32_t label_distance);

// "expected a, b or c", with the one that is meant where it is close to what stands there.
std::string expectation(std::span<const std::string_view> expected, std::string_view rest);

// Returns what the member should have been that made encoding fail, if that is known. The text
// follows the message.
std::string remedy(const EncodeResult& failure, const Instruction& instruction, unsigned row,
                   Revision revision);

// ", expected a number from a to b": what a field of a row takes, nothing for another member.
std::string field_range(std::string_view member, const Instruction& instruction, unsigned row);

// Returns the fault of an unknown mnemonic, with the nearest one that the revision has.
AssemblyResult unknown_mnemonic(std::string_view word, std::size_t offset, Revision revision);

} // namespace jacquard::ir3
