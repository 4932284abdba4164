#include <jacquard/library/program/program_header.h>

#include "catch.h"

using namespace jacquard;
using namespace jacquard::driver;

namespace {

ir3::Program sample_program() {
    ir3::Program program;
    program.gpu = 630;
    program.stage = ir3::ShaderStage::fragment;
    ir3::ProgramInput input;
    input.name = "VARYING_SLOT_VAR3";
    input.slot = 35;
    input.index = 2;
    input.component_mask = 0x7;
    input.varying_location = 4;
    input.barycentric = true;
    program.inputs.push_back(input);
    ir3::ProgramOutput output;
    output.name = "FRAG_RESULT_DEPTH";
    output.index = 1;
    output.source_component = 2;
    output.num_components = 1;
    output.location = {6, true};
    program.outputs.push_back(output);
    program.immediates = {8, {0x3f800000, 0xdeadbeef}};
    program.constant_buffers.push_back({0, 0, 0, 128});
    program.prefetches.push_back({0, {2, false}, 3, 1, 1});
    program.samplers.push_back({1, "2D"});
    program.arrays.push_back({{8, false}, 12});
    program.arrays.push_back({{0, true}, 4, 3, 17});
    return program;
}

std::string messages(std::string_view text) {
    Diagnostics diagnostics("h.json", text);
    CHECK_FALSE(read_program_header(text, diagnostics).has_value());
    return diagnostics.render();
}

} // namespace

TEST_CASE("a header is written as one line of JSON") {
    CHECK(write_program_header(sample_program()) ==
          R"({"gpu": 630, "stage": "FRAG", "inputs": [{"slot": 35, "name": )"
          R"("VARYING_SLOT_VAR3", "reg": "none", "compmask": 7, "inloc": 4, "sysval": 0, )"
          R"("bary": 1, "flat": 0, "half": 0, "index": 2}], "outputs": [{"slot": 0, )"
          R"("name": "FRAG_RESULT_DEPTH", "reg": "hr1.z", "half": 1, "index": 1, )"
          R"("component": 2, "components": 1}], "immediates": {"base": "c8.x", )"
          R"("base_vec4": 8, "count": 2, "values": ["3f800000", "deadbeef"]}, )"
          R"("constant_buffers": [{"block": 0, "const_vec4": 0, "start": 0, "end": 128}], )"
          R"("prefetch": [{"src": 0, "dst": "r0.z", "wrmask": 3, "samp": 1, "tex": 1}], )"
          R"("samplers": [{"unit": 1, "target": "2D"}], "arrays": [{"reg": "r2.x", )"
          R"("length": 12}, {"reg": "hr0.x", "length": 4, "first": 3, "last": 17}]})");
}

TEST_CASE("a header reads back as it was written") {
    for (const unsigned indentation : {0U, 2U}) {
        const std::string text = write_program_header(sample_program(), indentation);
        Diagnostics diagnostics("h.json", text);
        const std::optional<ir3::Program> program = read_program_header(text, diagnostics);
        INFO(diagnostics.render());
        REQUIRE(program.has_value());
        CHECK(write_program_header(*program, indentation) == text);
    }
}

TEST_CASE("the header says what stages before the rasteriser have of one another") {
    ir3::Program program;
    program.gpu = 730;
    program.stage = ir3::ShaderStage::tess_control;
    program.patches = ir3::PatchKind::triangles;
    program.stored_bytes = 80;
    program.vertices_out = 4;
    ir3::ProgramOutput output;
    output.name = "VARYING_SLOT_VAR0";
    output.stored = {ir3::StoredIn::vertices, 16};
    program.outputs.push_back(output);
    output.aliased = 0xa;
    program.outputs.push_back(output);
    const std::string text = write_program_header(program);
    CHECK(text.starts_with(R"({"gpu": 730, "stage": "TESS_CTRL", "patches": "triangles", )"
                           R"("stored_bytes": 80, "vertices_out": 4, "inputs": [])"));
    CHECK(text.find(R"("components": 4, "in": "vertices", "at": 16})") != std::string::npos);
    Diagnostics diagnostics("h.json", text);
    const std::optional<ir3::Program> again = read_program_header(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(again.has_value());
    CHECK(write_program_header(*again) == text);
    CHECK(
        messages(R"({"outputs": [{"slot": 4, "components": 2, "alias": 4}]})").find("\"alias\"") !=
        std::string::npos);
    CHECK(
        messages(R"({"stage": "VERT", "feeds": "FRAG"})").find("\"feeds\" must be \"TESS_CTRL\"") !=
        std::string::npos);
}

TEST_CASE("words of a header become the program's") {
    const std::string_view text = R"({"stage": "VERT", "words": ["0300000000000000", "ff"]})";
    Diagnostics diagnostics("h.json", text);
    const std::optional<ir3::Program> program = read_program_header(text, diagnostics);
    REQUIRE(program.has_value());
    CHECK(program->gpu == 630);
    CHECK(program->words == std::vector<std::uint64_t>{0x0300000000000000, 0xff});
}

TEST_CASE("a header that is not what it must be says where") {
    CHECK(messages("{\"gpu\": -1, \"stage\": \"MESH\",\n \"inputs\": [{\"name\": \"X\", \"reg\": "
                   "\"q1.x\"}],\n \"words\": [\"xyz\"]}") ==
          "h.json:1:9: error[H102]: \"gpu\" must be a number from 0 to 4294967295\n"
          "    {\"gpu\": -1, \"stage\": \"MESH\",\n"
          "            ^\n"
          "h.json:1:22: error[H102]: \"stage\" must be \"VERT\", \"FRAG\", \"COMP\", "
          "\"TESS_CTRL\", \"TESS_EVAL\" or \"GEOM\"\n"
          "    {\"gpu\": -1, \"stage\": \"MESH\",\n"
          "                         ^\n"
          "h.json:2:34: error[H102]: \"reg\" must be a register, such as \"r1.x\"\n"
          "     \"inputs\": [{\"name\": \"X\", \"reg\": \"q1.x\"}],\n"
          "                                     ^\n"
          "h.json:3:12: error[H102]: a word is a string of up to 16 hex digits\n"
          "     \"words\": [\"xyz\"]}\n"
          "               ^\n");
    CHECK(messages("[1]").find("h.json:1:1: error[H102]") == 0);
    CHECK(messages("{").find("h.json:1:") == 0);
}

TEST_CASE("registers are read and refused") {
    CHECK(parse_register("none")->exists() == false);
    CHECK(parse_register("r0.x")->number == 0);
    CHECK(parse_register("r63.w")->number == 255);
    CHECK(parse_register("hr2.y")->half);
    for (const std::string_view text : {"", "r", "r0", "r0.", "r64.x", "r0.q", "r-1.x", "hr.x",
                                        "c0.x", "r0.x ", "hhr0.x", "rx.x"}) {
        INFO(text);
        CHECK_FALSE(parse_register(text).has_value());
    }
}
