#include <jacquard/runs/case/case_file.h>

#include "catch.h"

#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

CaseFile parse_good(std::string_view text) {
    Diagnostics diagnostics("a.case", text);
    CaseFile file = parse_case_file(text, diagnostics);
    INFO(diagnostics.render());
    CHECK_FALSE(diagnostics.has_errors());
    return file;
}

std::string messages(std::string_view text) {
    Diagnostics diagnostics("a.case", text);
    const CaseFile file = parse_case_file(text, diagnostics);
    return diagnostics.render();
}

} // namespace

TEST_CASE("a case gives inputs, constants, system values and outputs") {
    const CaseFile file = parse_good("shader tgsi/a.vert.tgsi\n"
                                     "run\n"
                                     "IN 1 lane 2 0x3f800000 2 3 4\n"
                                     "CONST 1 2 a b c d\n"
                                     "SV VERTEXID lane 1 7\n"
                                     "SV INSTANCEID 5\n"
                                     "POS 1 2 3 4\n"
                                     "FACE -1\n"
                                     "expect MASK d\n"
                                     "expect OUT 1 GENERIC 9 lane 0 1 2 3 4\n"
                                     "expect OUT 1 GENERIC 9 lane 3 5 6 7 ffffffff\n");
    CHECK(file.shader == "tgsi/a.vert.tgsi");
    REQUIRE(file.runs.size() == 1);
    const CaseRun& run = file.runs[0];
    REQUIRE(run.inputs.size() == 2);
    CHECK(run.inputs[0] == LaneVectors{});
    CHECK(run.inputs[1][2] == Vector4{0x3f800000, 2, 3, 4});
    REQUIRE(run.constants.size() == 2);
    REQUIRE(run.constants[1].size() == 3);
    CHECK(run.constants[1][2] == Vector4{0xa, 0xb, 0xc, 0xd});
    REQUIRE(run.find_system_value("VERTEXID") != nullptr);
    CHECK(run.find_system_value("VERTEXID")->lanes == LaneWords{0, 7, 0, 0});
    CHECK(run.find_system_value("INSTANCEID")->lanes == LaneWords{5, 5, 5, 5});
    CHECK(run.find_system_value("SAMPLEID") == nullptr);
    CHECK(run.has_fragment_position);
    CHECK(run.fragment_position == Vector4{1, 2, 3, 4});
    CHECK(run.has_facing);
    CHECK_FALSE(run.front_facing);
    CHECK(run.expected_mask == 0xd);
    REQUIRE(run.expected.size() == 1);
    CHECK(run.expected[0].semantic == "GENERIC");
    CHECK(run.expected[0].semantic_index == 9);
    CHECK(run.expected[0].given == 0x9);
    CHECK(run.expected[0].lanes[3] == Vector4{5, 6, 7, 0xffffffff});
}

TEST_CASE("state stays from run to run and expectations do not") {
    const CaseFile file = parse_good("shader a\nrun\nIN 0 lane 0 1 2 3 4\nexpect MASK 3\n"
                                     "expect OUT 0 COLOR 0 lane 0 1 1 1 1\n"
                                     "run\nIN 0 lane 1 5 6 7 8\n");
    REQUIRE(file.runs.size() == 2);
    CHECK(file.runs[1].inputs[0][0] == Vector4{1, 2, 3, 4});
    CHECK(file.runs[1].inputs[0][1] == Vector4{5, 6, 7, 8});
    CHECK(file.runs[1].expected.empty());
    CHECK(file.runs[1].expected_mask == 0xf);
}

TEST_CASE("line ends of both kinds, blank lines and comments are read") {
    const CaseFile file = parse_good("# made by hand\r\n\r\nshader a\r\nrun\r\nFACE 1\r\n");
    CHECK(file.shader == "a");
    CHECK(file.runs.size() == 1);
}

