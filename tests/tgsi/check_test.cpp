#include <jacquard/tgsi/read/check.h>

#include "tgsi_test.h"

using namespace jacquard;
using namespace jacquard::tgsi;

TEST_CASE("files can be read or written as they are meant to") {
    const std::string head = "FRAG\nDCL IN[0], GENERIC[0]\nDCL SAMP[0]\nDCL TEMP[0]\n"
                             "IMM FLT32 {0, 0, 0, 0}\n";
    CHECK(faults_of(head + "MOV IN[0], TEMP[0]\nEND") ==
          "6:5 T204 registers of IN cannot be written\n");
    CHECK(faults_of(head + "MOV IMM[0], TEMP[0]\nEND") ==
          "6:5 T204 registers of IMM cannot be written\n");
    CHECK(faults_of(head + "MOV TEMP[0], SAMP[0]\nEND") ==
          "6:14 T204 registers of SAMP cannot be read\n");
    CHECK(faults_of(head + "TEX TEMP[0], TEMP[0], TEMP[0], 2D\nEND") ==
          "6:23 T204 TEX expects a register of SAMP here, not one of TEMP\n");
    CHECK(faults_of(head + "SAMPLE TEMP[0], TEMP[0], TEMP[0], SAMP[0]\nEND") ==
          "6:26 T204 SAMPLE expects a register of SVIEW here, not one of TEMP\n");
    CHECK(faults_of(head + "LOAD TEMP[0], TEMP[0], TEMP[0]\nEND") ==
          "6:15 T204 LOAD expects a buffer, image or other memory here, not a register of TEMP\n");
    CHECK(faults_of(head + "MOV NULL, IN[0]\nMOV NULL[0], IN[0]\nEND").empty());
}

TEST_CASE("a register is declared once") {
    CHECK(faults_of("VERT\nDCL TEMP[0..3]\nDCL TEMP[2]\nEND\n") ==
          "3:5 T203 the register TEMP[2] is declared twice\n"
          "  2:5 it was declared here first\n");
    CHECK(faults_of("VERT\nDCL TEMP[5]\nDCL TEMP[0..9]\nDCL TEMP[7]\nEND\n") ==
          "3:5 T203 the register TEMP[5] is declared twice\n"
          "  2:5 it was declared here first\n"
          "4:5 T203 the register TEMP[7] is declared twice\n"
          "  3:5 it was declared here first\n");
    CHECK(faults_of("VERT\nDCL CONST[0][0..3]\nDCL CONST[1][0..3]\nEND\n").empty());
}

TEST_CASE("an index that a register chooses comes from a declared register") {
    const std::string head =
        "VERT\nDCL TEMP[0]\nDCL CONST[0..3]\nDCL ADDR[0]\nDCL SV[0], VERTEXID\n";
    CHECK(faults_of(head + "MOV TEMP[0], CONST[ADDR[1].x]\nEND") ==
          "6:14 T202 ADDR[1] is not declared\n");
    CHECK(faults_of(head + "MOV TEMP[0], SV[ADDR[0].x]\nEND") ==
          "6:14 T205 registers of SV cannot be indexed by another register\n");
    CHECK(faults_of(head + "MOV TEMP[ADDR[0].x](2), CONST[0]\nEND") ==
          "6:5 T210 no array of TEMP has the number 2\n");
    CHECK(faults_of(head + "MOV TEMP[0], TEMP[0][0]\nEND") ==
          "6:14 T204 registers of TEMP have a single index\n");
}

TEST_CASE("blocks of control flow nest") {
    const std::string head = "FRAG\nDCL TEMP[0]\n";
    CHECK(faults_of(head + "IF TEMP[0].xxxx\nELSE\nENDIF\nBGNLOOP\nBRK\nENDLOOP\nEND").empty());
    CHECK(faults_of(head + "IF TEMP[0].xxxx\nEND") == "3:1 T207 this IF is never closed\n");
    CHECK(faults_of(head + "ENDIF\nEND") == "3:1 T207 ENDIF closes no open block\n");
    CHECK(faults_of(head + "BGNLOOP\nENDIF\nENDLOOP\nEND") ==
          "4:1 T207 ENDIF closes no open block\n"
          "  3:1 this BGNLOOP is open\n");
    CHECK(faults_of(head + "BRK\nEND") == "3:1 T207 BRK is outside of the block it belongs to\n");
    CHECK(faults_of(head + "SWITCH TEMP[0].xxxx\nCASE TEMP[0].yyyy\nBRK\nDEFAULT\nENDSWITCH\nEND")
              .empty());
    CHECK(faults_of(head + "IF TEMP[0].xxxx :99\nENDIF\nEND") ==
          "3:1 T206 there is no instruction 99; the last one is 2\n");
}

