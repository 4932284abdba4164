#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/reduce/reduce.h>
#include <jacquard/tgsi/read/parse.h>

#include "catch.h"

#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

bool is_good_tgsi(const std::string& text) {
    Diagnostics diagnostics;
    return tgsi::parse(text, diagnostics).has_value();
}

} // namespace

TEST_CASE("a TGSI shader is reduced to what a test asks for") {
    const std::string text = "FRAG\n"
                             "DCL IN[0], GENERIC[0], PERSPECTIVE, CENTROID\n"
                             "DCL IN[1], GENERIC[1], PERSPECTIVE\n"
                             "DCL OUT[0], COLOR\n"
                             "DCL CONST[0..3]\n"
                             "DCL TEMP[0..3]\n"
                             "DCL TEMP[4..7], ARRAY(1)\n"
                             "DCL ADDR[0]\n"
                             "IMM[0] FLT32 {0.0, 1.0, 2.0, 3.0}\n"
                             "IMM[1] UINT32 {0, 1, 2, 3}\n"
                             "  0: UARL ADDR[0].x, CONST[0].xxxx\n"
                             "  1: MOV TEMP[ADDR[0].x+4](1), IN[0]\n"
                             "  2: BGNLOOP\n"
                             "  3:   USGE TEMP[1].x, TEMP[0].xxxx, IMM[1].wwww\n"
                             "  4:   UIF TEMP[1].xxxx\n"
                             "  5:     BRK\n"
                             "  6:   ELSE\n"
                             "  7:     ADD_SAT TEMP[2], -|TEMP[ADDR[0].x+4](1).wzyx|, IMM[0]\n"
                             "  8:   ENDIF\n"
                             "  9:   UADD TEMP[0].x, TEMP[0].xxxx, IMM[1].yyyy\n"
                             " 10: ENDLOOP\n"
                             " 11: CAL :15\n"
                             " 12: MOV OUT[0], TEMP[2]\n"
                             " 13: END\n"
                             " 14: NOP\n"
                             " 15: BGNSUB\n"
                             " 16:   MUL TEMP[3].xy, TEMP[2], IN[1].yyyy\n"
                             " 17: ENDSUB\n";
    REQUIRE(is_good_tgsi(text));
    CHECK(reduce_tgsi(text,
                      [](const std::string& candidate) {
                          return is_good_tgsi(candidate) && has(candidate, "ADD");
                      }) == "FRAG\n"
                            "DCL TEMP[0]\n"
                            "IMM[0] UINT32 {0, 0, 0, 0}\n"
                            "  0: UADD TEMP[0].x, IMM[0], IMM[0]\n"
                            "  1: END\n");
    // Labels follow the instructions they name.
    CHECK(reduce_tgsi(text,
                      [](const std::string& candidate) {
                          return is_good_tgsi(candidate) && has(candidate, "CAL");
                      }) == "FRAG\n"
                            "  0: CAL :2\n"
                            "  1: END\n"
                            "  2: BGNSUB\n"
                            "  3: ENDSUB\n");
    // The sides of a block go one by one.
    CHECK(reduce_tgsi(text,
                      [](const std::string& candidate) {
                          return is_good_tgsi(candidate) && has(candidate, "ELSE");
                      }) == "FRAG\n"
                            "DCL TEMP[0..1]\n"
                            "  0: UIF TEMP[1]\n"
                            "  1: ELSE\n"
                            "  2: ENDIF\n"
                            "  3: END\n");
}

TEST_CASE("immediates keep their words when others go") {
    const std::string text = "VERT\nDCL OUT[0], POSITION\n"
                             "IMM[0] UINT32 {1, 2, 3, 4}\n"
                             "IMM[1] UINT32 {5, 6, 7, 8}\n"
                             "  0: MOV OUT[0], IMM[0]\n"
                             "  1: NOT OUT[0].xy, IMM[1].zzzz\n"
                             "  2: END\n";
    CHECK(reduce_tgsi(text,
                      [](const std::string& candidate) {
                          return is_good_tgsi(candidate) && has(candidate, " 7") &&
                                 has(candidate, "].zzzz");
                      }) == "VERT\n"
                            "DCL OUT[0], POSITION\n"
                            "IMM[0] UINT32 {0, 0, 7, 0}\n"
                            "  0: MOV OUT[0].y, IMM[0].zzzz\n"
                            "  1: END\n");
}

TEST_CASE("a text that cannot be read is reduced line by line") {
    const auto holds = [](const std::string& text) { return has(text, "bad") && has(text, "too"); };
    CHECK(reduce_tgsi("FRAG\nthis is\nbad\nand that\ntoo\nEND\n", holds) == "bad\ntoo\n");
    CHECK(reduce_nir("one\nbad\ntwo\ntoo", holds) == "bad\ntoo");
    CHECK(reduce_lines("a\nb\nc\n", [](const std::string& text) { return has(text, "b"); }) ==
          "b\n");
}

TEST_CASE("a NIR shader is reduced to what a test asks for") {
    const std::string text = R"(shader vertex
input generic 0 mask xyzw
output generic 0 mask xyzw

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {dest_type=float32}
        %2:32 = const 77
        %3:32 = iadd %1, %2
        %4:1 = ilt %3, %0
    if %4 {
        b1 from b0:
            %5:32 = imul %3, %1
            %6:32 = ineg %5
    } else {
        b2 from b0:
            %7:32 = ixor %1, %2
    }
    b3 from b1 b2:
        %8:32 = phi b1: %6, b2: %7
        store_output %8, %0 {write_mask=x}
}
)";
    const std::string reduced = reduce_nir(text, [](const std::string& candidate) {
        Diagnostics diagnostics;
        return nir::parse(candidate, diagnostics) != nullptr && has(candidate, "imul");
    });
    CHECK(has(reduced, "imul"));
    CHECK_FALSE(has(reduced, "phi"));
    CHECK_FALSE(has(reduced, "if "));
    CHECK_FALSE(has(reduced, "load_input"));
    CHECK_FALSE(has(reduced, "77"));
}
