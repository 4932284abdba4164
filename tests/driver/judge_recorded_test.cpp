// The comparison of a module's words in buffers and images with recorded ones.

#include <jacquard/runs/recorded/judge_recorded.h>
#include <jacquard/runs/recorded/recorded_slots.h>

#include "catch.h"

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// Returns how `computed` in buffer 0.0, and in image 0.1 of integers, agrees with what a case
// records.
Agreement judged(const std::string& fields, Words buffer, Words image = {1, 2, 3, 4}) {
    std::string fault;
    const auto recorded = parse_recorded_case(
        R"({"module":"m","stage":"compute",)" + fields +
            R"("storage_buffers":{"0.0":"3f80000080000000"},)"
            R"("images":{"0.1":{"dim":"2D","format":"rgba32i","size":[1,1,1],"layers":1,)"
            R"("texels":"00000000000000000000000000000000"}},)"
            R"("storage_buffers_after":{"0.0":"3f80000080000000"},)"
            R"("images_after":{"0.1":"00000001000000020000000300000004"}})",
        fault);
    REQUIRE(fault.empty());
    RecordedResult computed;
    computed.storage_buffers.emplace_back("0.0", std::move(buffer));
    computed.images.emplace_back("0.1", std::move(image));
    std::string difference;
    return judge(*recorded, computed, {}, difference);
}

constexpr const char* kIntegers = R"("integer_buffers":["0.0"],)";
constexpr const char* kFloats = R"("float_buffers":["0.0"],)";

} // namespace

TEST_CASE("words of a buffer of integers are equal or disagree") {
    CHECK(judged(kIntegers, {0x3f800000, 0x80000000}) == Agreement::exact);
    CHECK(judged(kIntegers, {0x3f800001, 0x80000000}) == Agreement::disagree);
    CHECK(judged(kIntegers, {0x3f800000, 0x00000000}) == Agreement::disagree);
}

TEST_CASE("words of a buffer of floats are compared as numbers, zeros whatever their sign") {
    CHECK(judged(kFloats, {0x3f800001, 0x80000000}) == Agreement::bound);
    CHECK(judged(kFloats, {0x3f800000, 0x00000000}) == Agreement::exact);
    CHECK(judged(kFloats, {0x3f900000, 0x80000000}) == Agreement::disagree);
}

TEST_CASE("what a buffer holds that nobody names is guessed from each word") {
    CHECK(judged("", {0x3f800001, 0x80000000}) == Agreement::bound);
    CHECK(judged("", {0x3f800000, 0x80000001}) == Agreement::disagree);
}

TEST_CASE("texels of an image of integers are equal or disagree") {
    CHECK(judged(kFloats, {0x3f800000, 0}, {1, 2, 3, 5}) == Agreement::disagree);
}

TEST_CASE("halves of a buffer are compared as floats, and no number is none") {
    const char* halves = R"("half_buffers":["0.0"],)";
    // 1 and 0.0, then -0 and 1.
    CHECK(judged(halves, {0x3f800000, 0x80000000}) == Agreement::exact);
    CHECK(judged(halves, {0x3f810000, 0x80000000}) == Agreement::bound);
    CHECK(judged(halves, {0x40000000, 0x80000000}) == Agreement::disagree);
}

TEST_CASE("half outputs are given by their own bits or as floats") {
    const auto judged_output = [](const char* recorded_word, std::uint32_t computed_word) {
        std::string fault;
        const std::string word = std::string("\"") + recorded_word + "\"";
        const auto recorded =
            parse_recorded_case(R"({"module":"m","stage":"fragment","outputs":{"0":[)" + word +
                                    ',' + word + ',' + word + ',' + word + "]}}",
                                fault);
        REQUIRE(fault.empty());
        VaryingFacts output;
        output.semantic = nir::Semantic::color;
        output.scalar = {nir::BaseType::float_type, 16};
        RecordedResult computed;
        const Words words = {computed_word};
        computed.outputs.emplace_back("0", LaneWordLists{words, words, words, words});
        std::string difference;
        return judge(*recorded, computed, {output}, difference);
    };
    CHECK(judged_output("3f800000", 0x3c00) == Agreement::exact);
    CHECK(judged_output("00003c00", 0x3c00) == Agreement::exact);
    CHECK(judged_output("00007e00", 0x7e01) == Agreement::exact); // no number
    CHECK(judged_output("7fc00000", 0x7e00) == Agreement::exact);
    CHECK(judged_output("00003c00", 0x4000) == Agreement::disagree);
}

