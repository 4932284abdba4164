// The results of single passes on a shader, as text.

#include <jacquard/ir3/compiler/graph/print_graph.h>

#include "contains.h"
#include "fixture.h"

namespace jacquard::ir3::testing {

namespace {

using ::contains;

constexpr std::string_view kDotProduct = "VERT\n"
                                         "DCL IN[0]\n"
                                         "DCL IN[1]\n"
                                         "DCL OUT[0], POSITION\n"
                                         "DCL TEMP[0]\n"
                                         "  0: DP3 TEMP[0].x, IN[0].xyzz, IN[1].xyzz\n"
                                         "  1: MOV OUT[0], TEMP[0].xxxx\n"
                                         "  2: END\n";

unsigned count(const std::string& text, std::string_view part) {
    unsigned found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

std::string vertex(std::string_view declarations, std::string_view body) {
    return "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\nDCL CONST[0..7]\n" +
           std::string(declarations) + std::string(body) + "END\n";
}

} // namespace

TEST_CASE("graph: a phi has a source for each of any number of predecessors") {
    constexpr std::size_t kMany = 70'000;
    Arena arena;
    Graph graph(arena, Revision::a6xx);
    Node* phi = graph.make(NodeKind::phi, kMany);
    REQUIRE(phi->sources().size() == kMany);
    phi->sources()[kMany - 1].value = 5;
    CHECK(graph.clone(*phi)->sources()[kMany - 1].value == 5);
}

TEST_CASE("graph: dependencies of a node are those that it was given last") {
    Arena arena;
    Graph graph(arena, Revision::a6xx);
    Node* first = graph.make(NodeKind::machine, 0);
    Node* second = graph.make(NodeKind::machine, 0);
    Node* last = graph.make(NodeKind::machine, 0);
    CHECK(last->dependencies().empty());
    graph.set_dependencies(*last, std::vector<Node*>{first, second});
    REQUIRE(last->dependencies().size() == 2);
    CHECK(last->dependencies()[1] == second);
    graph.set_dependencies(*last, {});
    CHECK(last->dependencies().empty());
}

TEST_CASE("graph: a dot product is a product and two multiply-adds") {
    const std::string text = graph_after("eliminate_dead_code", kDotProduct);
    INFO(text);
    CHECK(count(text, "mul.f") == 1);
    CHECK(count(text, "mad.f32") == 2);
    CHECK(count(text, "_meta:in") == 2);
    CHECK(count(text, "_meta:collect") == 1);
    CHECK(contains(text, "end ssa_"));
}

TEST_CASE("graph: exact products are not fused") {
    const std::string text = graph_after("eliminate_dead_code", kDotProduct, true);
    INFO(text);
    CHECK(count(text, "mul.f") == 3);
    CHECK(count(text, "add.f") == 2);
    CHECK(count(text, "mad.f32") == 0);
}

TEST_CASE("graph: constants and signs are folded into sources") {
    const std::string text =
        graph_after("eliminate_dead_code", vertex("IMM[0] FLT32 {2.0, 3.5, 0.5, 1.0}\n",
                                                  "MUL OUT[0].x, IN[0].xxxx, CONST[2].yyyy\n"
                                                  "ADD OUT[0].y, IN[0].yyyy, -|IN[1].xxxx|\n"
                                                  "MUL OUT[0].z, IN[0].zzzz, IMM[0].xxxx\n"
                                                  "MUL OUT[0].w, IN[0].wwww, IMM[0].yyyy\n"));
    INFO(text);
    CHECK(contains(text, "c2.y"));
    CHECK(contains(text, "(neg)(abs)ssa_"));
    CHECK(contains(text, "imm[2.000000"));
    CHECK(contains(text, "c8.x")); // 3.5 has no inline form
    CHECK(count(text, "mov") == 0);
}

TEST_CASE("graph: an instruction reads the constant file once") {
    const std::string text =
        graph_after("eliminate_dead_code", vertex("", "ADD OUT[0], CONST[0], CONST[1]\n"));
    INFO(text);
    CHECK(count(text, "mov.u32u32") == 4);
    CHECK(count(text, "add.f") == 4);
}

TEST_CASE("graph: a multiply-add reads constants first and last") {
    const std::string text =
        graph_after("eliminate_dead_code", vertex("", "MAD OUT[0], IN[0], CONST[0], CONST[1]\n"));
    INFO(text);
    CHECK(count(text, "mov") == 0);
    CHECK(contains(text, "mad.f32"));
    CHECK(contains(text, ", c0.x, ssa_"));
}

TEST_CASE("graph: a clamp becomes part of the sum it clamps") {
    const std::string text =
        graph_after("eliminate_dead_code", vertex("", "ADD_SAT OUT[0], IN[0], IN[1]\n"));
    INFO(text);
    CHECK(count(text, "(sat)add.f") == 4);
    CHECK(count(text, "max.f") == 0);
}

TEST_CASE("graph: a value wanted in two places of a vector is copied") {
    const std::string text = graph_after("group_neighbours", kDotProduct);
    INFO(text);
    CHECK(count(text, "mov.u32u32") == 3);
}

TEST_CASE("graph: values of a group say what stands beside them") {
    Arena arena;
    Graph graph(arena, Revision::a6xx);
    Block& block = graph.add_block();
    const auto add = [&](std::uint16_t slot, std::uint8_t length) {
        Node* node = graph.append(block, graph.make(NodeKind::collect, 0));
        node->group = 0;
        node->group_slot = slot;
        node->length = length;
    };
    graph.groups.push_back({3, false});
    add(0, 1); // 0
    add(1, 1); // 1
    add(1, 1); // 2: in the register of the one before, later
    add(2, 1); // 3
    add(0, 3); // 4: the vector of them all
    const std::string text = print_graph(graph);
    INFO(text);
    const auto line = [&text](const char* serial) {
        const std::size_t begin = text.find(serial);
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    CHECK(contains(line("0000:"), ", right=2"));
    CHECK_FALSE(contains(line("0000:"), "left="));
    CHECK(contains(line("0002:"), ", left=0, right=3"));
    CHECK(contains(line("0003:"), ", left=2"));
    CHECK_FALSE(contains(line("0004:"), "right="));
}

TEST_CASE("graph: outputs of the same vector share registers") {
    const std::string text =
        graph_after("group_neighbours", "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n"
                                        "DCL OUT[1], GENERIC[0]\n"
                                        "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[0]\n"
                                        "  2: END\n");
    INFO(text);
    CHECK(count(text, "mov") == 0);
    CHECK(count(text, "_meta:collect") == 1);
}

TEST_CASE("graph: a component replaced in place costs no copies") {
    const std::string text = graph_after(
        "group_neighbours", "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                            "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\nDCL TEMP[0]\n"
                            "  0: TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                            "  1: MUL TEMP[0].w, TEMP[0].wwww, TEMP[0].xxxx\n"
                            "  2: MOV OUT[0], TEMP[0]\n"
                            "  3: END\n");
    INFO(text);
    CHECK(count(text, "mov") == 0);
}

TEST_CASE("graph: equal computations are done once") {
    const std::string text = graph_after(
        "eliminate_dead_code",
        vertex("DCL TEMP[0..1]\n", "FLR TEMP[0].x, IN[0].xxxx\nFLR TEMP[1].x, IN[0].xxxx\n"
                                   "ADD OUT[0], TEMP[0].xxxx, TEMP[1].xxxx\n"));
    INFO(text);
    CHECK(count(text, "floor.f") == 1);
    // A sum of the same value twice may have become a product.
    CHECK(count(text, "add.f") + count(text, "mul.f") == 1);
}

TEST_CASE("graph: components of an element are found by one address") {
    const std::string text = graph_after(
        "translate", vertex("DCL ADDR[0]\n", "ARL ADDR[0].x, IN[0].xxxx\n"
                                             "MAD OUT[0], IN[1], CONST[ADDR[0].x+1], IN[1]\n"));
    INFO(text);
    CHECK(count(text, "c<a0.x") == 4);
    CHECK(count(text, "mova") == 1);
}

TEST_CASE("graph: the drawing names the stage where the program begins") {
    const std::array<std::pair<ShaderStage, std::string_view>, 6> labels = {
        {{ShaderStage::vertex, "vert"},
         {ShaderStage::fragment, "frag"},
         {ShaderStage::compute, "comp"},
         {ShaderStage::tess_control, "tesc"},
         {ShaderStage::tess_evaluation, "tese"},
         {ShaderStage::geometry, "geom"}}};
    for (const auto& [stage, label] : labels) {
        Arena arena;
        Graph graph(arena, Revision::a6xx);
        graph.stage = stage;
        Block& block = graph.add_block();
        Graph::append(block, graph.make(NodeKind::machine, 0));
        CHECK(contains(draw_graph(graph), "label=\"" + std::string(label) + "\""));
    }
}

TEST_CASE("graph: the drawing has a record for each node and an edge for each value read") {
    std::string drawing;
    AfterPass observer("schedule", [&](const Graph& graph) { drawing = draw_graph(graph); });
    CompileOptions options;
    options.observer = &observer;
    compile_tgsi(kDotProduct, options);
    INFO(drawing);
    CHECK(drawing.compare(0, 9, "digraph G") == 0);
    CHECK(contains(drawing, "rankdir=RL"));
    CHECK(contains(drawing, "label=\"vert\""));
    CHECK(contains(drawing, "{mad.f32|<dst0>"));
    CHECK(contains(drawing, "|<src2> "));
    CHECK(contains(drawing, "outputs [shape=record"));
    CHECK(contains(drawing, "inputs [shape=record"));
    CHECK(count(drawing, ":<dst0> -> instr") >= 8);
}

} // namespace jacquard::ir3::testing
