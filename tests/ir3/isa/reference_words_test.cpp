#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "catch.h"
#include "word_file.h"

#include <algorithm>
#include <array>
#include <map>

using namespace jacquard::ir3;

namespace {

// Words whose text hides a bit that also encoding cannot know, with the reason. A row that starts
// to agree makes the count wrong.
struct Exception {
    const char* reason;
    const char* flag;
    unsigned expected;
};

constexpr Exception kNotEncodedBack[] = {
    {"bits without a meaning are set", "decode-only", 5},
};

// The top bit of an alias, which older lists took for one that matters.
bool sets_ignored_bit(const test::WordRow& row, const Instruction& instruction) {
    return instruction.opcode == Opcode::alias && (row.word >> 54 & 1) != 0;
}

void check_file(const std::string& path, std::size_t expected_rows) {
    const std::vector<test::WordRow> rows = test::read_words(path);
    REQUIRE(rows.size() == expected_rows);
    std::array<unsigned, std::size(kNotEncodedBack)> not_encoded{};
    std::vector<unsigned> newer(test::newer_spellings().size());
    unsigned no_word = 0;
    unsigned ignored_bits = 0;
    for (const test::WordRow& row : rows) {
        INFO(row.part << " " << std::hex << row.word);
        const std::string text = disassemble(row.word, row.revision);
        const auto instruction = decode(row.word, row.revision);
        if (row.has_flag("no-match")) {
            CHECK(text.starts_with(".word 0x"));
            CHECK_FALSE(instruction);
            ++no_word;
            continue;
        }
        if (const auto spelling = test::spelling_of(row, text)) {
            ++newer[*spelling];
        } else {
            CHECK(text == row.text);
        }
        REQUIRE(instruction);
        const EncodeResult result = encode(*instruction, row.revision);
        INFO(result.message());
        if (result && result.word == row.word)
            continue;
        if (sets_ignored_bit(row, *instruction)) {
            ++ignored_bits;
            continue;
        }
        const auto known = std::find_if(std::begin(kNotEncodedBack), std::end(kNotEncodedBack),
                                        [&](const Exception& e) { return row.has_flag(e.flag); });
        CHECK(known != std::end(kNotEncodedBack));
        if (known != std::end(kNotEncodedBack))
            ++not_encoded[static_cast<std::size_t>(known - std::begin(kNotEncodedBack))];
    }
    const bool has_flags = path.ends_with("shader_words.tsv");
    for (std::size_t i = 0; i < not_encoded.size(); ++i) {
        INFO(kNotEncodedBack[i].reason);
        CHECK(not_encoded[i] == (has_flags ? kNotEncodedBack[i].expected : 0));
    }
    CHECK(no_word == (has_flags ? 5 : 0));
    CHECK(ignored_bits == (has_flags ? 1 : 3));
    for (std::size_t i = 0; i < newer.size(); ++i) {
        const test::Spelling& spelling = test::newer_spellings()[i];
        INFO(spelling.reason);
        CHECK(newer[i] == (has_flags ? spelling.vectors : spelling.made));
    }
}

// The text of a word, and the word of the text.
void check_both_ways(const std::vector<test::WordRow>& rows) {
    for (const test::WordRow& row : rows) {
        INFO(row.part << " " << std::hex << row.word << " " << row.text);
        REQUIRE(row.part != 0);
        CHECK(disassemble(row.word, row.revision) == row.text);
        const AssemblyResult result = assemble(row.text, row.revision);
        INFO(result.message);
        CHECK(result);
        CHECK(result.word == row.word);
    }
}

} // namespace

TEST_CASE("words of real shaders decode, print and encode as elsewhere") {
    check_file(test::vectors("shader_words.tsv"), 894);
}

TEST_CASE("words that became known later print in the spelling of today and come back") {
    const std::vector<test::WordRow> rows = test::read_words(test::vectors("newer_words.tsv"));
    REQUIRE(rows.size() == 39);
    check_both_ways(rows);
}

TEST_CASE("words of another compiler's programs print as it says and come back") {
    const std::vector<test::WordRow> rows = test::read_words(test::vectors("program_words.tsv"));
    REQUIRE(rows.size() == 3397);
    check_both_ways(rows);
}

TEST_CASE("made words of every revision decode, print and encode as elsewhere") {
    check_file(test::vectors("made_words.tsv"), 3554);
}
