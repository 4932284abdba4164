#include <jacquard/ir3/encodings.h>
#include <jacquard/ir3/isa/codec.h>
#include <jacquard/ir3/isa/disassemble.h>

#include "catch.h"
#include "word_file.h"

#include <array>
#include <cstring>
#include <random>

using namespace jacquard::ir3;

namespace {

/// The row that owns a word, by trying all of them in the order in which they win.
unsigned naive_find(uint64_t word, Revision revision) {
    for (const uint16_t row : encodings_of(revision)) {
        const EncodingRow& encoding = kEncodings[row];
        if (((word ^ encoding.value) & encoding.mask) == 0 && meets_condition(row, word))
            return row;
    }
    return kNoEncoding;
}

/// Words that are often instructions: fixed bits of some row, the rest random and often sparse.
uint64_t likely_word(std::mt19937_64& random, Revision revision) {
    const auto rows = encodings_of(revision);
    const EncodingRow& row = kEncodings[rows[random() % rows.size()]];
    uint64_t word = random();
    if (random() % 2 == 0)
        word &= random();
    word = (word & ~row.mask) | (row.value & row.mask);
    if (random() % 4 == 0)
        word ^= uint64_t{1} << random() % 64;
    return random() % 16 == 0 ? random() : word;
}

constexpr Revision kRevisions[] = {Revision::a3xx, Revision::a4xx, Revision::a5xx, Revision::a6xx,
                                   Revision::a7xx};

} // namespace

TEST_CASE("the decision tree finds what trying every encoding finds") {
    std::mt19937_64 random(20);
    for (const Revision revision : kRevisions) {
        unsigned different = 0;
        for (unsigned i = 0; i < 100000; ++i) {
            const uint64_t word = likely_word(random, revision);
            different += find_encoding(word, revision) != naive_find(word, revision) ? 1 : 0;
        }
        INFO(name_of(revision));
        CHECK(different == 0);
    }
}

TEST_CASE("what decodes encodes to a word that decodes to the same") {
    std::mt19937_64 random(21);
    for (const Revision revision : kRevisions) {
        unsigned decoded = 0;
        for (unsigned i = 0; i < 50000; ++i) {
            const uint64_t word = likely_word(random, revision);
            const auto instruction = decode(word, revision);
            if (!instruction)
                continue;
            ++decoded;
            const EncodeResult result = encode(*instruction, revision);
            INFO(name_of(revision) << " " << std::hex << word << " " << disassemble(word, revision)
                                   << " " << result.message());
            REQUIRE(result);
            REQUIRE(decode(result.word, revision) == instruction);
            REQUIRE(disassemble(result.word, revision) == disassemble(word, revision));
        }
        CHECK(decoded > 25000);
    }
}

TEST_CASE("any word prints within the room that is asked for") {
    std::mt19937_64 random(22);
    std::array<char, kMaximumTextLength + 16> text;
    for (const Revision revision : kRevisions) {
        size_t longest = 0;
        for (unsigned i = 0; i < 100000; ++i) {
            std::memset(text.data() + kMaximumTextLength, 0x55, 16);
            const size_t length = disassemble(likely_word(random, revision), revision, text.data());
            longest = std::max(longest, length);
            REQUIRE(text[length] == 0);
            REQUIRE(text[kMaximumTextLength] == 0x55);
        }
        CHECK(longest < kMaximumTextLength / 2);
    }
}
