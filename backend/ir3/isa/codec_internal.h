#pragma once

#include <jacquard/ir3/encodings.h>
#include <jacquard/ir3/isa/codec.h>

namespace jacquard::ir3 {

class TextWriter;

/// What the generated code does once the row of a word or instruction is known. False: an operand's
/// bits are those of no form.
bool decode_fields(uint64_t word, const EncodingRow& row, Instruction& instruction);
EncodeResult encode_fields(const Instruction& instruction, const EncodingRow& row);
void print_fields(const Instruction& instruction, const EncodingRow& row, TextWriter& out);

} // namespace jacquard::ir3
