#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// Why an instruction has no word.
enum class EncodeError : std::uint8_t {
    none,
    no_encoding,      // The revision does not have the opcode in this form.
    operand_kind,     // The operand may not be of this kind, is missing, or is one too many.
    operand_width,    // The operand's `half` contradicts the other members.
    operand_number,   // The register or constant number does not fit.
    operand_value,    // The immediate or relative offset does not fit.
    operand_modifier, // (neg), (abs), (r) or (last) cannot be said of this operand here.
    field_value,      // A member's value does not fit its bits, or the format has no such bits.
    other_opcode,     // The word would be another opcode (a mov of two types is a cov).
};

// Encoding gives a word, or else the fault and the member of Instruction that it is about.
struct EncodeResult {
    std::uint64_t word = 0;
    EncodeError error = EncodeError::none;
    const char* member = "";

    explicit operator bool() const { return error == EncodeError::none; }
    std::string message() const;
};

} // namespace jacquard::ir3

JACQUARD_END_API
