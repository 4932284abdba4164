#include "lane_runner.h"

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

constexpr LaneValues kFirst = {0, 1, 2, 3};

// Immediates are single integers, TEMP[0] begins as IN[0], and OUT[0].x is TEMP[1].x at the end.
std::string program_of(std::string_view lines, std::string_view behind = "") {
    std::string text = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                       "DCL TEMP[0..4]\nDCL LOOP[0]\nIMM UINT32 {0, 1, 2, 3}\n"
                       "IMM UINT32 {4, 5, 10, 100}\nIMM FLT32 {0, 1, 3, 2.5}\n"
                       "MOV TEMP[0].x, IN[0].xxxx\n";
    text += lines;
    text += "MOV OUT[0].x, TEMP[1].xxxx\nEND\n";
    text += behind;
    return text;
}

LaneValues computed(const std::string& text, LaneValues input = kFirst) {
    const auto shader = translated(text);
    const LaneOutcome outcome = run_lanes(*shader, std::span(&input, 1));
    INFO(text << nir::print(*shader));
    CHECK(outcome.fault.empty());
    return outcome.of(0, 0);
}

LaneValues computed_by(std::string_view lines, LaneValues input = kFirst) {
    return computed(program_of(lines), input);
}

} // namespace

TEST_CASE("an if takes what is not zero as a float, UIF what has a bit set") {
    const LaneValues input = {0, 1, 0x80000000, 0x3f800000};
    // A denormal is not zero; a negative zero is.
    CHECK(computed_by("IF TEMP[0].xxxx\nMOV TEMP[1].x, IMM[0].yyyy\nELSE\n"
                      "MOV TEMP[1].x, IMM[0].zzzz\nENDIF\n",
                      input) == LaneValues{2, 1, 2, 1});
    CHECK(computed_by("IFC TEMP[0].xxxx\nMOV TEMP[1].x, IMM[0].yyyy\nENDIF\n", input) ==
          LaneValues{0, 1, 0, 1});
    CHECK(computed_by("UIF TEMP[0].xxxx\nMOV TEMP[1].x, IMM[0].yyyy\nENDIF\n", input) ==
          LaneValues{0, 1, 1, 1});
}

TEST_CASE("what one branch writes is zero behind the other") {
    CHECK(computed_by("UIF TEMP[0].xxxx\nMOV TEMP[2].x, IMM[0].yyyy\nELSE\n"
                      "MOV TEMP[1].x, IMM[0].zzzz\nENDIF\nUADD TEMP[1].x, TEMP[1], TEMP[2]\n") ==
          LaneValues{2, 1, 1, 1});
}

TEST_CASE("a loop is left by BRK and begun again by CONT") {
    // Counts odd numbers up to the input.
    CHECK(computed_by("BGNLOOP\nUSGE TEMP[3].x, TEMP[2], TEMP[0]\nUIF TEMP[3].xxxx\nBRK\nENDIF\n"
                      "UADD TEMP[2].x, TEMP[2], IMM[0].yyyy\nAND TEMP[3].x, TEMP[2], IMM[0].yyyy\n"
                      "USEQ TEMP[3].x, TEMP[3], IMM[0].xxxx\nUIF TEMP[3].xxxx\nCONT\nENDIF\n"
                      "UADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nENDLOOP\n",
                      {0, 1, 5, 10}) == LaneValues{0, 1, 3, 5});
    CHECK(computed_by("BGNLOOP\nUADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nFSGE TEMP[2].x, TEMP[1], "
                      "TEMP[0]\nUSGE TEMP[2].x, TEMP[1], TEMP[0]\n"
                      "BREAKC -|TEMP[2].xxxx|\nENDLOOP\n",
                      {1, 2, 3, 4}) == LaneValues{1, 2, 3, 4});
}

