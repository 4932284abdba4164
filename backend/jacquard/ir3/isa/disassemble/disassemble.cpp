#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/ir3/isa/codec/codec_internal.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/disassemble/print_word.h>

#include <array>

namespace jacquard::ir3 {
namespace {

std::size_t finish(TextWriter& out) {
    const std::size_t length = out.length();
    out.letter('\0');
    return length;
}

} // namespace

std::size_t disassemble(const Instruction& instruction, Revision revision, char* out) {
    TextWriter writer(out);
    const unsigned row = find_encoding(instruction, revision);
    if (row != kNoEncoding)
        print_fields(instruction, kEncodings[row], writer);
    return finish(writer);
}

std::size_t disassemble(std::uint64_t word, Revision revision, char* out) {
    TextWriter writer(out);
    print_word(word, revision, writer);
    return finish(writer);
}

std::string disassemble(const Instruction& instruction, Revision revision) {
    std::array<char, kMaximumTextLength> text;
    return {text.data(), disassemble(instruction, revision, text.data())};
}

std::string disassemble(std::uint64_t word, Revision revision) {
    std::array<char, kMaximumTextLength> text;
    return {text.data(), disassemble(word, revision, text.data())};
}

} // namespace jacquard::ir3
