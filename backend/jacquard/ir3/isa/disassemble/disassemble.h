#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/support/api.h>

#include <cstddef>
#include <cstdint>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Room that any instruction's text fits in, with its terminating zero.
inline constexpr std::size_t kMaximumTextLength = 256;

// Prints an instruction; `out` must have kMaximumTextLength bytes. Gives the length and writes a
// terminating zero. Nothing is allocated. An opcode that the revision does not have prints
// nothing.
std::size_t disassemble(const Instruction& instruction, Revision revision, char* out);

// Prints a word, `.word 0x` and 16 digits where it is no instruction.
std::size_t disassemble(std::uint64_t word, Revision revision, char* out);

std::string disassemble(const Instruction& instruction, Revision revision);
std::string disassemble(std::uint64_t word, Revision revision);

} // namespace jacquard::ir3

JACQUARD_END_API
