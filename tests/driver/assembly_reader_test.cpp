#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/program_header.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <filesystem>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string fault(const std::string& directive) {
    const Answer answer = run_tool({"asm", "-"}, directive + "\nend\n");
    CHECK(answer.code == 1);
    CHECK(answer.out.empty());
    return first_line(answer.err);
}

std::filesystem::path examples_folder() {
    return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "examples";
}

} // namespace

TEST_CASE("a program written as text has the header and words that it says") {
    const std::string text = "@gpu a660 ; the part\n"
                             "@stage FRAG\n"
                             "@wave 128\n"
                             "@workgroup 8 8 1\n"
                             "@system_value SYSTEM_VALUE_FRAG_COORD r0.x components xy index 1\n"
                             "@varying VARYING_SLOT_VAR0 at 4 components xyz index 0 flat\n"
                             "@output FRAG_RESULT_DATA0 hr1.x components yz index 0 alias z\n"
                             "@constants buffer 2 bytes 16..128 at c3\n"
                             "@immediate c8.x 3f800000 00000001 00000002 00000003\n"
                             "@immediate c9.x ffffffff\n"
                             "@prefetch varying 1 to r0.z components xyz sampler 2 texture 3\n"
                             "@sampler 2 CUBE\n"
                             "@array r4.x length 8\n"
                             "@array hr3.x length 4 from 7 to 12\n"
                             "\n"
                             "l0: nop\n"
                             "jump #l0\n"
                             "end\n";
    Diagnostics diagnostics("a.asm", text);
    const auto program = read_assembly(text, std::nullopt, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program);
    CHECK(program->gpu == 660);
    CHECK(program->words.size() == 3);
    CHECK(program->immediates.values.size() == 5);
    CHECK(program->workgroup_size == std::array<std::uint32_t, 3>{8, 8, 1});
    CHECK(program->wave_size == 128);
    const std::string printed = assembly_text(*program);
    CHECK(printed.find("@constants buffer 2 bytes 16..128 at c3\n") != std::string::npos);
    CHECK(printed.find("@workgroup 8 8 1\n") != std::string::npos);
    CHECK(printed.find("@wave 128\n") != std::string::npos);
    CHECK(printed.find("@array r4.x length 8\n") != std::string::npos);
    CHECK(printed.find("@array hr3.x length 4 from 7 to 12\n") != std::string::npos);
    Diagnostics again("b.asm", printed);
    const auto reread = read_assembly(printed, std::nullopt, again);
    REQUIRE(reread);
    CHECK(write_program_header(*reread) == write_program_header(*program));
    CHECK(reread->words == program->words);
    // The header as JSON keeps it too.
    const std::string header = write_program_header(*program);
    Diagnostics of_header("h.json", header);
    const auto from_header = read_program_header(header, of_header);
    REQUIRE(from_header);
    CHECK(from_header->workgroup_size == program->workgroup_size);
    CHECK(from_header->wave_size == program->wave_size);
}

TEST_CASE("a compute program is written with its workgroup and buffers") {
    const std::string text = "@gpu 630\n"
                             "@stage COMP\n"
                             "@workgroup 64 1 1\n"
                             "@system_value SYSTEM_VALUE_LOCAL_INVOCATION_ID r0.x components x "
                             "index 0\n"
                             "@buffer 0 bytes 1024\n"
                             "@buffer 3\n"
                             "@constants buffer 0 bytes 0..16 at c0\n"
                             "\n"
                             "ldib.b.untyped.1d.u32.1.imm r1.x, r0.x, 0\n"
                             "(sy)add.u r1.x, r1.x, c0.x\n"
                             "(rpt5)nop\n"
                             "stib.b.untyped.1d.u32.1.imm r1.x, r0.x, 3\n"
                             "end\n";
    Diagnostics diagnostics("a.asm", text);
    const auto program = read_assembly(text, std::nullopt, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program);
    CHECK(program->stage == ir3::ShaderStage::compute);
    REQUIRE(program->storage_buffers.size() == 2);
    CHECK(program->storage_buffers[0].size == 1024);
    CHECK(program->storage_buffers[1].slot == 3);
    Diagnostics again("b.asm", assembly_text(*program));
    const auto reread = read_assembly(assembly_text(*program), std::nullopt, again);
    REQUIRE(reread);
    const std::string header = write_program_header(*program);
    CHECK(write_program_header(*reread) == header);
    CHECK(reread->words == program->words);
    Diagnostics of_header("h.json", header);
    const auto from_header = read_program_header(header, of_header);
    REQUIRE(from_header);
    CHECK(write_program_header(*from_header) == header);
}