TEST_CASE("memory spaces are given by their names, buffers by a number as well") {
    const CaseFile file = parse_good("shader a\nrun\nMEMORY shared 1 1 2 3 4\n"
                                     "MEMORY ssbo 2 0 5 6 7 8\nrun\nMEMORY shared 0 9 9 9 9\n");
    REQUIRE(file.runs.size() == 2);
    REQUIRE(file.runs[0].memories.size() == 2);
    CHECK(file.runs[0].memories[0].space == jacquard::nir::MemorySpace::shared);
    CHECK(file.runs[0].memories[0].buffers[0][1] == Vector4{1, 2, 3, 4});
    REQUIRE(file.runs[0].memories[1].buffers.size() == 3);
    CHECK(file.runs[0].memories[1].buffers[2][0] == Vector4{5, 6, 7, 8});
    CHECK(file.runs[1].memories[0].buffers[0][0] == Vector4{9, 9, 9, 9});
    CHECK(file.runs[1].memories[0].buffers[0][1] == Vector4{1, 2, 3, 4});
}

TEST_CASE("memory that a case cannot give is named") {
    CHECK(messages("shader a\nrun\nMEMORY shard 0 1 2 3 4\nMEMORY scratch 0 1 2 3 4\n"
                   "MEMORY ssbo 0 1 2 3 4\n") ==
          "a.case:3:8: error[C112]: there is no memory space 'shard'\n"
          "    MEMORY shard 0 1 2 3 4\n"
          "           ^\n"
          "a.case: note: did you mean 'shared'?\n"
          "a.case:4:8: error[C112]: a case cannot give the memory space 'scratch'\n"
          "    MEMORY scratch 0 1 2 3 4\n"
          "           ^\n"
          "a.case:5:22: error[C105]: expected a 32-bit word of hex digits, found the end of the "
          "line\n"
          "    MEMORY ssbo 0 1 2 3 4\n"
          "                         ^\n");
}

TEST_CASE("every fault of a case has its place") {
    CHECK(messages("shader a\nrun\nIN 0 lane 4 0 0 0 0\nIN 0 lane 0 0 0 0\n"
                   "CONST 0 0 1 2 3 4 5\nexpec MASK f\nexpect MASK g\n") ==
          "a.case:3:11: error[C104]: expected a lane, a number below 4, found '4'\n"
          "    IN 0 lane 4 0 0 0 0\n"
          "              ^\n"
          "a.case:4:18: error[C105]: expected a 32-bit word of hex digits, found the end of the "
          "line\n"
          "    IN 0 lane 0 0 0 0\n"
          "                     ^\n"
          "a.case:5:19: error[C106]: nothing more is expected on this line, found '5'\n"
          "    CONST 0 0 1 2 3 4 5\n"
          "                      ^\n"
          "a.case:6:1: error[C108]: unknown line of a case: 'expec'\n"
          "    expec MASK f\n"
          "    ^\n"
          "a.case: note: did you mean 'expect'?\n"
          "a.case:7:13: error[C105]: expected one hex digit, one bit a lane, found 'g'\n"
          "    expect MASK g\n"
          "                ^\n");
}

TEST_CASE("a case needs a shader and a run, in that order") {
    CHECK(messages("") == "a.case:1:1: error[C101]: a case begins with a line 'shader PATH'\n"
                          "a.case:1:1: error[C102]: the case has no line 'run'\n");
    CHECK(messages("shader a\nFACE 1\nrun\n") ==
          "a.case:2:1: error[C107]: 'FACE' comes before the first 'run'\n    FACE 1\n    ^\n");
    CHECK(messages("shader a\nshader b\nrun\n") ==
          "a.case:2:1: error[C109]: the case names its shader twice\n    shader b\n    ^\n");
}

TEST_CASE("an output keeps its semantic") {
    CHECK(messages("shader a\nrun\nexpect OUT 0 COLOR 0 lane 0 0 0 0 0\n"
                   "expect OUT 0 COLOR 1 lane 1 0 0 0 0\n") ==
          "a.case:4:14: error[C110]: output 0 is COLOR 0 on an earlier line, found 'COLOR'\n"
          "    expect OUT 0 COLOR 1 lane 1 0 0 0 0\n"
          "                 ^\n");
}

TEST_CASE("numbers of a case cannot ask for much memory") {
    CHECK(messages("shader a\nrun\nIN 4294967295 lane 0 0 0 0 0\nCONST 32 0 0 0 0 0\n") ==
          "a.case:3:4: error[C104]: expected the number of an input, a number below 4096, found "
          "'4294967295'\n"
          "    IN 4294967295 lane 0 0 0 0 0\n"
          "       ^\n"
          "a.case:4:7: error[C104]: expected the number of a constant buffer, a number below 32, "
          "found '32'\n"
          "    CONST 32 0 0 0 0 0\n"
          "          ^\n");
}