TEST_CASE("what stands in the wrong block says which block that is") {
    const std::string head = "FRAG\nDCL TEMP[0]\n";
    CHECK(faults_of(head + "SWITCH TEMP[0].xxxx\nIF TEMP[0].xxxx\nCASE TEMP[0].xxxx\nENDIF\n"
                           "ENDSWITCH\nEND") ==
          "5:1 T207 CASE is inside another block\n  4:1 this IF is open\n");
    CHECK(faults_of(head + "CASE TEMP[0].xxxx\nEND") ==
          "3:1 T207 CASE is outside of the block it belongs to\n");
    CHECK(faults_of(head + "SWITCH TEMP[0].xxxx\nDEFAULT\nCASE TEMP[0].xxxx\nDEFAULT\n"
                           "ENDSWITCH\nEND") ==
          "6:1 T212 this switch already has a DEFAULT\n  4:1 it is here\n");
    CHECK(faults_of(head + "BGNLOOP\nBGNSUB\nENDSUB\nENDLOOP\nEND") ==
          "4:1 T207 BGNSUB is inside another block\n  3:1 this BGNLOOP is open\n");
    CHECK(faults_of(head + "BGNLOOP\nIF TEMP[0].xxxx\nEND\nENDIF\nENDLOOP") ==
          "7:1 T208 the program has no END\n"
          "  5:1 this one is inside of a block and ends an invocation\n");
    CHECK(faults_of(head + "BGNLOOP\nIF TEMP[0].xxxx\nEND") ==
          "3:1 T207 this BGNLOOP is never closed\n4:1 T207 this IF is never closed\n");
    CHECK(faults_of(head + "BGNLOOP\nCAL :4\nENDLOOP\nEND\nBGNSUB\nBRK\nENDSUB") ==
          "8:1 T207 BRK is outside of the block it belongs to\n");
}

TEST_CASE("a call names a subroutine") {
    CHECK(faults_of("FRAG\nCAL\nEND\n") ==
          "2:1 T211 CAL needs the number of a subroutine's first instruction, as in ':12'\n");
    CHECK(faults_of("FRAG\nCAL :1\nEND\n") ==
          "2:1 T211 instruction 1 begins no subroutine\n  3:1 it is this END\n");
    CHECK(faults_of("FRAG\nCAL :2\nEND\nBGNSUB\nENDSUB\n").empty());
}

TEST_CASE("a program ends once") {
    CHECK(faults_of("FRAG\n") == "1:1 T208 the program has no END\n");
    CHECK(faults_of("FRAG\nNOP\n") == "2:1 T208 the program has no END\n");
    CHECK(faults_of("FRAG\nEND\nEND\n") ==
          "3:1 T208 the program already has an END\n  2:1 it is here\n");
    CHECK(faults_of("FRAG\nEDN\n") == "2:1 T102 there is no instruction called 'EDN'\n"
                                      "  did you mean 'END'?\n");
}

TEST_CASE("only floats saturate") {
    CHECK(faults_of("VERT\nDCL TEMP[0]\nUADD_SAT TEMP[0], TEMP[0], TEMP[0]\nEND\n") ==
          "3:1 T213 UADD gives integers, which cannot be saturated\n");
}

TEST_CASE("a program made by hand is checked as well") {
    Program program;
    program.stage = Stage::fragment;
    program.instructions.push_back({.opcode = Opcode::mov});
    program.instructions.push_back({.opcode = Opcode::end});
    Diagnostics diagnostics;
    CHECK_FALSE(check(program, diagnostics));
    CHECK(found(diagnostics) == "0:0 T108 MOV has 1 destinations and 1 sources\n");
}