TEST_CASE("a register that a loop reads before it writes it starts at zero") {
    CHECK(computed_by("BGNLOOP\nUADD TEMP[1].x, TEMP[1], TEMP[2]\nUADD TEMP[3].x, TEMP[3], "
                      "IMM[0].yyyy\nMOV TEMP[2].x, IMM[0].wwww\nUSLT TEMP[4].x, TEMP[0], TEMP[3]\n"
                      "UIF TEMP[4].xxxx\nBRK\nENDIF\nENDLOOP\n") == LaneValues{0, 3, 6, 9});
}

TEST_CASE("a branch goes forward over what stands between") {
    // The program's own MOV is the first instruction.
    CHECK(computed_by("MOV TEMP[1].x, IMM[0].yyyy\nUIF TEMP[0].xxxx\nBRA IMM[0].xxxx :6\nENDIF\n"
                      "MOV TEMP[1].x, IMM[1].zzzz\nUADD TEMP[1].x, TEMP[1], IMM[0].yyyy\n") ==
          LaneValues{11, 2, 2, 2});
}

TEST_CASE("a branch goes back, and the label may be anything in a block around") {
    // Counts to the input and one on.
    CHECK(computed_by("UADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nUSLT TEMP[2].x, TEMP[1], TEMP[0]\n"
                      "UIF TEMP[2].xxxx\nBRA IMM[0].xxxx :1\nENDIF\n",
                      {0, 1, 5, 10}) == LaneValues{1, 1, 5, 10});
}

TEST_CASE("branches cross: the parts between their labels are gone through by number") {
    // Lanes with 0 go forward from 3 to 8, and all go back from 12 to 6, once.
    const std::string lines = "UIF TEMP[0].xxxx\nELSE\nBRA IMM[0].xxxx :8\nENDIF\n"
                              "UADD TEMP[1].x, TEMP[1], IMM[0].yyyy\n" // 5
                              "UADD TEMP[1].x, TEMP[1], IMM[1].zzzz\n" // 6
                              "NOP\n"                                  // 7
                              "UADD TEMP[1].x, TEMP[1], IMM[1].wwww\n" // 8
                              "UADD TEMP[2].x, TEMP[2], IMM[0].yyyy\n" // 9
                              "USLT TEMP[3].x, TEMP[2], IMM[0].zzzz\n" // 10
                              "UIF TEMP[3].xxxx\nBRA IMM[0].xxxx :6\nENDIF\n";
    CHECK(computed_by(lines) == LaneValues{210, 221, 221, 221});
}

TEST_CASE("a branch leaves loops and ifs, and BRK a loop around a branch") {
    // Out of two loops; behind them it adds 100 to what came by another way.
    CHECK(computed_by("BGNLOOP\nBGNLOOP\nUADD TEMP[1].x, TEMP[1], IMM[0].yyyy\n"
                      "USLT TEMP[2].x, TEMP[0], TEMP[1]\nUIF TEMP[2].xxxx\nBRA IMM[0].xxxx :11\n"
                      "ENDIF\nENDLOOP\nENDLOOP\nUADD TEMP[1].x, TEMP[1], IMM[1].wwww\n") ==
          LaneValues{1, 2, 3, 4});
    // The label ENDLOOP is the next round; a BRK stands within what the branch goes over.
    CHECK(computed_by("BGNLOOP\nUADD TEMP[2].x, TEMP[2], IMM[0].yyyy\n"
                      "UIF TEMP[0].xxxx\nBRA IMM[0].xxxx :7\nENDIF\n"
                      "UADD TEMP[1].x, TEMP[1], IMM[1].wwww\n"
                      "USLT TEMP[3].x, TEMP[2], IMM[1].xxxx\nUIF TEMP[3].xxxx\n"
                      "BRA IMM[0].xxxx :12\nENDIF\nBRK\nENDLOOP\n") == LaneValues{400, 0, 0, 0});
}

