// How the words that a module left in buffers and images are compared with recorded ones.

#include <jacquard/driver/judge_recorded.h>

#include "catch.h"

using namespace jacquard::driver;

namespace {

// How `computed` in buffer 0.0, and in image 0.1 of integers, agrees with what a case records.
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
