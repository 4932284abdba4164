// Spills to private memory, on machines with few registers.

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "fixture.h"

#include <string>

namespace jacquard::ir3::testing {

namespace {

MachineFacts machine_with(unsigned registers) {
    MachineFacts machine = machine_facts(Revision::a6xx);
    machine.full_registers = static_cast<decltype(machine.full_registers)>(registers);
    machine.half_registers = machine.full_registers;
    return machine;
}

std::optional<Program> compile_for(unsigned registers, const std::string& tgsi) {
    MachineFacts machine = machine_with(registers);
    machine.preamble = false;
    CompileOptions options;
    options.precise = true;
    options.machine = &machine;
    return compile_tgsi(tgsi, options);
}

std::string vertex(const std::string& declarations, const std::string& body) {
    return "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL CONST[0..3]\n" + declarations +
           "IMM[0] UINT32 {1, 2, 3, 4}\n" + body + "END\n";
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++number;
    }
    return number;
}

// The passes that tell what was tried.
class TriedPasses : public PassObserver {
  public:
    void after_pass(std::string_view pass, const Graph& /*graph*/) override {
        for (const std::string_view telling :
             {"translate", "hoist_uniforms", "spill", "schedule"}) {
            names_ += pass == telling ? std::string(pass) + ' ' : "";
        }
    }
    [[nodiscard]] const std::string& names() const { return names_; }

  private:
    std::string names_;
};

std::string code_for(unsigned registers, const std::string& tgsi) {
    return '\n' + assembly_of(*compile_for(registers, tgsi));
}

// A vector that is made before others and read behind them.
const std::string kVectors = vertex("DCL TEMP[0..2]\n", "XOR TEMP[0], IN[0], CONST[0]\n"
                                                        "UADD TEMP[1], IN[0].yzwx, TEMP[0]\n"
                                                        "XOR TEMP[2], TEMP[1].yzwx, TEMP[1]\n"
                                                        "UADD TEMP[2], TEMP[2].yzwx, TEMP[2]\n"
                                                        "UADD OUT[0], TEMP[2], TEMP[0]\n");

} // namespace

TEST_CASE("spill: a value is stored once, behind what makes it, and loaded where it is wanted") {
    CHECK(code_for(2, kVectors) == R"(
mov.u32u32 r1.x, 0
(rpt5)nop
stp.u32 p[r1.x], r0.x, 1
xor.b r1.y, r0.x, c0.x
xor.b r1.z, r0.y, c0.y
xor.b r1.w, r0.z, c0.z
(rpt5)nop
stp.u32 p[r1.x+4], r1.w, 1
(ss)xor.b r0.x, r0.w, c0.w
(rpt5)nop
stp.u32 p[r1.x+8], r0.x, 1
add.u r0.y, r0.y, r1.y
add.u r0.z, r0.z, r1.z
add.u r0.w, r0.w, r1.w
ldp.u32 r1.w, p[r1.x], 1
(sy)(ss)(nop1) add.u r0.x, r1.w, r0.x
xor.b r1.w, r0.z, r0.y
xor.b r0.z, r0.w, r0.z
xor.b r0.w, r0.x, r0.w
(nop1) xor.b r0.y, r0.y, r0.x
add.u r0.x, r0.z, r1.w
add.u r0.z, r0.w, r0.z
add.u r0.w, r0.y, r0.w
add.u r1.w, r1.w, r0.y
add.u r0.y, r0.x, r1.y
add.u r0.z, r0.z, r1.z
ldp.u32 r1.y, p[r1.x+4], 1
(sy)add.u r0.w, r0.w, r1.y
ldp.u32 r1.y, p[r1.x+8], 1
(sy)add.u r1.x, r1.w, r1.y
end
)");
}

TEST_CASE("spill: what fits into the registers stays there") {
    const auto program = compile_for(6, kVectors);
    CHECK(program->statistics.spill_stores == 0);
    CHECK(program->statistics.spill_loads == 0);
    CHECK(program->private_bytes == 0);
}

TEST_CASE("spill: what cannot fit is not tried again") {
    // The preamble computes four vectors of the constants, which are all live at its end.
    const std::string tgsi = vertex("DCL TEMP[0..4]\nDCL OUT[1], GENERIC[0]\n",
                                    "ADD TEMP[0], CONST[0], CONST[0].wxyz\n"
                                    "ADD TEMP[1], CONST[1], CONST[0].wxyz\n"
                                    "ADD TEMP[2], CONST[2], CONST[0].wxyz\n"
                                    "ADD TEMP[3], CONST[3], CONST[0].wxyz\n"
                                    "MUL TEMP[4], TEMP[0], TEMP[1].wzyx\n"
                                    "MAD TEMP[4], TEMP[2], TEMP[3].wzyx, TEMP[4].yxwz\n"
                                    "MAD TEMP[4], TEMP[0], TEMP[3].yzwx, TEMP[4].zwxy\n"
                                    "MAD TEMP[4], TEMP[1], TEMP[2].yzwx, TEMP[4].wxyz\n"
                                    "MOV OUT[1], TEMP[4]\n"
                                    "MUL OUT[0], IN[0], TEMP[4]\n");
    const MachineFacts machine = machine_with(3);
    TriedPasses tried;
    CompileOptions options;
    options.precise = true;
    options.machine = &machine;
    options.observer = &tried;
    CHECK(compile_tgsi(tgsi, options));
    // The second order needs no fewer registers than the first; of what is spilled nothing is
    // hoisted.
    CHECK(tried.names() == "translate hoist_uniforms schedule schedule "
                           "translate schedule schedule "
                           "translate spill ");
}