TEST_CASE("a branch may stand in a subroutine, which returns from its region") {
    CHECK(computed(program_of("CAL :5\nCAL :5\n",
                              "BGNSUB\nUIF TEMP[0].xxxx\nBRA IMM[0].xxxx :10\nENDIF\nRET\n"
                              "UADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nENDSUB\n")) ==
          LaneValues{0, 2, 2, 2});
}

TEST_CASE("a branch into a block or out of a subroutine is not supported") {
    const auto refused = [](const std::string& text) {
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        CHECK(translate_to_nir(program, {}, diagnostics).status == TranslateStatus::not_supported);
        return diagnostics.render().find("a branch ") != std::string::npos;
    };
    CHECK(refused(program_of("BRA IMM[0].xxxx :3\nUIF TEMP[0].xxxx\nNOP\nENDIF\n")));
    CHECK(refused(program_of("CAL :4\n", "BGNSUB\nBRA IMM[0].xxxx :1\nENDSUB\n")));
    CHECK(refused(program_of("SWITCH TEMP[0].xxxx\nDEFAULT\nBRA IMM[0].xxxx :4\nNOP\n"
                             "ENDSWITCH\n")));
}

TEST_CASE("REP repeats as often as its source says, truncated") {
    const LaneValues input = {word_of(0), word_of(2.75), word_of(-3), word_of(5)};
    CHECK(computed_by("REP TEMP[0].xxxx\nUADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nENDREP\n", input) ==
          LaneValues{0, 2, 0, 5});
    CHECK(computed_by("REP TEMP[0].xxxx\nUADD TEMP[2].x, TEMP[2], IMM[0].yyyy\n"
                      "USEQ TEMP[3].x, TEMP[2], IMM[0].yyyy\nUIF TEMP[3].xxxx\nCONT\nENDIF\n"
                      "UADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nENDREP\n",
                      input) == LaneValues{0, 1, 0, 4});
}

TEST_CASE("BGNFOR counts in a loop register and ENDFOR steps it, CONT as well") {
    // From 1 on, 3 times, in steps of 2.5, all rounded down.
    const std::string head = "BGNFOR LOOP[0], IMM[2].yzww\n";
    CHECK(computed_by(head + "ADD TEMP[1].x, TEMP[1], LOOP[0]\nENDFOR LOOP[0]\n")[0] ==
          word_of(1 + 3 + 5));
    CHECK(computed_by(head + "SEQ TEMP[2].x, LOOP[0].xxxx, IMM[2].zzzz\nIF TEMP[2].xxxx\nCONT\n"
                             "ENDIF\nADD TEMP[1].x, TEMP[1], LOOP[0]\nENDFOR LOOP[0]\n")[0] ==
          word_of(1 + 5));
    CHECK(computed_by("BGNFOR LOOP[0], IMM[2].yxww\nMOV TEMP[1].x, IMM[0].yyyy\n"
                      "ENDFOR LOOP[0]\n")[0] == 0);
}

TEST_CASE("a switch runs from the label that matches and falls into the next") {
    const std::string_view add = "UADD TEMP[1].x, TEMP[1], IMM[";
    const auto adds = [&](std::string_view immediate) {
        return std::string(add) + std::string(immediate) + "\n";
    };
    // 1 falls into 2; 3 is for itself.
    CHECK(computed_by("SWITCH TEMP[0].xxxx\nCASE IMM[0].yyyy\n" + adds("0].yyyy") +
                      "CASE IMM[0].zzzz\n" + adds("1].zzzz") + "BRK\nCASE IMM[0].wwww\n" +
                      adds("1].wwww") + "BRK\nENDSWITCH\n") == LaneValues{0, 11, 10, 100});
    // DEFAULT in front of a label that matches, and falling out of DEFAULT.
    CHECK(computed_by("SWITCH TEMP[0].xxxx\nDEFAULT\n" + adds("0].yyyy") + "CASE IMM[0].zzzz\n" +
                      adds("1].zzzz") + "BRK\nCASE IMM[0].wwww\n" + adds("1].wwww") +
                      "ENDSWITCH\n") == LaneValues{11, 11, 10, 100});
    // Two labels of one group, and DEFAULT at the end.
    CHECK(computed_by("SWITCH TEMP[0].xxxx\nCASE IMM[0].xxxx\nCASE IMM[0].wwww\n" +
                      adds("0].yyyy") + "BRK\nDEFAULT\n" + adds("1].zzzz") + "ENDSWITCH\n") ==
          LaneValues{1, 10, 10, 1});
    CHECK(computed_by("SWITCH TEMP[0].xxxx\nENDSWITCH\nMOV TEMP[1].x, IMM[0].yyyy\n") ==
          LaneValues{1, 1, 1, 1});
    CHECK(computed_by("SWITCH TEMP[0].xxxx\nMOV TEMP[1].x, IMM[0].yyyy\nDEFAULT\nENDSWITCH\n") ==
          LaneValues{0, 0, 0, 0});
}