TEST_CASE("a program before the rasteriser is written with what it hands on") {
    const std::string text =
        "@gpu 630\n"
        "@stage VERT\n"
        "@feeds GEOM\n"
        "@stored 32\n"
        "@system_value SYSTEM_VALUE_GS_HEADER_IR3 r0.x components x index 0\n"
        "@output VARYING_SLOT_POS none components xyzw index 0 in vertex at 0\n"
        "@output VARYING_SLOT_VAR0 none components xyzw index 1 in vertex at 16\n"
        "\n"
        "chmask\n"
        "chsh\n";
    Diagnostics diagnostics("a.asm", text);
    const std::optional<ir3::Program> program = read_assembly(text, 630, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    CHECK(program->feeds == ir3::NextStage::geometry);
    CHECK(program->outputs.at(1).stored.offset == 16);
    CHECK(assembly_text(*program) == text);
    CHECK(fault("@feeds FRAG") == "<stdin>:1:8: error[A201]: expected TESS_CTRL or GEOM");
    CHECK(fault("@patches squares") ==
          "<stdin>:1:10: error[A201]: expected quads, triangles or isolines");
    CHECK(fault("@output VARYING_SLOT_POS none components x index 0 in attic at 0") ==
          "<stdin>:1:55: error[A201]: expected vertex, patch, vertices or factors");
}

TEST_CASE("a part that takes the place of the one in the text is said") {
    const std::string text = "@gpu 630\nend\n";
    const Answer other = run_tool({"asm", "-", "--gpu", "730"}, text);
    CHECK(other.code == 0);
    CHECK(other.out == "0300000000000000\n");
    CHECK(other.err.find("<stdin>:1:1: warning[A203]: the text is for part 630, and part 730 that "
                         "was asked for takes its place\n") != std::string::npos);
    CHECK(run_tool({"asm", "-", "--gpu", "a630"}, text).err.empty());
    CHECK(run_tool({"asm", "-", "--gpu", "730"}, "end\n").err.empty());
}

TEST_CASE("what compile prints assembles to the same words and header") {
    const TemporaryFolder folder("assemble");
    for (const char* name : {"lit_texture.frag.tgsi", "transform.vert.tgsi"}) {
        for (const char* gpu : {"330", "420", "540", "630", "730"}) {
            INFO(name << " on " << gpu);
            const std::string shader = (examples_folder() / name).string();
            const Answer compiled = run_tool(
                {"compile", shader, "--gpu", gpu, "-o", folder / "w", "--header", folder / "h"});
            if (compiled.code != 0) {
                WARN(first_line(compiled.err));
                continue;
            }
            const Answer text = run_tool({"compile", shader, "--gpu", gpu});
            const Answer assembled =
                run_tool({"asm", "-", "-o", folder / "w2", "--header", folder / "h2"}, text.out);
            INFO(text.out << assembled.err);
            CHECK(assembled.code == 0);
            CHECK(file_content(folder / "w2") == file_content(folder / "w"));
            CHECK(file_content(folder / "h2") == file_content(folder / "h"));
        }
    }
}

TEST_CASE("asm answers every line of hex with one line") {
    const Answer answer = run_tool({"asm", "--gpu", "630", "--hex", "-"},
                                   "bary.f r2.z, 6, r0.x\n\n  end ; over\nadd.f r0.x\n"
                                   "br p0.x, #-2\r\n.word 0xffffffffffffffff\n");
    CHECK(answer.code == 1);
    CHECK(answer.out == "4730000a00002006\n0300000000000000\n"
                        "error: column 11: expected ','\n"
                        "00800000fffffffe\nffffffffffffffff\n");
    CHECK(answer.err.empty());
    CHECK(run_tool({"asm", "--hex", "-"}, "end\n").code == 0);
}

TEST_CASE("disasm and asm undo each other") {
    const std::string words = "nop\nl1: add.f r0.x, r1.x, c0.y\nbr p0.x, #l1\nend\n";
    const TemporaryFolder folder("inverse");
    CHECK(run_tool({"asm", "-", "--gpu", "a7xx", "-o", folder / "w"}, words).code == 0);
    const Answer printed = run_tool({"disasm", folder / "w", "--gpu", "a7xx"});
    CHECK(run_tool({"asm", "-", "--gpu", "a7xx", "-o", folder / "w2"}, printed.out).code == 0);
    CHECK(file_content(folder / "w") == file_content(folder / "w2"));
    CHECK(run_tool({"asm", "-", "-o", "/nonexistent/w"}, words).code == 2);
}

TEST_CASE("faults of directives and instructions are reported together, with their places") {
    const Answer answer = run_tool({"asm", "-"}, "@stage MESH\n  @inptu x\nadd.f r0.x\n  noop\n");
    CHECK(answer.code == 1);
    CHECK(answer.err.find("<stdin>:1:8: error[A201]: expected VERT, FRAG, COMP, TESS_CTRL, "
                          "TESS_EVAL or GEOM\n") != std::string::npos);
    CHECK(answer.err.find("<stdin>:2:3: error[A201]: unknown directive '@inptu', did you mean "
                          "'@input'?\n") != std::string::npos);
    CHECK(answer.err.find("<stdin>:3:11: error[A103]: expected ','\n") != std::string::npos);
    CHECK(answer.err.find("<stdin>:4:3: error[A101]: unknown mnemonic 'noop', did you mean "
                          "'nop'?\n") != std::string::npos);
}

TEST_CASE("a directive must be whole and sound") {
    CHECK(fault("@gpu 631").ends_with(":1:6: error[A201]: there is no part '631'"));
    CHECK(fault("@input VERT_ATTRIB_GENERIC0x r0.x components x index 0")
              .ends_with("there is no slot 'VERT_ATTRIB_GENERIC0x'"));
    CHECK(fault("@input VERT_ATTRIB_GENERIC0 r0.x").ends_with("expected 'components'"));
    CHECK(fault("@input VERT_ATTRIB_GENERIC0 r64.x components x index 0")
              .ends_with("expected a register such as r1.x or hr0.y, or none"));
    CHECK(fault("@input VERT_ATTRIB_GENERIC0 r0.x components yx index 0")
              .ends_with("expected some of the letters xyzw, in order, or none"));
    CHECK(fault("@output VARYING_SLOT_POS r0.x components xz index 0")
              .ends_with("the components of an output follow each other"));
    CHECK(fault("@output FRAG_RESULT_DATA0 r0.x components xy index 0 alias z")
              .find("an alias is of some of the components") != std::string::npos);
    CHECK(fault("@output VARYING_SLOT_POS r0.x components x index 0 more")
              .ends_with("expected the end of the "
                         "line"));
    CHECK(fault("@constants buffer 0 bytes 128 at c0")
              .ends_with("expected a range of bytes such as 0..128"));
    CHECK(fault("@immediate c1 0").ends_with("such as c8.x"));
    CHECK(fault("@immediate c1.x 0 0 0 0\n@immediate c3.x 0").ends_with("expected c2.x"));
    CHECK(fault("@sampler 99999999999 2D")
              .ends_with("expected a unit, a number from 0 to 4294967295"));
    CHECK(fault("@workgroup 1 2").ends_with("expected the size of a workgroup"));
    CHECK(fault("@wave wide")
              .ends_with("expected the lanes of a wave, a number from 0 to 4294967295"));
    CHECK(fault("@array r4.x 8").ends_with("expected 'length'"));
    CHECK(fault("@array r4.x length 65536")
              .ends_with("expected how many components an array has, a number from 0 to 65535"));
    CHECK(fault("@array r4.x length 8 from 3").ends_with("expected 'to'"));
}
