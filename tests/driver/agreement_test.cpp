#include <jacquard/runs/case/agreement.h>

#include "catch.h"

#include <bit>
#include <limits>

using namespace jacquard::driver;

namespace {

std::uint32_t word(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

CaseOutput output_of(std::uint32_t value) {
    CaseOutput output;
    output.semantic = "COLOR";
    output.given = 0xf;
    for (Vector4& lane : output.lanes) {
        lane.fill(value);
    }
    return output;
}

CaseRun expected_run(std::uint32_t value) {
    CaseRun run;
    run.expected.push_back(output_of(value));
    return run;
}

RunResult computed_run(std::uint32_t value) {
    RunResult result;
    result.outputs.push_back(output_of(value));
    return result;
}

} // namespace

TEST_CASE("equal words agree exactly, and so do any two NaNs") {
    CHECK(compare_words(word(1.5F), word(1.5F)) == Agreement::exact);
    CHECK(compare_words(0x7fc00000, 0xff800001) == Agreement::exact);
    CHECK(compare_words(0x7f800000, 0x7f800000) == Agreement::exact);
}

TEST_CASE("the bound is 2^-13, relative above one") {
    const float step = 1.0F / 8192.0F;
    CHECK(compare_words(word(0.0F), word(step)) == Agreement::bound);
    CHECK(compare_words(word(0.0F), word(step * 1.001F)) == Agreement::disagree);
    CHECK(compare_words(word(1024.0F), word(1024.125F)) == Agreement::bound);
    CHECK(compare_words(word(-1024.0F), word(-1024.126F)) == Agreement::disagree);
    CHECK(compare_words(word(0.0F), word(-0.0F)) == Agreement::bound);
}

TEST_CASE("infinities and NaNs agree with nothing else") {
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(compare_words(word(infinity), word(-infinity)) == Agreement::disagree);
    CHECK(compare_words(word(infinity), word(std::numeric_limits<float>::max())) ==
          Agreement::disagree);
    CHECK(compare_words(word(0.0F), 0x7fc00000) == Agreement::disagree);
    CHECK(compare_words(0x7fc00000, word(0.0F)) == Agreement::disagree);
}

TEST_CASE("a run that agrees exactly has no difference") {
    CHECK_FALSE(compare_run(expected_run(word(1.0F)), computed_run(word(1.0F)), 0).has_value());
}

TEST_CASE("the worst difference is the one that is told") {
    RunResult computed = computed_run(word(1.0F));
    computed.outputs[0].lanes[0][1] = word(1.00001F);
    computed.outputs[0].lanes[2][3] = word(2.0F);
    const std::optional<Difference> difference = compare_run(expected_run(word(1.0F)), computed, 4);
    REQUIRE(difference.has_value());
    CHECK(difference->kind == Agreement::disagree);
    CHECK(difference->to_string() == "run 4 OUT 0 lane 2 .w: expected 3f800000, computed 40000000");
}

TEST_CASE("killed lanes and lanes the case does not state are not compared") {
    CaseRun expected = expected_run(word(1.0F));
    expected.expected_mask = 0x7;
    expected.expected[0].given = 0xe;
    RunResult computed = computed_run(word(1.0F));
    computed.live_mask = 0x7;
    computed.outputs[0].lanes[0].fill(0);
    computed.outputs[0].lanes[3].fill(0);
    CHECK_FALSE(compare_run(expected, computed, 0).has_value());
    computed.outputs[0].lanes[1].fill(0);
    CHECK(compare_run(expected, computed, 0).has_value());
}

TEST_CASE("a lane that emits no such vertex disagrees, whatever the words are") {
    CaseRun expected = expected_run(0);
    expected.expected[0].vertex = 2;
    RunResult computed = computed_run(0);
    computed.outputs[0].vertex = 2;
    CHECK_FALSE(compare_run(expected, computed, 0).has_value());
    computed.outputs[0].given = 0xb;
    const std::optional<Difference> difference = compare_run(expected, computed, 0);
    REQUIRE(difference.has_value());
    CHECK(difference->kind == Agreement::disagree);
    CHECK(difference->to_string() == "run 0 OUT 0 vertex 2 lane 2: the lane has no such vertex");
}

TEST_CASE("other live lanes and absent outputs disagree") {
    RunResult computed = computed_run(word(1.0F));
    computed.live_mask = 0xd;
    std::optional<Difference> difference = compare_run(expected_run(word(1.0F)), computed, 1);
    REQUIRE(difference.has_value());
    CHECK(difference->to_string() == "run 1 MASK: expected f, computed d");

    difference = compare_run(expected_run(word(1.0F)), RunResult{}, 0);
    REQUIRE(difference.has_value());
    CHECK(difference->kind == Agreement::disagree);
    CHECK(difference->to_string() == "run 0 OUT 0: the program has no such output");
    CHECK_FALSE(compare_run(expected_run(0), RunResult{}, 0).has_value());
}
