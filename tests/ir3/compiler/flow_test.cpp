// Programs with branches, as text.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "contains.h"
#include "fixture.h"

namespace jacquard::ir3::testing {

namespace {

using ::contains;

std::string vertex(std::string_view body) {
    return "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL CONST[0..3]\nDCL TEMP[0..1]\n"
           "IMM[0] UINT32 {0, 1, 2, 3}\n" +
           std::string(body) + "END\n";
}

std::string fragment(std::string_view body) {
    return "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
           "DCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\nIMM[0] FLT32 {0.5, 0.0, 1.0, 2.0}\n"
           "MOV TEMP[0], IN[0]\n" +
           std::string(body) + "END\n";
}

// Returns a loop that runs as often as the input says.
std::string loop(std::string_view body) {
    return vertex("MOV TEMP[0], IN[0]\nMOV TEMP[1].x, IMM[0].xxxx\nBGNLOOP\n"
                  "USGE TEMP[1].y, TEMP[1].xxxx, IN[0].wwww\nUIF TEMP[1].yyyy\nBRK\nENDIF\n" +
                  std::string(body) +
                  "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\nENDLOOP\nMOV OUT[0], TEMP[0]\n");
}

// Returns a loop that runs in a fragment shader as often as each lane says.
std::string countdown() {
    return "BGNLOOP\nFSLT TEMP[0].y, TEMP[0].xxxx, IMM[0].xxxx\nUIF TEMP[0].yyyy\nBRK\nENDIF\n"
           "ADD TEMP[0].x, TEMP[0].xxxx, -IN[0].wwww\nENDLOOP\n";
}

std::string code(const std::string& tgsi) {
    return '\n' + assembly_of(*compile_tgsi(tgsi));
}

} // namespace

TEST_CASE("flow: a loop goes round in registers of its own and waits for what the round made") {
    CHECK(code(loop("ADD TEMP[0].x, TEMP[0].xxxx, IN[0].yyyy\n")) == R"(
mov.u32u32 r1.x, 0
l0: (rpt2)nop
cmps.u.ge p0.x, r1.x, r0.w
(rpt5)nop
br p0.x, #l1
add.f r0.x, r0.x, r0.y
add.u r1.x, r1.x, 1
jump #l0
l1: (jp)end
)");
}

TEST_CASE("flow: values that change places go through a third register") {
    CHECK(code(loop("MOV TEMP[0].xy, TEMP[0].yxxx\n")) == R"(
mov.u32u32 r1.x, 0
l0: (rpt2)nop
cmps.u.ge p0.x, r1.x, r0.w
(rpt5)nop
br p0.x, #l1
add.u r1.x, r1.x, 1
mov.u32u32 r1.y, r0.y
mov.u32u32 r0.y, r0.x
(rpt1)nop
mov.u32u32 r0.x, r1.y
jump #l0
l1: (jp)end
)");
}

TEST_CASE("flow: values that go round in a ring cost one copy more than there are") {
    CHECK(code(loop("MOV TEMP[0].xyz, TEMP[0].yzxx\n")) == R"(
mov.u32u32 r1.x, 0
l0: (rpt2)nop
cmps.u.ge p0.x, r1.x, r0.w
(rpt5)nop
br p0.x, #l1
add.u r1.x, r1.x, 1
mov.u32u32 r1.y, r0.y
mov.u32u32 r0.y, r0.z
mov.u32u32 r0.z, r0.x
nop
mov.u32u32 r0.x, r1.y
jump #l0
l1: (jp)end
)");
}

TEST_CASE("flow: a value that outlives the round it was made in is kept") {
    CHECK(code(loop("MOV TEMP[0].x, TEMP[0].yyyy\n"
                    "ADD TEMP[0].y, TEMP[0].yyyy, IN[0].zzzz\n")) == R"(
mov.u32u32 r1.x, 0
l0: (rpt2)nop
cmps.u.ge p0.x, r1.x, r0.w
(rpt5)nop
br p0.x, #l1
add.u r1.x, r1.x, 1
add.f r1.y, r0.y, r0.z
mov.u32u32 r0.x, r0.y
(rpt1)nop
mov.u32u32 r0.y, r1.y
jump #l0
l1: (jp)end
)");
}

TEST_CASE("flow: what both sides of an if look up is waited for where they meet") {
    CHECK(code(fragment("FSLT TEMP[0].w, IN[0].xxxx, IMM[0].xxxx\nUIF TEMP[0].wwww\n"
                        "TEX TEMP[0], IN[0].zwww, SAMP[0], 2D\nELSE\n"
                        "TEX TEMP[0], IN[0].xyyy, SAMP[0], 2D\nENDIF\n"
                        "ADD OUT[0], TEMP[0], IMM[0].xxxx\n")) == R"(
bary.f r0.z, 0, r0.x
bary.f r0.w, 1, r0.x
bary.f r1.x, 2, r0.x
bary.f (ei)r1.y, 3, r0.x
cmps.f.lt p0.x, r0.z, (0.5)
(rpt5)nop
br !p0.x, #l0
sam (f32)(xyzw)r0.x, r1.x, s#0, t#0
jump #l1
l0: (jp)sam (f32)(xyzw)r0.x, r0.z, s#0, t#0
l1: (sy)(jp)add.f r0.x, r0.x, (0.5)
add.f r0.y, r0.y, (0.5)
add.f r0.z, r0.z, (0.5)
add.f r0.w, r0.w, (0.5)
end
)");
}

TEST_CASE("flow: a side without instructions is branched over") {
    CHECK(code(fragment("FSLT TEMP[0].w, IN[0].xxxx, IMM[0].xxxx\nUIF TEMP[0].wwww\n"
                        "TEX TEMP[0], IN[0].zwww, SAMP[0], 2D\nENDIF\n"
                        "MOV OUT[0], TEMP[0].xxxx\n")) == R"(
bary.f r0.x, 0, r0.y
bary.f r0.w, 2, r0.y
(nop1) bary.f (ei)r1.x, 3, r0.y
cmps.f.lt p0.x, r0.x, (0.5)
(rpt5)nop
br !p0.x, #l0
sam (f32)(x)r0.x, r0.w, s#0, t#0
l0: (sy)(jp)mov.u32u32 r0.y, r0.x
mov.u32u32 r0.z, r0.x
mov.u32u32 r0.w, r0.x
end
)");
}

TEST_CASE("flow: a kill that an if decides needs no branch") {
    CHECK(code(fragment("FSLT TEMP[0].x, IN[0].xxxx, IMM[0].xxxx\nUIF TEMP[0].xxxx\nKILL\n"
                        "ENDIF\nMOV OUT[0], IN[0].yyyy\n")) == R"(
bary.f r0.z, 0, r0.x
(nop2) bary.f (ei)r0.x, 1, r0.x
cmps.f.lt p0.x, r0.z, (0.5)
mov.u32u32 r0.y, r0.x
mov.u32u32 r0.z, r0.x
mov.u32u32 r0.w, r0.x
(rpt2)nop
kill p0.x
end
)");
}

TEST_CASE("flow: lanes killed in a loop leave for the end") {
    CHECK(code(fragment("BGNLOOP\nFSLT TEMP[0].y, TEMP[0].xxxx, IN[0].zzzz\nUIF TEMP[0].yyyy\n"
                        "KILL\nENDIF\nFSLT TEMP[0].y, TEMP[0].xxxx, IMM[0].xxxx\n"
                        "UIF TEMP[0].yyyy\nBRK\nENDIF\n"
                        "ADD TEMP[0].x, TEMP[0].xxxx, -IN[0].wwww\nENDLOOP\n"
                        "MOV OUT[0], TEMP[0].xxxx\n")) == R"(
bary.f r0.x, 0, r0.y
bary.f r0.w, 2, r0.y
bary.f (ei)r0.y, 3, r0.y
l0: (rpt2)nop
cmps.f.lt p0.x, r0.x, r0.w
(rpt5)nop
kill p0.x
br p0.x, #l2
cmps.f.lt p0.x, r0.x, (0.5)
(rpt5)nop
br p0.x, #l1
add.f r0.x, r0.x, (neg)r0.y
jump #l0
l1: (jp)mov.u32u32 r0.y, r0.x
mov.u32u32 r0.z, r0.x
mov.u32u32 r0.w, r0.x
l2: (jp)end
)");
}

// The loop of a lane that the condition killed may be one that ends for the others only.
TEST_CASE("flow: lanes killed before a loop leave for the end") {
    const std::string text =
        code(fragment("FSGE TEMP[0].y, IMM[0].yyyy, IN[0].wwww\nUIF TEMP[0].yyyy\nKILL\nENDIF\n" +
                      countdown() + "MOV OUT[0], TEMP[0].xxxx\n"));
    INFO(text);
    CHECK(contains(text, "kill p0.x\nbr p0.x, #l2\nl0:"));
    CHECK(text.ends_with("l2: (jp)end\n"));
}

TEST_CASE("flow: lanes killed before a loop that all lanes leave together stay for derivatives") {
    const std::string text =
        code("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL CONST[0]\n"
             "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0..1]\nIMM[0] UINT32 {0, 1, 2, 3}\n"
             "MOV TEMP[0], IMM[0].xxxx\nFSGE TEMP[1].x, CONST[0].yyyy, IN[0].wwww\n"
             "UIF TEMP[1].xxxx\nKILL\nENDIF\n"
             "BGNLOOP\nUSGE TEMP[1].x, TEMP[0].xxxx, CONST[0].xxxx\nUIF TEMP[1].xxxx\nBRK\nENDIF\n"
             "TEX TEMP[1], IN[0], SAMP[0], 2D\nADD TEMP[0].yzw, TEMP[0], TEMP[1]\n"
             "UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\nENDLOOP\nMOV OUT[0], TEMP[0]\nEND\n");
    INFO(text);
    const std::size_t kill = text.find("kill p0.x\n");
    REQUIRE(kill != std::string::npos);
    CHECK(text.substr(kill, text.find('\n', text.find("br ", kill)) - kill).find("br p0.x, #l1") !=
          std::string::npos);
    CHECK(text.find("br ", kill) > text.find("l0:"));
}

TEST_CASE("flow: lanes killed behind the last loop need no branch") {
    const std::string text = code(
        fragment(countdown() + "FSLT TEMP[0].y, TEMP[0].xxxx, IN[0].zzzz\nUIF TEMP[0].yyyy\nKILL\n"
                               "ENDIF\nMOV OUT[0], TEMP[0].xxxx\n"));
    INFO(text);
    CHECK(text.ends_with("kill p0.x\nend\n"));
}

TEST_CASE("flow: a loop without end ends in no endless compilation") {
    CHECK(code(vertex("BGNLOOP\nENDLOOP\nMOV OUT[0], IN[0]\n")) == R"(
jump #0
end
)");
}

TEST_CASE("flow: varyings read in a branch are read at the beginning and released") {
    const std::string text = code(fragment(countdown() + "MOV OUT[0], TEMP[0].xxxx\n"));
    INFO(text);
    CHECK(contains(text, "(ei)"));
    CHECK(text.find("(ei)") < text.find("(jp)"));
}

TEST_CASE("flow: what is the same in all rounds and lanes is computed before them") {
    const std::string text = code(loop("MUL TEMP[1].z, CONST[0].xxxx, CONST[1].xxxx\n"
                                       "MUL TEMP[1].z, TEMP[1].zzzz, CONST[2].xxxx\n"
                                       "MAD TEMP[0].x, TEMP[0].xxxx, TEMP[1].zzzz, IN[0].yyyy\n"));
    INFO(text);
    CHECK(text.find("mul.f") < text.find("shpe"));
    CHECK(text.rfind("mul.f") < text.find("shpe"));
}

TEST_CASE("flow: an array keeps its registers through a loop") {
    const std::string text =
        code("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL ADDR[0]\nDCL TEMP[0..1]\n"
             "DCL TEMP[2..5], ARRAY(1), LOCAL\nIMM[0] UINT32 {0, 1, 2, 3}\n"
             "MOV TEMP[2], IN[0]\nMOV TEMP[3], IN[0]\nMOV TEMP[4], IN[0]\nMOV TEMP[5], IN[0]\n"
             "MOV TEMP[1].x, IMM[0].xxxx\nBGNLOOP\n"
             "USGE TEMP[1].y, TEMP[1].xxxx, IN[0].wwww\nUIF TEMP[1].yyyy\nBRK\nENDIF\n"
             "AND TEMP[1].z, TEMP[1].xxxx, IMM[0].wwww\nUARL ADDR[0].x, TEMP[1].zzzz\n"
             "MOV TEMP[ADDR[0].x+2](1).x, TEMP[1].xxxx\n"
             "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\nENDLOOP\n"
             "AND TEMP[1].z, IN[0].xxxx, IMM[0].wwww\nUARL ADDR[0].x, TEMP[1].zzzz\n"
             "MOV OUT[0], TEMP[ADDR[0].x+2](1).xxxx\nEND\n");
    INFO(text);
    // The store is not dead, though what reads it stands in another block.
    CHECK(contains(text, "mov.u32u32 r<a0.x"));
}

TEST_CASE("flow: a loop goes round where writing it out would be long") {
    const auto rounds = [](std::string_view count) {
        return code(vertex("IMM[1] UINT32 {" + std::string(count) +
                           ", 0, 0, 0}\nMOV TEMP[0], IN[0]\nMOV TEMP[1].x, IMM[0].xxxx\n"
                           "BGNLOOP\nUSGE TEMP[1].y, TEMP[1].xxxx, IMM[1].xxxx\n"
                           "UIF TEMP[1].yyyy\nBRK\nENDIF\nMUL TEMP[0], TEMP[0].wxyz, IN[0]\n"
                           "ADD TEMP[0], TEMP[0].yxwz, CONST[0]\n"
                           "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\nENDLOOP\n"
                           "MOV OUT[0], TEMP[0]\n"));
    };
    CHECK_FALSE(contains(rounds("3"), "jump"));
    CHECK(contains(rounds("200"), "jump"));
}

TEST_CASE("flow: arrays that are used one after the other share registers") {
    const auto program = compile_nir(R"(shader vertex
input generic 0 mask xyzw
output position 0 mask xyzw

function "main" entry {
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=100, bit_size=32}
        %1:32 = decl_reg {num_components=1, num_array_elems=100, bit_size=32}
        %2:32 = const 0
        %3:32 = const 1
        %4:32 = const 63
        %5:32 = load_input %2 {dest_type=uint32, io_semantics=generic 0 1}
    loop {
        b1 from b0 b4:
            %6:32 = phi b0: %2, b4: %7
            %7:32 = iadd %6, %3
            %8:1 = uge %6, %5
        if %8 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %9:32 = iand %6, %4
            store_reg_indirect %6, %0, %9 {write_mask=x}
    }
    b5 from b2:
        %10:32 = iand %5, %4
        %11:32 = load_reg_indirect %0, %10
    loop {
        b6 from b5 b9:
            %12:32 = phi b5: %11, b9: %13
            %13:32 = iadd %12, %3
            %14:1 = uge %12, %5
        if %14 {
            b7 from b6:
                break
        } else {
            b8 from b6:
        }
        b9 from b8:
            %15:32 = iand %12, %4
            store_reg_indirect %12, %1, %15 {write_mask=x}
    }
    b10 from b7:
        %16:32 = load_reg_indirect %1, %10
        %17:32x4 = vec4 %16, %16, %16, %16
        store_output %17, %2 {write_mask=xyzw, src_type=uint32, io_semantics=position 0 1}
}
)");
    CHECK(program->statistics.full_registers <= 28);
}

