#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/describe/word_description.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/json/json.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

#include <bit>
#include <random>

namespace {

// The line of a text that has a part, without the table line at its end.
std::string line_with(const std::string& text, std::string_view part) {
    const std::size_t at = text.find(part);
    if (at == std::string::npos) {
        return {};
    }
    const std::size_t begin = text[at] == '\n' ? at + 1 : text.rfind('\n', at) + 1;
    std::string line = text.substr(begin, text.find('\n', at) - begin);
    line.erase(std::min(line.size(), line.find("defs/")));
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

} // namespace

TEST_CASE("a word is drawn with what owns each bit") {
    const Answer answer = run_tool({"explain", "0x4730000a_00002006", "--gpu", "a630"});
    CHECK(answer.code == 0);
    CHECK(answer.err.empty());
    CHECK(answer.out.starts_with("bary.f r2.z, 6, r0.x\n\nir3:bary.f  "));
    CHECK(contains(answer.out,
                   "  63      59      55      51      47      43      39      35    32\n"
                   "   0 1 0 0 0 1 1 1 0 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 1 0\n"
                   "  |a    |b|c|d opc      |e|f|g|h  |i|j|k|l|m|n|o  |p dst          |\n"));
    CHECK(line_with(answer.out, "d 58:53") == "  d 58:53      111001        opc           57");
    CHECK(line_with(answer.out, "p 39:32") == "  p 39:32      00001010      dst           r2.z");
    CHECK(contains(answer.out, "defs/ir3/isa/cat2.yaml:"));
    CHECK(line_with(answer.out, "\n  src0  ") ==
          "  src0  6            number, 32 bits  (alu_source,");
    CHECK_FALSE(contains(answer.out, "bits without a meaning"));
}

TEST_CASE("alternative readings are told apart") {
    const Answer nops = run_tool({"explain", "4138082e00000029", "--gpu", "630"});
    CHECK(line_with(nops.out, "l 43") == "  l 43         1             nop_count     1");
    const Answer repeated = run_tool({"explain", "4138092e00000029", "--gpu", "630"});
    CHECK(line_with(repeated.out, "l 43") == "  l 43         1             src0.repeat   yes");
}

TEST_CASE("bits without a meaning that are set are told with what they should be") {
    const Answer answer = run_tool({"explain", "4137082e07000029", "--gpu", "630"});
    CHECK(answer.code == 0);
    CHECK(contains(answer.out, "bits without a meaning that are not as assembled\n"));
    CHECK(line_with(answer.out, "111 should be") == "  50:48      111 should be 000");
}

TEST_CASE("a word that is no instruction is told with its near misses") {
    const Answer fixed = run_tool({"explain", "6382800000003002", "--gpu", "630"});
    CHECK(fixed.code == 1);
    CHECK(fixed.err == "error: 0x6382800000003002 is not an instruction of part 630\n");
    CHECK(contains(fixed.out, "  1 bit   0x6382800000001002  mad.f32 r0.x, c0.z, r1.y, r0.x\n"));
    CHECK(line_with(fixed.out, "13 ") == "      13         1 should be 0  fixed");
    const Answer operand = run_tool({"explain", "4730000a00003806", "--gpu", "630"});
    CHECK(operand.code == 1);
    CHECK(contains(operand.out, "src0  defs/ir3/"));
}

TEST_CASE("near misses are instructions, nearest first") {
    using namespace jacquard::ir3;
    std::mt19937_64 random(3);
    const unsigned kWords = 300;
    unsigned refused = 0;
    for (unsigned i = 0; i < kNumRevisions; ++i) {
        const auto revision = static_cast<Revision>(i);
        for (unsigned n = 0; n < kWords; ++n) {
            const std::uint64_t word = random();
            const std::vector<NearMiss> misses = near_misses(word, revision, 4);
            CHECK(misses.size() == 4);
            refused += decode(word, revision) ? 0 : 1;
            for (const NearMiss& miss : misses) {
                REQUIRE(decode(miss.word, revision));
                CHECK(miss.distance == static_cast<unsigned>(std::popcount(word ^ miss.word)));
                CHECK(miss.distance > 0);
            }
        }
    }
    CHECK(refused > kWords);
}

TEST_CASE("the parts of a word own every bit once") {
    using namespace jacquard::ir3;
    std::mt19937_64 random(5);
    for (unsigned i = 0; i < kNumRevisions; ++i) {
        const auto revision = static_cast<Revision>(i);
        for (unsigned n = 0; n < 2000; ++n) {
            const std::uint64_t word = random();
            const std::optional<Instruction> instruction = decode(word, revision);
            if (!instruction) {
                continue;
            }
            const unsigned encoding = find_encoding(word, revision);
            std::uint64_t owned = 0;
            for (const BitsRow* row : rows_of(encoding, *instruction)) {
                const std::uint64_t mask = BitRange(row->bits).mask();
                CHECK((owned & mask) == 0);
                owned |= mask;
                CHECK(place(row->place).starts_with("defs/ir3/"));
                static_cast<void>(meaning_of(*row, word, *instruction));
            }
            CHECK(owned == ~std::uint64_t{0});
        }
    }
}

namespace {

// The one JSON value of each line.
std::vector<jacquard::json::Document> values_of(const std::string& lines) {
    std::vector<jacquard::json::Document> values;
    for (std::size_t start = 0; start < lines.size();) {
        const std::size_t end = lines.find('\n', start);
        jacquard::json::ParseError error;
        auto value = jacquard::json::Document::parse(
            std::string_view(lines).substr(start, end - start), error);
        REQUIRE(value);
        values.push_back(std::move(*value));
        start = end + 1;
    }
    return values;
}

} // namespace

TEST_CASE("a word is explained as one JSON value") {
    const Answer answer = run_tool({"explain", "4730000a00002006", "--gpu", "630", "--json"});
    CHECK(answer.code == 0);
    const auto values = values_of(answer.out);
    REQUIRE(values.size() == 1);
    const jacquard::json::Value root = values[0].root();
    CHECK(root["word"].string() == "4730000a00002006");
    CHECK(root["text"].string() == "bary.f r2.z, 6, r0.x");
    CHECK(root["name"].string() == "bary.f");
    CHECK(root["revision"].string() == "a6xx");
    bool has_destination = false;
    std::size_t parts = 0;
    for (const jacquard::json::Value part : root["parts"]) {
        ++parts;
        CHECK(part["line"].string().starts_with("defs/ir3/"));
        if (part["name"].string() == "dst") {
            has_destination = true;
            CHECK(part["bits"].string() == "39:32");
            CHECK(part["text"].string() == "r2.z");
            CHECK(part["form"].string() == "compare_destination");
        }
    }
    CHECK(has_destination);
    CHECK(parts > 10);
}

TEST_CASE("a word that is no instruction has its nearest ones in JSON") {
    const Answer answer = run_tool({"explain", "4000000000001800", "--json"});
    CHECK(answer.code == 1);
    const auto values = values_of(answer.out);
    REQUIRE(values.size() == 1);
    CHECK(values[0].root()["text"].string() == ".word 0x4000000000001800");
    std::size_t misses = 0;
    for (const jacquard::json::Value miss : values[0].root()["nearest"]) {
        ++misses;
        CHECK(miss["distance"].integer(0) > 0);
        CHECK(miss["differs"].is(jacquard::json::Kind::array));
    }
    CHECK(misses > 0);
}

TEST_CASE("a name has a JSON value for each language") {
    const Answer answer = run_tool({"explain", "mov", "--json"});
    CHECK(answer.code == 0);
    const auto values = values_of(answer.out);
    REQUIRE(values.size() == 3);
    const jacquard::json::Value machine = values[2].root();
    CHECK(values[0].root()["language"].string() == "tgsi");
    CHECK(machine["language"].string() == "ir3");
    CHECK(machine["category"].integer(-1) == 1);
    CHECK(machine["encodings"].is(jacquard::json::Kind::array));
    CHECK(machine["text"].string().starts_with("ir3:mov  "));
    CHECK(run_tool({"explain", "ir3:movv", "--json"}).code == 1);
}

TEST_CASE("what is not confirmed is said for its revisions") {
    CHECK(contains(run_tool({"explain", "ir3:ldc"}).out,
                   "Not confirmed on the hardware of a3xx, a4xx, a5xx.\n"));
    CHECK(contains(run_tool({"explain", "ir3:brac"}).out, "\n  Not confirmed on hardware.\n"));
    CHECK_FALSE(contains(run_tool({"explain", "ir3:add.f"}).out, "Not confirmed"));
}
