#include "catch.h"
#include "litmus.h"

using namespace jacquard::litmus;

namespace {

std::string error_of(const std::string& statements) {
    return parse_litmus("litmus a\nmemory buffer\nbetween waves\nthread\n" + statements +
                        "observe 0.r0\nallowed 0\n")
        .error;
}

} // namespace

TEST_CASE("litmus: a text says what is wrong with it, and where") {
    CHECK(error_of("load r0 x\n") == "");
    CHECK(error_of("lod r0 x\n") == "line 5: 'lod' with 2 operands is no statement");
    CHECK(error_of("load r0\n") == "line 5: 'load' with 1 operands is no statement");
    CHECK(error_of("fence\nload r0 x\n") ==
          "line 8: a test with fences, and no other, says what is seen without them");
    CHECK(error_of("barrier only\nthread\nload r0 x\n") ==
          "line 9: all threads have the same barriers");
    CHECK(error_of("barrier only\nthread\nbarrier\n") ==
          "line 7: a barrier is the same in all threads: 'barrier' or 'barrier only'");
    CHECK(error_of("load r0 x\nseen 1\n") == "line 8: what must be seen must be allowed");
    CHECK(parse_litmus("memory disk\n").error == "line 1: 'disk' is not known here");
    CHECK(parse_litmus("store x 1\n").error == "line 1: 'store' is not known here");
}