TEST_CASE("flow: the header says how many places lanes wait at") {
    const auto places = [](const std::string& tgsi) {
        return compile_tgsi(tgsi)->statistics.branch_stack;
    };
    const std::string lookup = "FSLT TEMP[0].w, TEMP[0].xxxx, IMM[0].xxxx\nUIF TEMP[0].wwww\n"
                               "TEX TEMP[0], TEMP[0].zwww, SAMP[0], 2D\n";
    const std::string end = "MOV OUT[0], TEMP[0]\n";
    CHECK(places(fragment(end)) == 0);
    CHECK(places(fragment(lookup + "ENDIF\n" + end)) == 1);
    CHECK(places(fragment(lookup + "ENDIF\n" + lookup + "ENDIF\n" + end)) == 1);
    // The beginnings of both other sides, and the place behind both ifs.
    const std::string other = "ELSE\nTEX TEMP[0], TEMP[0].xyyy, SAMP[0], 2D\nENDIF\n";
    CHECK(places(fragment(lookup + lookup + other + other + end)) == 3);
    CHECK(places(loop("MUL TEMP[0].x, TEMP[0].xxxx, IN[0].yyyy\n")) == 1);
    CHECK(places(fragment("BGNLOOP\nFSLT TEMP[0].y, TEMP[0].xxxx, IN[0].zzzz\n"
                          "UIF TEMP[0].yyyy\nKILL\nENDIF\n"
                          "FSLT TEMP[0].y, TEMP[0].xxxx, IMM[0].xxxx\n"
                          "UIF TEMP[0].yyyy\nBRK\nENDIF\n"
                          "ADD TEMP[0].x, TEMP[0].xxxx, -IN[0].wwww\nENDLOOP\n"
                          "MOV OUT[0], TEMP[0].xxxx\n")) == 2);
}

