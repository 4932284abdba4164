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

} // namespace jacquard::ir3
