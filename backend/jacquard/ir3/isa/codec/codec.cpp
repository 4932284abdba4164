#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/codec/codec_internal.h>

namespace jacquard::ir3 {

bool decode(std::uint64_t word, Revision revision, Instruction& instruction) {
    const unsigned row = find_encoding(word, revision);
    return row != kNoEncoding && decode_fields(word, kEncodings[row], instruction);
}

std::optional<Instruction> decode(std::uint64_t word, Revision revision) {
    std::optional<Instruction> result(std::in_place);
    if (!decode(word, revision, *result))
        result.reset();
    return result;
}

EncodeResult encode(const Instruction& instruction, Revision revision) {
    const unsigned row = find_encoding(instruction, revision);
    if (row == kNoEncoding)
        return {0, EncodeError::no_encoding, "opcode"};
    const EncodeResult result = encode_fields(instruction, kEncodings[row]);
    if (result && find_encoding(result.word, revision) != row) {
        return {0, EncodeError::other_opcode, "opcode"};
    }
    return result;
}

std::string EncodeResult::message() const {
    const std::string name = member;
    switch (error) {
    case EncodeError::none: return {};
    case EncodeError::no_encoding: return "the revision does not have this instruction";
    case EncodeError::operand_kind: return name + " may not be an operand of this kind here";
    case EncodeError::operand_width: return name + " has the wrong width";
    case EncodeError::operand_number: return name + " has a number that does not fit";
    case EncodeError::operand_value: return name + " has a value that does not fit";
    case EncodeError::operand_modifier: return name + " has a modifier that cannot be encoded here";
    case EncodeError::field_value: return name + " has a value that cannot be encoded here";
    case EncodeError::other_opcode:
        return "with these operands the word would be another instruction";
    }
    return {};
}

} // namespace jacquard::ir3
