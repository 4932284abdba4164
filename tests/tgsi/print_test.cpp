#include "tgsi_test.h"

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

void check_stable(std::string_view text) {
    const Program program = read(text);
    CHECK(print(program) == text);
    CHECK(equal(program, read(print(program))));
}

} // namespace

TEST_CASE("canonical text prints as it was read") {
    check_stable("GEOM\n"
                 "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"
                 "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"
                 "DCL IN[][0], POSITION\n"
                 "DCL IN[3][1], GENERIC[4]\n"
                 "DCL OUT[0], POSITION, STREAM(0, 1, 2, 3)\n"
                 "DCL OUT[1].xy, GENERIC[2], INVARIANT\n"
                 "IMM[0] UINT32 {0, 1, 2, 4294967295}\n"
                 "IMM[1] INT32 {-1, 0, 2147483647, -2147483648}\n"
                 "  0: MOV OUT[0], IN[0][0]\n"
                 "  1: EMIT IMM[0].xxxx\n"
                 "  2: ENDPRIM IMM[0].xxxx\n"
                 "  3: END\n");
    check_stable("COMP\n"
                 "DCL SV[0], THREAD_ID\n"
                 "DCL BUFFER[0], ATOMIC\n"
                 "DCL IMAGE[0], 2D_ARRAY, PIPE_FORMAT_R32_FLOAT, WR\n"
                 "DCL MEMORY[0], SHARED\n"
                 "DCL HWATOMIC[2][0..3]\n"
                 "DCL TEMP[0..1], LOCAL\n"
                 "  0: LOAD TEMP[0], IMAGE[0], SV[0], 2D_ARRAY, COHERENT, PIPE_FORMAT_R32_FLOAT\n"
                 "  1: ATOMUADD TEMP[0].x, BUFFER[0], TEMP[0], TEMP[1]\n"
                 "  2: END\n");
    check_stable("FRAG\n"
                 "DCL IN[0], GENERIC, PERSPECTIVE, CENTROID\n"
                 "DCL OUT[0], COLOR\n"
                 "DCL SAMP[0]\n"
                 "DCL SVIEW[0], 2D, UNORM, SNORM, SINT, FLOAT\n"
                 "DCL CONST[1][0..3]\n"
                 "DCL TEMP[0..3], ARRAY(2), LOCAL\n"
                 "DCL ADDR[0]\n"
                 "IMM[0] FLT32 {0.1, -0.0, 0x7f800000, 1e+30}\n"
                 "  0: IF IN[0].xxxx :4\n"
                 "  1:   TG4_SAT_PRECISE TEMP[ADDR[0].x-2](2).yw, -|IN[0].wzyx|, IMM[0].yyyy, "
                 "SAMP[0], 2D, IMM[0].xyzz\n"
                 "  2: ELSE :4\n"
                 "  3:   MOV OUT[0], CONST[1][ADDR[0].w+3]\n"
                 "  4: ENDIF\n"
                 "  5: END\n");
}

TEST_CASE("every float immediate prints so that it reads back to its bits") {
    for (const std::uint32_t bits :
         {0x00000000U, 0x80000000U, 0x00000001U, 0x007fffffU, 0x00800000U, 0x3dcccccdU, 0x7f7fffffU,
          0x7f800000U, 0xff800000U, 0x7fc00000U, 0xffffffffU, 0x4b800001U, 0x33d6bf95U}) {
        Program program = read("VERT\nIMM FLT32 {0, 0, 0, 0}\nEND\n");
        program.immediates[0].words.fill(bits);
        INFO(print(program));
        CHECK(read(print(program)).immediates[0].words == program.immediates[0].words);
    }
}

TEST_CASE("older spellings print as later texts spell them") {
    const Program program = read("FRAG\nDCL TEMP[0]\nFRAC TEMP[0], TEMP[0]\nKIL TEMP[0]\n"
                                 "SHR TEMP[0], TEMP[0], TEMP[0]\nKILP\nEND\n");
    CHECK(print(program) == "FRAG\nDCL TEMP[0]\n  0: FRC TEMP[0], TEMP[0]\n  1: KILL_IF TEMP[0]\n"
                            "  2: ISHR TEMP[0], TEMP[0], TEMP[0]\n  3: KILL\n  4: END\n");
}

TEST_CASE("programs that differ are not equal") {
    const Program program = read("VERT\nDCL TEMP[0..1]\nMOV TEMP[0], TEMP[1]\nEND\n");
    CHECK(equal(program, read("VERT\n\n  DCL TEMP[0..1]\n 0:MOV TEMP[0],TEMP[1]\nEND\n")));
    for (const char* other : {"FRAG\nDCL TEMP[0..1]\nMOV TEMP[0], TEMP[1]\nEND\n",
                              "VERT\nDCL TEMP[0..2]\nMOV TEMP[0], TEMP[1]\nEND\n",
                              "VERT\nDCL TEMP[0..1]\nMOV TEMP[0].x, TEMP[1]\nEND\n",
                              "VERT\nDCL TEMP[0..1]\nMOV TEMP[0], -TEMP[1]\nEND\n",
                              "VERT\nDCL TEMP[0..1]\nMOV TEMP[0], TEMP[1].yyyy\nEND\n",
                              "VERT\nDCL TEMP[0..1]\nMOV_SAT TEMP[0], TEMP[1]\nEND\n",
                              "VERT\nDCL TEMP[0..1]\nFLR TEMP[0], TEMP[1]\nEND\n",
                              "VERT\nDCL TEMP[0..1]\nMOV TEMP[0], TEMP[1]\nNOP\nEND\n"}) {
        CHECK_FALSE(equal(program, read(other)));
    }
}
