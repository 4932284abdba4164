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
    CHECK(contains(drawing, "|right=instr"));
    CHECK(!contains(drawing, "constraint=false"));
    CHECK(contains(drawing, "outputs [shape=record"));
    CHECK(contains(drawing, "inputs [shape=record"));
    CHECK(count(drawing, ":<dst0> -> instr") >= 8);
}

} // namespace jacquard::ir3::testing
