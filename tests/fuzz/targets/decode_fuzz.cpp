// Any words decode or do not, print, and what decodes encodes to a word that decodes to the same.
// The first byte picks the revision, each eight bytes after it are a word, the lowest byte first.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace jacquard::ir3;

static void demand(bool holds, const char* what, std::uint64_t word, Revision revision) {
    if (!holds) {
        std::fprintf(stderr, "%s: %016llx on revision %u\n", what,
                     static_cast<unsigned long long>(word), static_cast<unsigned>(revision));
        std::abort();
    }
}

static void try_word(std::uint64_t word, Revision revision) {
    // The buffer has exactly the documented size, so that the sanitizer sees a byte too many.
    const std::vector<char> room(kMaximumTextLength);
    std::vector<char> text = room;
    const std::size_t length = disassemble(word, revision, text.data());
    demand(length > 0 && length < text.size() && text[length] == 0, "no text", word, revision);

    Instruction instruction;
    const bool decoded = decode(word, revision, instruction);
    const bool is_word = std::strncmp(text.data(), ".word 0x", 8) == 0;
    demand(decoded != is_word, "the text and the decoder disagree", word, revision);
    if (!decoded) {
        return;
    }
    std::vector<char> again = room;
    disassemble(instruction, revision, again.data());
    demand(text == again, "the instruction prints another text", word, revision);
    const EncodeResult encoded = encode(instruction, revision);
    demand(static_cast<bool>(encoded), "not encoded", word, revision);
    Instruction reread;
    demand(decode(encoded.word, revision, reread) && reread == instruction,
           "the encoded word is another instruction", word, revision);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto revision = static_cast<Revision>(data[0] % kNumRevisions);
    std::vector<std::uint64_t> words;
    for (std::size_t i = 1; i + sizeof(std::uint64_t) <= size; i += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        for (unsigned byte = 0; byte < sizeof word; ++byte) {
            word |= std::uint64_t{data[i + byte]} << 8 * byte;
        }
        words.push_back(word);
        try_word(word, revision);
    }
    std::size_t lines = 0;
    for (const char letter : disassemble_program(words, revision)) {
        lines += letter == '\n' ? 1 : 0;
    }
    demand(lines == words.size(), "not a line for each word", lines, revision);
    return 0;
}
