#include <jacquard/ir3/isa/codec/encode_result.h>

namespace jacquard::ir3 {

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