TEST_CASE("textures, images and work groups are given, and what there is in the end expected") {
    const std::string text = "shader a.nir\n"
                             "run\n"
                             "MEMORY ssbo 0 0 00000001 00000002 00000003 00000004\n"
                             "TEXTURE 2 2D 2 1 1 3 compare less\n"
                             "TEXEL TEXTURE 2 5 00000001 00000002 00000003 00000004\n"
                             "IMAGE 0 3D 1 1 2 1\n"
                             "TEXEL IMAGE 0 1 00000005 00000006 00000007 00000008\n"
                             "GROUPS 2 3 4\n"
                             "expect MEMORY ssbo 0 0 00000009 00000002 00000003 00000004\n"
                             "expect MEMORY shared 7 00000001 00000001 00000001 00000001\n"
                             "expect IMAGE 0 1 00000006 00000006 00000007 00000008\n"
                             "run\n"
                             "TEXEL TEXTURE 2 5 00000000 00000002 00000003 00000004\n"
                             "IMAGE 0 1D 1 1 1 1\n";
    const CaseFile file = parse_good(text);
    REQUIRE(file.runs.size() == 2);
    const CaseRun& run = file.runs[0];
    REQUIRE(run.textures.size() == 1);
    CHECK(run.textures[0].number == 2);
    CHECK(run.textures[0].texture.size == std::array<std::uint32_t, 3>{2, 1, 1});
    CHECK(run.textures[0].texture.layers == 3);
    CHECK(run.textures[0].texture.sampler.compares);
    CHECK(run.textures[0].texture.sampler.comparison == nir::TexelComparison::less);
    CHECK(run.textures[0].texture.texels.size() == 24);
    CHECK(run.textures[0].texture.texels[20] == 1);
    CHECK(run.groups == std::array<std::uint32_t, 3>{2, 3, 4});
    CHECK(run.expected_vectors.size() == 3);
    CHECK(file.runs[1].textures[0].texture.texels[20] == 0);
    CHECK(file.runs[1].images[0].texture.texels == Words(4));
    CHECK(file.runs[1].expected_vectors.empty());
    CHECK(print_case_file(file) == text);
}

TEST_CASE("faults of textures, images and work groups have their places") {
    CHECK(messages("shader a\nrun\nTEXTURE 0 2d 1 1 1 1\nTEXTURE 0 2D 0 1 1 1\n"
                   "IMAGE 0 2D 16384 16384 1 1\nTEXEL IMAGE 0 0 1 1 1 1\n"
                   "IMAGE 1 2D 2 2 1 1\nTEXEL IMAGE 1 4 1 1 1 1\nGROUPS 1 1\n"
                   "expect IMAGE 3 0 1 1 1 1\nTEXTUR 0\n") ==
          "a.case:3:11: error[C114]: '2d' is not a shape of textures\n"
          "    TEXTURE 0 2d 1 1 1 1\n"
          "              ^\n"
          "a.case: note: did you mean '2D'?\n"
          "a.case:4:14: error[C104]: expected a size from 1 to 16384, found '0'\n"
          "    TEXTURE 0 2D 0 1 1 1\n"
          "                 ^\n"
          "a.case:5:1: error[C113]: a texture of a case has at most 1048576 texels\n"
          "    IMAGE 0 2D 16384 16384 1 1\n"
          "    ^\n"
          "a.case:6:13: error[C115]: expected the number of a texture or image declared before, "
          "found '0'\n"
          "    TEXEL IMAGE 0 0 1 1 1 1\n"
          "                ^\n"
          "a.case:8:15: error[C104]: expected the number of a texel, a number below 4, found '4'\n"
          "    TEXEL IMAGE 1 4 1 1 1 1\n"
          "                  ^\n"
          "a.case:9:11: error[C104]: expected a size from 1 to 1024, found the end of the line\n"
          "    GROUPS 1 1\n"
          "              ^\n"
          "a.case:10:14: error[C115]: expected the number of a texture or image declared before, "
          "found '3'\n"
          "    expect IMAGE 3 0 1 1 1 1\n"
          "                 ^\n"
          "a.case:11:1: error[C108]: unknown line of a case: 'TEXTUR'\n"
          "    TEXTUR 0\n"
          "    ^\n"
          "a.case: note: did you mean 'TEXTURE'?\n");
}

