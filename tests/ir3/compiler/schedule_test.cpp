// The order of instructions.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/passes.h>

#include "fixture.h"

#include <set>

namespace jacquard::ir3::testing {

namespace {

std::string check_order(std::string_view tgsi) {
    std::string fault = "never scheduled";
    AfterPass observer("schedule", [&](const Graph& graph) {
        fault.clear();
        const Node* address = nullptr;
        for (const Block& block : graph.blocks) {
            std::set<const Node*> seen;
            for (const Node* node : block.nodes) {
                for_each_ssa_source(*node, [&](const Node* source) {
                    if (seen.count(source) == 0) {
                        fault += "a node comes before what it reads; ";
                    }
                });
                for (const Node* dependency : node->dependencies()) {
                    if (seen.count(dependency) == 0) {
                        fault += "a node comes before what it must follow; ";
                    }
                }
                if (node->address != nullptr && node->address != address) {
                    fault += "two addresses are live; ";
                }
                if (node->dst.kind == RegisterKind::address) {
                    address = node;
                }
                if (!seen.insert(node).second) {
                    fault += "a node stands twice; ";
                }
            }
        }
    });
    CompileOptions options;
    options.observer = &observer;
    compile_tgsi(tgsi, options);
    return fault;
}

} // namespace

TEST_CASE("schedule: sources come first and one address is live at a time") {
    CHECK(check_order("VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                      "DCL CONST[0..9]\nDCL ADDR[0]\nDCL TEMP[0..1]\n"
                      "  0: ARL ADDR[0].x, IN[0].xxxx\n"
                      "  1: MOV TEMP[0], CONST[ADDR[0].x]\n"
                      "  2: ARL ADDR[0].x, IN[0].yyyy\n"
                      "  3: ADD OUT[0], TEMP[0], CONST[ADDR[0].x + 1]\n"
                      "  4: ARL ADDR[0].x, TEMP[0].xxxx\n"
                      "  5: MOV OUT[1], CONST[ADDR[0].x]\n"
                      "  6: END\n") == "");
}

TEST_CASE("schedule: an address that nobody reads is not held") {
    Arena arena;
    Graph graph(arena, Revision::a6xx);
    Block& block = graph.add_block();
    const auto append_address = [&] {
        Node* writer = graph.make_machine(Opcode::mova, 1);
        writer->sources()[0] = constant_source(0);
        writer->dst.kind = RegisterKind::address;
        return graph.append(block, writer);
    };
    for (unsigned i = 0; i < 3; ++i) {
        append_address();
    }
    Node* reader = graph.make_machine(Opcode::mov, 1);
    set_move_type(*reader, false);
    reader->dst.kind = RegisterKind::ssa;
    reader->sources()[0] = constant_source(0);
    reader->sources()[0].kind = RegisterKind::relative_constant;
    reader->address = append_address();
    graph.append(block, reader);
    schedule(graph, {});
    CHECK(block.nodes.size() == 5); // and none is copied
}

TEST_CASE("schedule: kills keep within the predicates there are") {
    std::string text = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                       "DCL CONST[0..9]\nDCL TEMP[0]\n";
    unsigned line = 0;
    for (unsigned i = 0; i < 8; ++i) {
        text += std::to_string(line++) + ": ADD TEMP[0].x, IN[0].xxxx, CONST[" + std::to_string(i) +
                "].xxxx\n";
        text += std::to_string(line++) + ": KILL_IF TEMP[0].xxxx\n";
    }
    text += std::to_string(line++) + ": MOV OUT[0], IN[0]\n";
    text += std::to_string(line++) + ": END\n";
    CHECK(check_order(text) == "");
    CHECK(compile_tgsi(text)->statistics.instructions < 60);
}

TEST_CASE("schedule: many chains of one value are worked off one after the other") {
    std::string text =
        "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL CONST[0..99]\nDCL TEMP[0..199]\n";
    for (unsigned i = 0; i < 100; ++i) {
        const std::string number = std::to_string(i);
        text += "FRC TEMP[" + number + "], IN[0].xyzw\n";
        text += "MAD TEMP[" + number + "], TEMP[" + number + "].wzyx, CONST[" + number +
                "], IN[0]\nFRC TEMP[" + number + "], TEMP[" + number + "]\n";
    }
    text += "MOV TEMP[100], TEMP[0]\n";
    for (unsigned i = 1; i < 100; ++i) {
        text += "ADD TEMP[100], TEMP[100], TEMP[" + std::to_string(i) + "]\n";
    }
    text += "MOV OUT[0], TEMP[100]\nEND\n";
    const ProgramStatistics statistics = compile_tgsi(text)->statistics;
    CHECK(statistics.full_registers <= 24);
    CHECK(statistics.nops < statistics.instructions / 10);
}

} // namespace jacquard::ir3::testing