TEST_CASE("outputs that are built in are found by their names, and are of their types") {
    struct Row {
        const char* name;
        nir::Semantic semantic;
        nir::BaseType base;
    };
    for (const Row& row :
         {Row{"Layer", nir::Semantic::layer, nir::BaseType::int_type},
          Row{"ViewportIndex", nir::Semantic::viewport_index, nir::BaseType::int_type},
          Row{"SampleMask", nir::Semantic::samplemask, nir::BaseType::int_type},
          Row{"FragStencilRefEXT", nir::Semantic::stencil, nir::BaseType::int_type},
          Row{"FragDepth", nir::Semantic::position, nir::BaseType::float_type},
          Row{"PointSize", nir::Semantic::psize, nir::BaseType::float_type}}) {
        INFO(row.name);
        VaryingFacts output;
        output.semantic = row.semantic;
        output.first_slot = 1;
        output.scalar = {row.base, 32};
        const ByKey<LaneWordLists> wanted = {
            {row.name, LaneWordLists{Words{1}, Words{1}, Words{1}, Words{1}}}};
        SlotWords words(2 * 4 * kCaseLanes);
        words[4 * kCaseLanes] = 7;
        const ByKey<LaneWordLists> found = outputs_of(wanted, {output}, words);
        REQUIRE(found.size() == 1);
        CHECK(found[0].second[0] == Words{7});
        CHECK(varying_of(row.name, {output}) != nullptr);
    }
    CHECK(varying_of("Layers", {}) == nullptr);
}

TEST_CASE("texels of fewer bits are compared as what they stand for") {
    const auto judged_texel = [](const char* format, const char* recorded_word,
                                 std::uint32_t computed_word) {
        std::string fault;
        const auto recorded = parse_recorded_case(
            std::string(R"({"module":"m","stage":"compute","images":{"0.0":{"dim":"2D",)") +
                R"("format":")" + format + R"(","size":[1,1,1],"texels":"00000000"}},)" +
                R"("images_after":{"0.0":")" + recorded_word + "\"}}",
            fault);
        INFO(fault);
        REQUIRE(recorded);
        RecordedResult computed;
        computed.images.emplace_back("0.0", Words{computed_word});
        std::string difference;
        return judge(*recorded, computed, {}, difference);
    };
    CHECK(judged_texel("rgba8", "804020ff", 0x804020ff) == Agreement::exact);
    CHECK(judged_texel("rgba8", "804020ff", 0x804121ff) == Agreement::bound); // a step
    CHECK(judged_texel("rgba8", "804020ff", 0x804420ff) == Agreement::disagree);
    CHECK(judged_texel("rgba8ui", "804020ff", 0x804121ff) == Agreement::disagree);
    CHECK(judged_texel("rg16f", "7e003c00", 0x7e013c00) == Agreement::exact);
}

TEST_CASE("what a recorded case does not have is told with its column and what was meant") {
    const auto fault_of = [](const std::string& members) {
        std::string fault;
        CHECK(!parse_recorded_case(R"({"module":"m","stage":"compute",)" + members + "}", fault));
        return fault;
    };
    CHECK(fault_of(R"("imagse":{})") ==
          "column 42: a case has no 'imagse', did you mean 'images'?");
    const auto texture = [&](const std::string& members) {
        return fault_of(R"("images":{"0.0":{)" + members +
                        R"("size":[1,1,1],"texels":"00000000"}})");
    };
    CHECK(texture(R"("dim":"2D","format":"rgba88",)") ==
          "column 70: there is no format 'rgba88', did you mean 'rgba8'?");
    CHECK(texture(R"("dim":"2DAray","format":"rgba8",)") ==
          "column 56: 'dim' must be a shape of textures, not '2DAray', did you mean '2DArray'?");
    CHECK(texture(R"("dim":"2D","format":"rg32f",)") ==
          "column 102: a texture of rg32f of that size has 2 words of texels, not 1");
    CHECK(texture(R"("dim":"2D","format":"r32f","sampler":{"adress":"repeat"},)") ==
          "column 97: a sampler has no 'adress', did you mean 'address'?");
}