TEST_CASE("a break leaves a switch from within, a continue the loop around two") {
    CHECK(computed_by("SWITCH TEMP[0].xxxx\nDEFAULT\nUIF TEMP[0].xxxx\nBRK\nENDIF\n"
                      "MOV TEMP[1].x, IMM[0].yyyy\nENDSWITCH\n"
                      "UADD TEMP[1].x, TEMP[1], IMM[1].zzzz\n") == LaneValues{11, 10, 10, 10});
    // Round n adds 100 unless n is 2; stops behind the input.
    CHECK(computed_by("BGNLOOP\nUADD TEMP[2].x, TEMP[2], IMM[0].yyyy\n"
                      "USLT TEMP[3].x, TEMP[0], TEMP[2]\nUIF TEMP[3].xxxx\nBRK\nENDIF\n"
                      "SWITCH TEMP[2].xxxx\nCASE IMM[0].zzzz\nSWITCH TEMP[2].xxxx\nDEFAULT\nCONT\n"
                      "ENDSWITCH\nENDSWITCH\nUADD TEMP[1].x, TEMP[1], IMM[1].wwww\nENDLOOP\n") ==
          LaneValues{0, 100, 100, 200});
}

TEST_CASE("RET ends the program with the outputs as they are") {
    CHECK(computed(program_of("MOV OUT[0].x, IMM[0].wwww\nUIF TEMP[0].xxxx\nRET\nENDIF\n"
                              "MOV TEMP[1].x, IMM[0].yyyy\n")) == LaneValues{1, 3, 3, 3});
    CHECK(computed(program_of("MOV OUT[0].x, IMM[0].wwww\nRET\nKILL\n")) == LaneValues{3, 3, 3, 3});
    CHECK(computed(program_of("BGNLOOP\nMOV OUT[0].x, TEMP[2].xxxx\nUSGE TEMP[3].x, TEMP[2], "
                              "TEMP[0]\nUIF TEMP[3].xxxx\nRET\nENDIF\n"
                              "UADD TEMP[2].x, TEMP[2], IMM[0].yyyy\nENDLOOP\n")) == kFirst);
}

TEST_CASE("subroutines share all registers and come back") {
    const std::string body = "BGNSUB\nUADD TEMP[1].x, TEMP[1], TEMP[0]\nRET\nKILL\nENDSUB\n";
    CHECK(computed(program_of("CAL :5\nCAL :5\n", body)) == LaneValues{0, 2, 4, 6});
    CHECK(computed(program_of("CALLNZ TEMP[0].xxxx :4\n",
                              "BGNSUB\nMOV TEMP[1].x, IMM[0].yyyy\nENDSUB\n")) ==
          LaneValues{0, 1, 1, 1});
}

