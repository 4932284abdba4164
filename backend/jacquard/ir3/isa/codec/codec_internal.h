#pragma once

#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/ir3/isa/codec/encode_result.h>

namespace jacquard::ir3 {

class TextWriter;

// The generated code decodes, encodes and prints the fields once the row of a word or instruction
// is known. Decoding returns false when an operand's bits are those of no form. With
// `read_from_text`, only members that the row has are set, so that no others need to be looked for.
bool decode_fields(std::uint64_t word, const EncodingRow& row, Instruction& instruction);
EncodeResult encode_fields(const Instruction& instruction, const EncodingRow& row,
                           bool read_from_text = false);
void print_fields(const Instruction& instruction, const EncodingRow& row, TextWriter& out);

} // namespace jacquard::ir3
