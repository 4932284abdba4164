#include <jacquard/ir3/encodings.h>
#include <jacquard/ir3/isa/codec_internal.h>
#include <jacquard/ir3/isa/disassemble.h>
#include <jacquard/ir3/isa/text_writer.h>

#include <array>
#include <vector>

namespace jacquard::ir3 {
namespace {

void print_raw(std::uint64_t word, TextWriter& out) {
    out.text(".word 0x");
    for (int shift = 60; shift >= 0; shift -= 4)
        out.letter("0123456789abcdef"[word >> shift & 15]);
}

std::size_t finish(TextWriter& out) {
    const std::size_t length = out.length();
    out.letter('\0');
    return length;
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

std::string disassemble_program(std::span<const std::uint64_t> words, Revision revision) {
    // Every word that a branch names gets a label; labels are numbered by their place.
    std::vector<std::int32_t> labels(words.size(), -1);
    Instruction instruction;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!decode(words[i], revision, instruction) || instruction.target == 0)
            continue;
        const std::int64_t place = static_cast<std::int64_t>(i) + instruction.target;
        if (place >= 0 && place < static_cast<std::int64_t>(words.size())) {
            labels[static_cast<std::size_t>(place)] = 0;
        }
    }
    std::int32_t count = 0;
    for (std::int32_t& label : labels) {
        if (label == 0)
            label = count++;
    }
    std::string result;
    std::array<char, kMaximumTextLength> text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        TextWriter writer(text.data());
        if (labels[i] >= 0) {
            writer.letter('l');
            writer.number(labels[i]);
            writer.text(": ");
        }
        writer.use_labels(labels, i);
        print_word(words[i], revision, writer);
        writer.letter('\n');
        result.append(text.data(), writer.length());
    }
    return result;
}

} // namespace jacquard::ir3