TEST_CASE("a subroutine returns from within blocks, each time anew") {
    // Adds 1 for odd numbers and 10 for those above 1.
    const std::string body =
        "BGNSUB\nBGNLOOP\nSWITCH TEMP[0].xxxx\nCASE IMM[0].xxxx\nRET\nCASE IMM[0].yyyy\n"
        "UADD TEMP[1].x, TEMP[1], IMM[0].yyyy\nRET\nENDSWITCH\nBRK\nENDLOOP\n"
        "UADD TEMP[1].x, TEMP[1], IMM[1].zzzz\nENDSUB\n";
    CHECK(computed(program_of("CAL :4\n", body)) == LaneValues{0, 1, 10, 10});
    CHECK(computed(program_of("CAL :5\nCAL :5\n", body)) == LaneValues{0, 2, 20, 20});
    // Called in a loop: three times.
    CHECK(computed(program_of("REP IMM[2].zzzz\nCAL :6\nENDREP\n", body)) ==
          LaneValues{0, 3, 30, 30});
}

TEST_CASE("killed lanes leave loops") {
    const auto shader = translated(program_of("BGNLOOP\nUIF TEMP[0].xxxx\nKILL\nELSE\nBRK\nENDIF\n"
                                              "ENDLOOP\nMOV TEMP[1].x, IMM[0].yyyy\n"));
    const LaneOutcome outcome = run_lanes(*shader, std::span(&kFirst, 1));
    CHECK(outcome.fault.empty());
    CHECK(outcome.live == 1);
    CHECK(outcome.of(0, 0)[0] == 1);
}

TEST_CASE("arrays that branches write keep zeros elsewhere") {
    const std::string head = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                             "DCL TEMP[0..3], ARRAY(1)\nDCL ADDR[0]\nIMM UINT32 {0, 1, 2, 3}\n"
                             "UARL ADDR[0].x, IN[0].xxxx\n";
    CHECK(computed(head + "UIF IN[0].xxxx\nMOV TEMP[ADDR[0].x](1), IMM[0].wwww\nENDIF\n"
                          "UADD OUT[0].x, TEMP[1], TEMP[3]\nEND\n") == LaneValues{0, 3, 0, 3});
    CHECK(computed(head + "MOV TEMP[1], IMM[0].yyyy\nUIF IN[0].xxxx\nMOV TEMP[2], IMM[0].zzzz\n"
                          "MOV OUT[0].x, TEMP[ADDR[0].x](1)\nENDIF\nEND\n") ==
          LaneValues{0, 1, 2, 0});
}

TEST_CASE("what is pushed first is popped last, by other ways as well") {
    CHECK(computed_by("PUSHA TEMP[0]\nUIF TEMP[0].xxxx\nPUSHA IMM[1]\nENDIF\nPUSHA IMM[0].yyyy\n"
                      "POPA TEMP[2]\nPOPA TEMP[3]\nUADD TEMP[1].x, TEMP[2], TEMP[3]\n") ==
          LaneValues{1, 5, 5, 5});
    CHECK(computed_by("POPA TEMP[1]\n") == LaneValues{0, 0, 0, 0});
}

TEST_CASE("a subroutine that calls itself is a fault, and so is one that grows without end") {
    const auto reasons_of = [](const std::string& text) {
        const Program program = read(text);
        Diagnostics diagnostics("test", text);
        CHECK(translate_to_nir(program, {}, diagnostics).shader == nullptr);
        return found(diagnostics);
    };
    CHECK(reasons_of("FRAG\nCAL :2\nEND\nBGNSUB\nCAL :5\nENDSUB\nBGNSUB\nCAL :2\nENDSUB\n") ==
          "8:1 T302 this call never ends: the subroutine calls itself\n");
    std::string text = "FRAG\nDCL TEMP[0]\nCAL :2\nEND\n";
    for (unsigned i = 0; i < 30; ++i) {
        const std::string next = std::to_string(2 + 4 * (i + 1));
        text += "BGNSUB\nCAL :" + next + "\nCAL :" + next + "\nENDSUB\n";
    }
    text += "BGNSUB\nMOV TEMP[0], TEMP[0]\nENDSUB\n";
    const std::string reasons = reasons_of(text);
    CHECK(reasons.find("calling subroutines that make the program longer than 131072") !=
          std::string::npos);
}

