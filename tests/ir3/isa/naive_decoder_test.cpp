#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "catch.h"
#include "word_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <sstream>

using namespace jacquard::ir3;

namespace {

std::vector<Revision> all_revisions() {
    std::vector<Revision> revisions;
    for (unsigned i = 0; i < kNumRevisions; ++i) {
        revisions.push_back(static_cast<Revision>(i));
    }
    return revisions;
}

// Returns how many words each revision is tried with: JACQUARD_WORDS of the environment, or enough
// for every day.
unsigned long words_a_revision() {
    const char* given = std::getenv("JACQUARD_WORDS");
    const unsigned long count = given != nullptr ? std::strtoul(given, nullptr, 10) : 0;
    return count != 0 ? count : 100000;
}

// The row that owns a word, by trying all of them in the order in which they win.
unsigned naive_find(std::uint64_t word, Revision revision) {
    for (const std::uint16_t row : encodings_of(revision)) {
        const EncodingRow& encoding = kEncodings[row];
        if (((word ^ encoding.value) & encoding.mask) == 0 && meets_condition(row, word))
            return row;
    }
    return kNoEncoding;
}

// Words of one revision: fixed bits of some row with the rest random and often sparse, words of
// the test files with a few bits changed, and words without any sense.
class WordMaker {
  public:
    WordMaker(Revision revision, unsigned seed) : revision_(revision), random_(seed) {
        for (const test::WordRow& row :
             test::read_words(JACQUARD_SOURCE_DIR "/tests/ir3/isa/words.tsv"))
            good_.push_back(row.word);
        REQUIRE_FALSE(good_.empty());
    }

    std::uint64_t next() {
        switch (random_() % 16) {
        case 0: return random_();
        case 1:
        case 2:
        case 3: return mutated(good_[random_() % good_.size()], 1 + random_() % 4);
        case 4:
        case 5: return mutated(likely(), 1 + random_() % 2);
        default: return likely();
        }
    }

  private:
    std::uint64_t likely() {
        const auto rows = encodings_of(revision_);
        const EncodingRow& row = kEncodings[rows[random_() % rows.size()]];
        std::uint64_t word = random_();
        if (random_() % 2 == 0)
            word &= random_();
        if (random_() % 2 == 0)
            word &= ~row.free;
        return (word & ~row.mask) | (row.value & row.mask);
    }
    std::uint64_t mutated(std::uint64_t word, std::uint64_t changes) {
        for (; changes != 0; --changes)
            word ^= std::uint64_t{1} << random_() % 64;
        return word;
    }

    Revision revision_;
    std::mt19937_64 random_;
    std::vector<std::uint64_t> good_;
};

// The outcome of the words of a revision.
struct Tally {
    unsigned long decoded = 0;
    unsigned long exact = 0;     // Encoded to the very word.
    unsigned long ignored = 0;   // Encoded to the word without bits that it ignores.
    unsigned long hidden = 0;    // Subset of `exact`: the text is that of another word too.
    unsigned long two_forms = 0; // Encoded to the other word for a number that has two.
    unsigned long faults = 0;
    std::string first_fault;

    void fault(std::uint64_t word, Revision revision, const char* what) {
        if (faults++ != 0)
            return;
        std::ostringstream text;
        text << what << ": " << std::hex << word << " " << disassemble(word, revision);
        first_fault = text.str();
    }
};

// True where each of the bits in `bits` may change alone: operands ignore bits of their own,
// besides those that the row declares free.
bool ignores(std::uint64_t word, std::uint64_t bits, const Instruction& instruction,
             Revision revision) {
    for (; bits != 0; bits &= bits - 1) {
        Instruction other;
        if (!decode(word ^ (bits & -bits), revision, other) || other != instruction)
            return false;
    }
    return true;
}

// Operations on bits take a small number in twelve bits, and on a8xx in eight as well.
bool has_small_number(const Instruction& instruction, Revision revision) {
    const auto is_small = [](const Operand& operand) {
        return operand.kind == OperandKind::immediate && operand.value < 128;
    };
    return revision == Revision::a8xx &&
           opcode_info(revision, instruction.opcode).category == Category::three_sources &&
           (is_small(instruction.src0) || is_small(instruction.src2));
}

void try_word(std::uint64_t word, Revision revision, Tally& tally) {
    if (find_encoding(word, revision) != naive_find(word, revision))
        return tally.fault(word, revision, "the tree finds another row");

    std::array<char, kMaximumTextLength + 16> text;
    text.fill(0x55);
    const std::size_t length = disassemble(word, revision, text.data());
    const bool fits = length < kMaximumTextLength / 2 && text[length] == 0 &&
                      std::all_of(text.begin() + kMaximumTextLength, text.end(),
                                  [](char byte) { return byte == 0x55; });
    if (length == 0 || !fits)
        return tally.fault(word, revision, "the text does not keep to its room");

    Instruction instruction;
    if (!decode(word, revision, instruction)) {
        if (std::strncmp(text.data(), ".word 0x", 8) != 0)
            tally.fault(word, revision, "no instruction, and yet a text");
        return;
    }
    ++tally.decoded;
    if (disassemble(instruction, revision) != text.data())
        return tally.fault(word, revision, "the instruction prints another text");
    const EncodeResult result = encode(instruction, revision);
    if (!result)
        return tally.fault(word, revision, "the instruction is not encoded");
    if (result.word == word) {
        ++tally.exact;
        const AssemblyResult assembled = assemble(text.data(), revision);
        if (!assembled)
            return tally.fault(word, revision, assembled.message.c_str());
        if (assembled.word == word)
            return;
        ++tally.hidden;
        if (disassemble(assembled.word, revision) != text.data())
            tally.fault(word, revision, "the text assembles to a word with another text");
        return;
    }
    ++tally.ignored;
    Instruction again;
    if (!decode(result.word, revision, again) || again != instruction)
        return tally.fault(word, revision, "the encoded word is another instruction");
    const std::uint64_t changed =
        (word ^ result.word) & ~kEncodings[find_encoding(word, revision)].free;
    if (ignores(word, changed, instruction, revision))
        return;
    if (has_small_number(instruction, revision))
        ++tally.two_forms;
    else
        tally.fault(word, revision, "a bit that matters changes");
}

} // namespace

TEST_CASE("random and mutated words decode as in the naive decoder, print, and encode back") {
    for (const Revision revision : all_revisions()) {
        WordMaker words(revision, 20 + static_cast<unsigned>(revision));
        Tally tally;
        const unsigned long count = words_a_revision();
        for (unsigned long i = 0; i < count; ++i)
            try_word(words.next(), revision, tally);
        if (std::getenv("JACQUARD_WORDS") != nullptr) {
            std::cout << name_of(revision) << ": " << count << " words, " << tally.decoded
                      << " instructions, " << tally.exact << " encoded to the word ("
                      << tally.hidden << " of them with a text that another word has too), "
                      << tally.ignored << " without ignored bits, " << tally.faults << " faults\n";
        }
        INFO(name_of(revision) << " " << tally.first_fault);
        CHECK(tally.faults == 0);
        CHECK((tally.two_forms != 0) == (revision == Revision::a8xx));
        CHECK(tally.decoded > count / 2);
        CHECK(tally.exact > count / 8);
    }
}
