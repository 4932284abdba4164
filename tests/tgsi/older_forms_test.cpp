// The forms of older texts.

#include "lane_runner.h"
#include "tgsi_test.h"

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

std::string today(std::string_view text) {
    return print(read(text));
}

} // namespace

TEST_CASE("resources are buffers, images or views, as they are declared and used") {
    CHECK(today("COMP\n"
                "DCL RES[0], BUFFER, RAW, WR\n"
                "DCL RES[1..3], BUFFER, RAW\n"
                "DCL RES[4], 2D, WR\n"
                "DCL TEMP[0]\n"
                "LOAD TEMP[0].x, RES[TEMP[0].x+1], TEMP[0]\n"
                "STORE RES[0].x, TEMP[0], TEMP[0]\n"
                "STORE RES[4], TEMP[0], TEMP[0]\n"
                "END\n") == "COMP\n"
                            "DCL BUFFER[0]\n"
                            "DCL BUFFER[1..3]\n"
                            "DCL IMAGE[4], 2D, WR\n"
                            "DCL TEMP[0]\n"
                            "  0: LOAD TEMP[0].x, BUFFER[TEMP[0].x+1], TEMP[0]\n"
                            "  1: STORE BUFFER[0].x, TEMP[0], TEMP[0]\n"
                            "  2: STORE IMAGE[4], TEMP[0], TEMP[0]\n"
                            "  3: END\n");
    CHECK(today("FRAG\n"
                "DCL OUT[0], COLOR\n"
                "DCL SAMP[0]\n"
                "DCL RES[0], 2D, FLOAT\n"
                "SAMPLE OUT[0], OUT[0], RES[0], SAMP[0]\n"
                "END\n") == "FRAG\n"
                            "DCL OUT[0], COLOR\n"
                            "DCL SAMP[0]\n"
                            "DCL SVIEW[0], 2D, FLOAT\n"
                            "  0: SAMPLE OUT[0], OUT[0], SVIEW[0], SAMP[0]\n"
                            "  1: END\n");
}

TEST_CASE("memory that has a name instead of a declaration is declared") {
    CHECK(today("COMP\n"
                "DCL MEMORY[0], SHARED\n"
                "DCL TEMP[0]\n"
                "LOAD TEMP[0].x, RINPUT, TEMP[0]\n"
                "LOAD TEMP[0].x, RGLOBAL, TEMP[0].yyyy\n"
                "STORE RPRIVATE.x, TEMP[0], TEMP[0]\n"
                "STORE RLOCAL.x, TEMP[0], TEMP[0]\n"
                "MFENCE RLOCAL\n"
                "END\n") == "COMP\n"
                            "DCL MEMORY[0], SHARED\n"
                            "DCL TEMP[0]\n"
                            "DCL MEMORY[1], PRIVATE\n"
                            "DCL MEMORY[2], SHARED\n"
                            "DCL MEMORY[3], INPUT\n"
                            "DCL MEMORY[4], GLOBAL\n"
                            "  0: LOAD TEMP[0].x, MEMORY[3], TEMP[0]\n"
                            "  1: LOAD TEMP[0].x, MEMORY[4], TEMP[0].yyyy\n"
                            "  2: STORE MEMORY[1].x, TEMP[0], TEMP[0]\n"
                            "  3: STORE MEMORY[2].x, TEMP[0], TEMP[0]\n"
                            "  4: MFENCE MEMORY[2]\n"
                            "  5: END\n");
}

TEST_CASE("a kernel begins with the first subroutine that no other calls") {
    CHECK(today("COMP\n"
                "DCL TEMP[0]\n"
                "BGNSUB\n"
                "RET\n"
                "ENDSUB\n"
                "BGNSUB\n"
                "CAL :0\n"
                "RET\n"
                "ENDSUB\n") == "COMP\n"
                               "DCL TEMP[0]\n"
                               "  0: BGNSUB\n"
                               "  1:   RET\n"
                               "  2: ENDSUB\n"
                               "  3: BGNSUB\n"
                               "  4:   CAL :0\n"
                               "  5:   RET\n"
                               "  6: ENDSUB\n"
                               "  7: CAL :3\n"
                               "  8: END\n");
    CHECK(faults_of("FRAG\nBGNSUB\nRET\nENDSUB\n") == "4:1 T208 the program has no END\n");
}

TEST_CASE("an END within a block ends the invocation") {
    const auto shader = translated("FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                                   "IMM FLT32 {1, 2, 3, 4}\n"
                                   "MOV OUT[0], IMM[0]\nIF IN[0].xxxx\nEND\nENDIF\n"
                                   "ADD OUT[0], IMM[0], IMM[0]\nEND\n");
    const LaneValues conditions = {word_of(1), 0, word_of(2), 0};
    CHECK(run_lanes(*shader, std::span(&conditions, 1)).of(0, 1) ==
          LaneValues{word_of(2), word_of(4), word_of(2), word_of(4)});
    CHECK(faults_of("FRAG\nDCL TEMP[0]\nIF TEMP[0]\nEND\n") ==
          "3:1 T207 this IF is never closed\n");
}

TEST_CASE("texels of raw images are found by their bytes") {
    CHECK(body_of("COMP\nDCL RES[0], 2D, RAW, WR\nDCL SV[0], BLOCK_ID\nDCL TEMP[0]\n"
                  "LOAD TEMP[0].xy, RES[0], SV[0]\nEND\n")
              .find("ushr") != std::string::npos);
}
