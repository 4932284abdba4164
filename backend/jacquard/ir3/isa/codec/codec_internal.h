#pragma once

#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/ir3/isa/codec/codec.h>

namespace jacquard::ir3 {

class TextWriter;

// What the generated code does once the row of a word or instruction is known. False: an operand's
// bits are those of no form. Where `read_from_text`, only members that the row has are set, and
// need not be looked for.
bool decode_fields(std::uint64_t word, const EncodingRow& row, Instruction& instruction);
EncodeResult encode_fields(const Instruction& instruction, const EncodingRow& row,
                           bool read_from_text = false);
void print_fields(const Instruction& instruction, const EncodingRow& row, TextWriter& out);

} // namespace jacquard::ir3