TEST_CASE("an if, a loop and a call as text") {
    CHECK(body_of("FRAG\nDCL TEMP[0]\nDCL OUT[0], COLOR\nBGNLOOP\nUIF TEMP[0].xxxx\nBRK\nELSE\n"
                  "CAL :9\nENDIF\nENDLOOP\nMOV OUT[0].x, TEMP[0].xxxx\nEND\nBGNSUB\n"
                  "UADD TEMP[0].x, TEMP[0].xxxx, TEMP[0].xxxx\nENDSUB\n") ==
          R"(        %0:32 = const 0
    loop {
        b1 from b0 b4:
            %1:32 = phi b0: %0, b4: %4
            %2:32 = const 0
            %3:1 = ine %1, %2
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
                %4:32 = iadd %1, %1
        }
        b4 from b3:
    }
    b5 from b2:
        %5:32x4 = vec4 %1, %0, %0, %0
        store_output %5, %0 {write_mask=x, src_type=float32, io_semantics=color 0 1}
}
)");
}

TEST_CASE("a switch and a return as text") {
    CHECK(body_of("FRAG\nDCL TEMP[0]\nIMM UINT32 {1, 2, 3, 4}\nSWITCH IMM[0].zzzz\n"
                  "CASE IMM[0].xxxx\nCASE IMM[0].yyyy\nRET\nDEFAULT\nBRK\nENDSWITCH\nKILL\n"
                  "END\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 3
        %2:32 = const 1
        %3:32 = const 2
    loop {
        b1 from b0:
            %4:1 = ieq %1, %2
            %5:1 = ieq %1, %3
            %6:1 = ior %4, %5
            %7:1 = ior %4, %5
        if %7 {
            b2 from b1:
                return
        } else {
            b3 from b1:
        }
        b4 from b3:
            %8:1 = inot %6
        if %8 {
            b5 from b4:
                break
        } else {
            b6 from b4:
        }
        b7 from b6:
            break
    }
    b8 from b5 b7:
        terminate
}
)");
}

TEST_CASE("labels behind DEFAULT, and those that a group could change, are compared first") {
    const std::string head = "FRAG\nDCL TEMP[0]\nIMM UINT32 {1, 2, 3, 4}\nSWITCH IMM[0].zzzz\n";
    const auto compares_first = [&head](const std::string& groups) {
        const std::string body = body_of(head + groups + "ENDSWITCH\nEND\n");
        return body.rfind("ieq") < body.find("loop");
    };
    CHECK(compares_first("DEFAULT\nBRK\nCASE IMM[0].xxxx\nBRK\n"));
    CHECK(compares_first("CASE IMM[0].xxxx\nMOV TEMP[0], IMM[0]\nBRK\nCASE TEMP[0].xxxx\nBRK\n"));
    CHECK_FALSE(compares_first("CASE IMM[0].xxxx\nBRK\nCASE IMM[0].yyyy\nBRK\nDEFAULT\nBRK\n"));
}

TEST_CASE("ten thousand blocks in a row take no time") {
    std::string text = "FRAG\nDCL TEMP[0..1]\nDCL OUT[0], COLOR\n";
    for (unsigned i = 0; i < 10000; ++i) {
        text += "UIF TEMP[0].xxxx\nMOV TEMP[1].x, TEMP[0].yyyy\nELSE\nBGNLOOP\nBRK\nENDLOOP\n"
                "ENDIF\n";
    }
    text += "MOV OUT[0], TEMP[1]\nEND\n";
    const Program program = read(text);
    Diagnostics diagnostics("test", text);
    const TranslateResult result = translate_to_nir(program, {}, diagnostics);
    REQUIRE(result.shader != nullptr);
    CHECK(result.shader->entry->num_blocks > 40000);
}
