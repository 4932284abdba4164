#pragma once

#include <jacquard/generated/ir3/descriptions.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::ir3 {

// The rows of an encoding that count for an instruction, highest bits first: of alternative
// readings the one whose condition holds.
std::vector<const BitsRow*> rows_of(unsigned encoding, const Instruction& instruction);

// The case of an operand's form that reads its bits, null where none does.
const FormCaseDescription* case_of(const BitsRow& row, std::uint64_t word, OperandKind kind);

// Returns the meaning of the bits: the name of an enumerated value, the text of a flag, a number.
std::string meaning_of(const BitsRow& row, std::uint64_t word, const Instruction& instruction);

// An operand by itself, and in words.
std::string operand_text(const Operand& operand);
std::string operand_meaning(const Operand& operand);

// An encoding that a word misses.
struct NearMiss {
    unsigned encoding = 0;
    std::uint64_t word = 0; // The word with the least bits changed that make it this instruction.
    unsigned distance = 0;
    Instruction instruction;
};

// The encodings of a revision nearest to a word, at most `limit`, nearest first. The encoding the
// word has already is not among them.
std::vector<NearMiss> near_misses(std::uint64_t word, Revision revision, unsigned limit);

} // namespace jacquard::ir3
