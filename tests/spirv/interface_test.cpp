#include "assembler.h"
#include "catch.h"
#include "run_module.h"

#include <algorithm>
#include <string>
#include <vector>

// Locations, worked out by hand from the rules of Vulkan's specification: a scalar or vector takes
// one, a vector of three or four 64-bit components two; an array as many as its elements together,
// a matrix as an array of its columns, a structure as its members one after the other. The array of
// vertices that a stage sees around an interface takes none.
using namespace jacquard::spirv;

namespace {

struct Shape {
    std::string stage;  // of OpEntryPoint
    std::string modes;  // of OpExecutionMode, one a line
    std::string before; // decorations
    std::string type;   // instructions that make %t
    bool is_input = false;
    std::string body = {}; // of %main
};

std::string module_of(const Shape& shape) {
    const std::string storage = shape.is_input ? "Input" : "Output";
    return "OpCapability Shader\nOpCapability Geometry\nOpCapability Tessellation\n"
           "OpCapability Float64\nOpCapability TransformFeedback\n"
           "OpMemoryModel Logical GLSL450\nOpEntryPoint " +
           shape.stage + " %main \"main\" %v\n" + shape.modes + shape.before +
           "%void = OpTypeVoid\n%nothing = OpTypeFunction %void\n%int = OpTypeInt 32 1\n"
           "%float = OpTypeFloat 32\n%double = OpTypeFloat 64\n%v2 = OpTypeVector %float 2\n"
           "%v3 = OpTypeVector %float 3\n%v4 = OpTypeVector %float 4\n"
           "%d2 = OpTypeVector %double 2\n%d3 = OpTypeVector %double 3\n"
           "%d4 = OpTypeVector %double 4\n%c2 = OpConstant %int 2\n%c3 = OpConstant %int 3\n" +
           shape.type + "%to_t = OpTypePointer " + storage + " %t\n%v = OpVariable %to_t " +
           storage + "\n%main = OpFunction %void None %nothing\n%begin = OpLabel\n" + shape.body +
           "OpReturn\nOpFunctionEnd\n";
}

// Returns the values of one key in the declarations of a shader, in their order.
std::vector<std::string> said(const Shape& shape, const std::string& key) {
    const std::string text = translated_text(module_of(shape));
    INFO(text);
    std::vector<std::string> found;
    for (std::size_t at = text.find("decl_var shader_"); at != std::string::npos;
         at = text.find("decl_var shader_", at + 1)) {
        const std::string line = text.substr(at, text.find('\n', at) - at);
        const std::size_t place = line.find(key + '=');
        found.push_back(place == std::string::npos
                            ? "-"
                            : line.substr(place + key.size() + 1, line.find_first_of(",}", place) -
                                                                      place - key.size() - 1));
    }
    return found;
}

using Words = std::vector<std::string>;

constexpr const char* kVertex = "Vertex";
const std::string kAtOne = "OpDecorate %v Location 1\n";
const std::string kTriangles = "OpExecutionMode %main Triangles\n"
                               "OpExecutionMode %main OutputTriangleStrip\n"
                               "OpExecutionMode %main OutputVertices 3\n";

} // namespace

TEST_CASE("the vertices of a primitive or patch take no locations", "[spirv]") {
    const std::string type = "%s = OpTypeStruct %v4 %float\n%pair = OpTypeArray %s %c2\n"
                             "%t = OpTypeArray %pair %c3\n";
    CHECK(said({"Geometry", kTriangles, kAtOne, type, true}, "location") ==
          Words{"1", "2", "3", "4"});
    CHECK(said({"TessellationControl", "OpExecutionMode %main OutputVertices 3\n", kAtOne, type},
               "location") == Words{"1", "2", "3", "4"});
    CHECK(said({"TessellationEvaluation", "OpExecutionMode %main Triangles\n", kAtOne, type, true},
               "location") == Words{"1", "2", "3", "4"});
    // A patch has one value: the array is its own.
    CHECK(said({"TessellationControl", "OpExecutionMode %main OutputVertices 3\n",
                kAtOne + "OpDecorate %v Patch\n", type},
               "location") == Words{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"});
}

TEST_CASE("a value chooses among structures, each at its own locations", "[spirv]") {
    const std::string text = fragment_module("%all %out", R"(
OpDecorate %all Location 0
OpDecorate %all Flat
%pair = OpTypeStruct %int %int
%pairs = OpTypeArray %pair %i3
%to_pairs = OpTypePointer Input %pairs
%to_one = OpTypePointer Input %int
%all = OpVariable %to_pairs Input
%main = OpFunction %void None %nothing
%begin = OpLabel
%px = OpAccessChain %to_one %all %i0 %i0
%x = OpLoad %int %px
%p = OpAccessChain %to_one %all %x %i1
%r = OpLoad %int %p
OpStore %out %r
OpReturn
OpFunctionEnd
)");
    for (std::uint32_t chosen = 0; chosen < 3; ++chosen) {
        jacquard::driver::RecordedCase given;
        for (std::uint32_t location = 1; location < 6; ++location) {
            const jacquard::driver::Words word = {100 + location};
            given.inputs.emplace_back(std::to_string(location),
                                      jacquard::driver::LaneWordLists{{word, word, word, word}});
        }
        CHECK(run_fragment(text, chosen, given) == 100 + 2 * chosen + 1);
    }
}

TEST_CASE("transform feedback packs what stands in locations of its own", "[spirv]") {
    // Semantic, its index, first component, count, buffer, offset, stride, stream.
    const Shape shape = {kVertex, "OpExecutionMode %main Xfb\n",
                         kAtOne + "OpDecorate %v XfbBuffer 2\nOpDecorate %v XfbStride 64\n"
                                  "OpDecorate %v Offset 8\n",
                         "%m = OpTypeMatrix %v3 2\n%t = OpTypeStruct %m %d3 %float\n"};
    const std::string text = translated_text(module_of(shape));
    INFO(text);
    const auto semantic = std::to_string(static_cast<unsigned>(jacquard::nir::Semantic::generic));
    const std::string wanted = "property \"TRANSFORM_FEEDBACK\" " + semantic + " 1 0 3 2 8 64 0 " +
                               semantic + " 2 0 3 2 20 64 0 " + semantic + " 3 0 4 2 32 64 0 " +
                               semantic + " 4 0 2 2 48 64 0 " + semantic + " 5 0 1 2 56 64 0\n";
    CHECK(text.find(wanted) != std::string::npos);
    // Without the mode nothing is fed back.
    Shape without = shape;
    without.modes = "";
    CHECK(translated_text(module_of(without)).find("TRANSFORM_FEEDBACK") == std::string::npos);
}