TEST_CASE("flow: outputs may be stored anywhere, and a shader left early") {
    const auto program = compile_nir(R"(shader vertex
input generic 0 mask xyzw
output position 0 mask xyzw

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {dest_type=float32, io_semantics=generic 0 1}
        %2:32 = load_input %0 {component=1, dest_type=float32, io_semantics=generic 0 1}
        %3:32x4 = vec4 %1, %1, %2, %2
        %4:1 = flt %1, %2
        store_output %3, %0 {write_mask=xyzw, src_type=float32, io_semantics=position 0 1}
    if %4 {
        b1 from b0:
            %5:32x4 = vec4 %2, %2, %1, %1
            store_output %5, %0 {write_mask=xz, src_type=float32, io_semantics=position 0 1}
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        store_output %2, %0 {component=1, write_mask=x, src_type=float32, io_semantics=position 0 1}
}
)");
    REQUIRE(program->outputs.size() == 1);
    CHECK('\n' + assembly_of(*program) == R"(
min.f r0.y, r0.z, r0.w
(nop2) max.f r0.x, r0.z, r0.w
mov.u32u32 r0.z, r0.y
end
)");
}

TEST_CASE("flow: a part without a merged register file and (nopN) branches as well") {
    CompileOptions options;
    options.gpu = 330;
    const auto program = compile_tgsi(loop("ADD TEMP[0].x, TEMP[0].xxxx, IN[0].yyyy\n"), options);
    const std::string text = disassemble_program(program->words, Revision::a3xx);
    INFO(text);
    CHECK(contains(text, "br p0.x"));
    CHECK(contains(text, "jump"));
    CHECK_FALSE(contains(text, "(nop1)"));
}

} // namespace jacquard::ir3::testing