TEST_CASE("spill: what is computed from constants by one instruction is computed again") {
    const std::string shifted = vertex("DCL TEMP[0..2]\n", "SHL TEMP[0], CONST[1], IMM[0].zzzz\n"
                                                           "UADD TEMP[1], IN[0], TEMP[0]\n"
                                                           "XOR TEMP[2], TEMP[1].yzwx, TEMP[1]\n"
                                                           "UADD TEMP[2], TEMP[2].yzwx, TEMP[2]\n"
                                                           "UADD OUT[0], TEMP[2], TEMP[0]\n");
    const auto program = compile_for(2, shifted);
    const std::string code = assembly_of(*program);
    CHECK(program->private_bytes == 0);
    // One component is shifted twice.
    CHECK(count(code, "shl.b") == 6);
    CHECK(count(code, "c1.y, 3") == 2);
}

TEST_CASE("spill: a phi in memory costs no copy where its values can share its place") {
    const auto program =
        compile_for(3, vertex("DCL TEMP[0..3]\n", "XOR TEMP[0], IN[0], CONST[0]\n"
                                                  "XOR TEMP[1], IN[0], CONST[1]\n"
                                                  "XOR TEMP[3], IN[0], CONST[2]\n"
                                                  "MOV TEMP[2].x, IMM[0].xxxx\n"
                                                  "BGNLOOP\n"
                                                  "USGE TEMP[2].y, TEMP[2].xxxx, IN[0].wwww\n"
                                                  "UIF TEMP[2].yyyy\nBRK\nENDIF\n"
                                                  "UADD TEMP[0], TEMP[0], TEMP[3]\n"
                                                  "UADD TEMP[1], TEMP[1], TEMP[0]\n"
                                                  "UADD TEMP[3], TEMP[3], TEMP[1].yzwx\n"
                                                  "UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].xxxx\n"
                                                  "ENDLOOP\n"
                                                  "UADD TEMP[0], TEMP[0], TEMP[3]\n"
                                                  "UADD OUT[0], TEMP[0], TEMP[1]\n"));
    const std::string code = assembly_of(*program);
    const std::string loop = code.substr(code.find("l0:"), code.find("l1:") - code.find("l0:"));
    INFO(code);
    CHECK(program->statistics.spill_stores != 0);
    // A round stores each of its values once, to the place from which the next one loads it.
    CHECK(count(loop, "stp") != 0);
    for (unsigned byte = 0; byte < program->private_bytes; byte += 4) {
        const std::string place = byte == 0 ? "[r1.x]," : "[r1.x+" + std::to_string(byte) + "],";
        CHECK(count(loop, "stp.u32 p" + place) <= 1);
    }
}

TEST_CASE("spill: an array that is too long for the registers is in private memory") {
    const std::string array =
        vertex("DCL TEMP[0..63], ARRAY(1)\nDCL TEMP[64]\nDCL ADDR[0]\n",
               "AND TEMP[64].x, IN[0].xxxx, IMM[0].zzzz\nUARL ADDR[0].x, TEMP[64].xxxx\n"
               "MOV TEMP[ADDR[0].x](1), IN[0].wzyx\nUARL ADDR[0].x, IN[0].yyyy\n"
               "MOV OUT[0], TEMP[ADDR[0].x](1)\n");
    const auto program = compile_for(48, array);
    // One vector more for reads out of range, and one for writes.
    CHECK(program->private_bytes == (64 + 2) * 16);
    CHECK(program->arrays.empty());
    const std::string code = assembly_of(*program);
    INFO(code);
    // The array is taken apart by components, the element found in the first of them.
    CHECK(code.find("stp.u32 p[r1.y], r0.w, 1\nstp.u32 p[r1.y+264], r0.z, 1\n"
                    "stp.u32 p[r1.y+528], r0.y, 1\nstp.u32 p[r1.y+792], r0.x, 1\n"
                    "(rpt4)nop\nldp.u32 r1.w, p[r1.z], 1\n") != std::string::npos);
}

TEST_CASE("spill: parts without private memory say where most registers are wanted") {
    MachineFacts machine = machine_facts(Revision::a6xx);
    machine.full_registers = 2;
    machine.half_registers = 2;
    machine.private_memory = false;
    CompileOptions options;
    options.machine = &machine;
    const auto shader = translate_tgsi(kVectors);
    Diagnostics diagnostics("test.tgsi", kVectors);
    CHECK_FALSE(compile(*shader, options, diagnostics).has_value());
    CHECK(diagnostics.all().at(0).message ==
          "a shader that needs more registers than there are is not supported by parts without "
          "private memory: 9 components of 32 bits and 0 of 16 are live at once, more than the 8 "
          "there are, at node 14 of 27, 'xor.b ssa_17, ssa_14, ssa_13'");
}

TEST_CASE("spill: an array that is longer than all registers starts at zero four words at a time") {
    const auto program =
        compile_tgsi(vertex("DCL TEMP[0..255], ARRAY(1)\nDCL ADDR[0]\n",
                            "UARL ADDR[0].x, IN[0].yyyy\nMOV TEMP[ADDR[0].x](1).x, IN[0].xxxx\n"
                            "UARL ADDR[0].x, IN[0].xxxx\nMOV OUT[0], TEMP[ADDR[0].x](1).xxxx\n"));
    REQUIRE(program);
    const std::string code = assembly_of(*program);
    INFO(code);
    // And one store each of the element behind the end and of the variable.
    CHECK(count(code, "stp.u32") == 256 / 4 + 2);
}

} // namespace jacquard::ir3::testing
