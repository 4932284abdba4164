#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/ir3/isa/codec/codec_internal.h>
#include <jacquard/ir3/isa/disassemble/print_word.h>

namespace jacquard::ir3 {

void print_raw(std::uint64_t word, TextWriter& out) {
    out.text(".word 0x");
    for (int shift = 60; shift >= 0; shift -= 4)
        out.letter("0123456789abcdef"[word >> shift & 15]);
}

void print_word(std::uint64_t word, Revision revision, TextWriter& out) {
    Instruction instruction;
    const unsigned row = find_encoding(word, revision);
    if (row != kNoEncoding && decode_fields(word, kEncodings[row], instruction)) {
        print_fields(instruction, kEncodings[row], out);
    } else {
        print_raw(word, out);
    }
}

} // namespace jacquard::ir3
