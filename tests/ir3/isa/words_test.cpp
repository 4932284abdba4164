#include <jacquard/generated/ir3/encodings.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include "catch.h"
#include "word_file.h"

#include <set>

using namespace jacquard::ir3;

namespace {

const std::vector<test::WordRow>& own_words() {
    static const std::vector<test::WordRow> rows =
        test::read_words(JACQUARD_SOURCE_DIR "/tests/ir3/isa/words.tsv");
    return rows;
}

} // namespace

TEST_CASE("every word prints its text") {
    REQUIRE(own_words().size() > 300);
    for (const test::WordRow& row : own_words()) {
        INFO(row.part << " " << std::hex << row.word);
        CHECK(disassemble(row.word, row.revision) == row.text);
    }
}

TEST_CASE("decoding and encoding give the word back") {
    for (const test::WordRow& row : own_words()) {
        INFO(row.part << " " << std::hex << row.word << " " << row.text);
        const auto instruction = decode(row.word, row.revision);
        REQUIRE(instruction);
        const EncodeResult result = encode(*instruction, row.revision);
        CHECK(result.message() == "");
        CHECK(result.word == row.word);
    }
}

TEST_CASE("a decoded instruction prints the text of its word") {
    for (const test::WordRow& row : own_words()) {
        const auto instruction = decode(row.word, row.revision);
        REQUIRE(instruction);
        CHECK(disassemble(*instruction, row.revision) == row.text);
    }
}

TEST_CASE("every encoding of every revision has a word") {
    std::set<unsigned> seen;
    for (const test::WordRow& row : own_words())
        seen.insert(find_encoding(row.word, row.revision));
    for (unsigned i = 0; i < kNumEncodings; ++i) {
        INFO(name_of(kEncodings[i].opcode));
        CHECK(seen.count(i) == 1);
    }
}

TEST_CASE("a word that is no instruction prints as its digits") {
    CHECK(disassemble(0xffffffffffffffff, Revision::a6xx) == ".word 0xffffffffffffffff");
    // A category 2 source of a kind that does not exist.
    CHECK(disassemble(0x4000000000001800, Revision::a6xx) == ".word 0x4000000000001800");
    CHECK_FALSE(decode(0x4000000000001800, Revision::a6xx));
}

TEST_CASE("numbers fit the bits that the tables give them") {
    CHECK(fits_bits(255, 8));
    CHECK_FALSE(fits_bits(256, 8));
    CHECK_FALSE(fits_bits(-1, 8));
    CHECK(fits_bits(-1024, -11));
    CHECK_FALSE(fits_bits(1024, -11));
    CHECK_FALSE(fits_bits(0, 0));
    CHECK(fits_bits(-1, 32));
    const SourceInfo& offset = opcode_info(Revision::a6xx, Opcode::shfl).sources[1];
    CHECK((offset.kinds & source_immediate) != 0);
    CHECK(offset.kinds_by_field == 0);
    CHECK(offset.immediate_bits == 8);
}

TEST_CASE("an opcode belongs to the revisions that the tables say") {
    CHECK(has_opcode(Revision::a6xx, Opcode::shrm));
    CHECK_FALSE(has_opcode(Revision::a5xx, Opcode::shrm));
    CHECK(has_opcode(Revision::a5xx, Opcode::ldgb));
    CHECK_FALSE(has_opcode(Revision::a6xx, Opcode::ldgb));
    CHECK(has_opcode(Revision::a7xx, Opcode::alias));
    CHECK_FALSE(has_opcode(Revision::a4xx, Opcode::swz));
    CHECK(find_opcode("mad.f32") == Opcode::mad_f32);
    CHECK_FALSE(find_opcode("mad.f31"));
}