TEST_CASE("inputs and outputs of vertices and wide system values are given") {
    const std::string text = "shader a.tgsi\n"
                             "run\n"
                             "IN 2 lane 1 00000001 00000002 00000003 00000004\n"
                             "IN 1 vertex 3 lane 2 00000005 00000006 00000007 00000008\n"
                             "SV TESSCOORD lane 1 00000009 0000000a 0000000b 00000000\n"
                             "expect MASK f\n"
                             "expect OUT 0 GENERIC 4 vertex 5 lane 3 00000001 00000000 00000000 "
                             "00000002\n";
    const CaseFile file = parse_good(text);
    const CaseRun& run = file.runs.at(0);
    CHECK(run.num_vertices() == 4);
    CHECK(run.vertex_inputs.at(1).at(3)[2] == Vector4{5, 6, 7, 8});
    CHECK(run.inputs.at(2)[1] == Vector4{1, 2, 3, 4});
    const CaseSystemValue* coordinate = run.find_system_value("TESSCOORD");
    REQUIRE(coordinate != nullptr);
    CHECK(coordinate->lanes[1] == 9);
    CHECK(coordinate->more[1][1] == 11);
    REQUIRE(run.expected.size() == 1);
    CHECK(run.expected[0].vertex == 5U);
    CHECK(print_case_file(file) == text);
    CHECK(messages("shader a\nrun\nIN 0 vertex 32 lane 0 1 2 3 4\n") ==
          "a.case:3:13: error[C104]: expected a vertex, a number below 32, found '32'\n"
          "    IN 0 vertex 32 lane 0 1 2 3 4\n"
          "                ^\n");
    CHECK(messages("shader a\nrun\nSV PRIMID 1\n") ==
          "a.case:3:4: error[C116]: there is no system value 'PRIMID'\n"
          "    SV PRIMID 1\n"
          "       ^\n"
          "a.case: note: did you mean 'PRIM_ID'?\n");
    CHECK(messages("shader a\nrun\nSV TESSCOORD 1 2 3 4 5\n") ==
          "a.case:3:22: error[C106]: nothing more is expected on this line, found '5'\n"
          "    SV TESSCOORD 1 2 3 4 5\n"
          "                         ^\n");
}

TEST_CASE("the text of a case reads back to the same") {
    const std::string text = "shader a.tgsi\n"
                             "run\n"
                             "IN 1 lane 2 3f800000 00000002 00000003 00000004\n"
                             "CONST 1 2 0000000a 0000000b 0000000c 0000000d\n"
                             "MEMORY shared 0 00000001 00000002 00000003 00000004\n"
                             "MEMORY shared 1 00000000 00000000 00000000 00000000\n"
                             "MEMORY ssbo 1 0 00000005 00000006 00000007 00000008\n"
                             "SV VERTEXID lane 1 00000007\n"
                             "POS 00000001 00000002 00000003 00000004\n"
                             "FACE -1\n"
                             "expect MASK d\n"
                             "expect OUT 1 GENERIC 9 lane 0 00000001 00000002 00000003 00000004\n"
                             "run\n"
                             "IN 1 lane 2 00000000 00000000 00000000 00000000\n"
                             "IN 1 lane 3 00000001 00000001 00000001 00000001\n"
                             "MEMORY shared 0 00000000 00000000 00000000 00000000\n"
                             "FACE 1\n"
                             "expect MASK f\n"
                             "expect OUT 1 GENERIC 9 lane 3 00000005 00000006 00000007 00000008\n";
    const CaseFile file = parse_good(text);
    CHECK(print_case_file(file) == text);
    const CaseFile again = parse_good(print_case_file(file));
    REQUIRE(again.runs.size() == 2);
    CHECK(again.runs[1].inputs == file.runs[1].inputs);
    CHECK(again.runs[1].constants == file.runs[1].constants);
    REQUIRE(again.runs[1].memories.size() == 2);
    CHECK(again.runs[1].memories[0].buffers == file.runs[1].memories[0].buffers);
    CHECK(again.runs[1].memories[1].buffers == file.runs[1].memories[1].buffers);
    CHECK(again.runs[1].front_facing);
}
