// Machine words to instructions, to text, and back.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "bench.h"

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::bench {

namespace {

// Words that decode on a6xx, spread over its instructions: a fixed walk through random words.
std::vector<std::uint64_t> valid_words(std::size_t count) {
    std::vector<std::uint64_t> words;
    std::uint64_t state = 0x9e3779b97f4a7c15u;
    while (words.size() < count) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ir3::Instruction instruction;
        if (ir3::decode(state, ir3::Revision::a6xx, instruction)) {
            words.push_back(state);
        }
    }
    return words;
}

} // namespace

void codec_benchmarks() {
    const std::vector<std::uint64_t> words = valid_words(1000);
    measure("decode a word", words.size(), [&] {
        std::size_t sum = 0;
        ir3::Instruction instruction;
        for (const std::uint64_t word : words) {
            if (ir3::decode(word, ir3::Revision::a6xx, instruction)) {
                sum += static_cast<std::size_t>(instruction.opcode);
            }
        }
        return sum;
    });
    measure("disassemble a word", words.size(), [&] {
        std::size_t sum = 0;
        char text[ir3::kMaximumTextLength];
        for (const std::uint64_t word : words) {
            sum += ir3::disassemble(word, ir3::Revision::a6xx, text);
        }
        return sum;
    });
    std::vector<std::string> lines;
    for (const std::uint64_t word : words) {
        lines.push_back(ir3::disassemble(word, ir3::Revision::a6xx));
    }
    measure("assemble a line", lines.size(), [&] {
        std::size_t sum = 0;
        for (const std::string& line : lines) {
            sum += ir3::assemble(line, ir3::Revision::a6xx).word;
        }
        return sum;
    });
    std::vector<ir3::Instruction> instructions(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        (void)ir3::decode(words[i], ir3::Revision::a6xx, instructions[i]);
    }
    measure("encode an instruction", instructions.size(), [&] {
        std::size_t sum = 0;
        for (const ir3::Instruction& instruction : instructions) {
            sum += ir3::encode(instruction, ir3::Revision::a6xx).word;
        }
        return sum;
    });
}

} // namespace jacquard::bench
