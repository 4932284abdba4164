// The compiler finds out when it is wrong: its graph is damaged behind its back.

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/registers/check_registers.h>

#include "contains.h"
#include "fixture.h"

#include <algorithm>

namespace jacquard::ir3::testing {

namespace {

using ::contains;

constexpr std::string_view kTwoSums = "VERT\n"
                                      "DCL IN[0]\n"
                                      "DCL IN[1]\n"
                                      "DCL OUT[0], POSITION\n"
                                      "  0: ADD OUT[0], IN[0], IN[1]\n"
                                      "  1: END\n";

constexpr std::string_view kLoop = "VERT\n"
                                   "DCL IN[0]\n"
                                   "DCL OUT[0], POSITION\n"
                                   "DCL TEMP[0..1]\n"
                                   "IMM[0] INT32 {0, 1, 100, 0}\n"
                                   "  0: MOV TEMP[0].x, IMM[0].xxxx\n"
                                   "  1: MOV TEMP[1], IN[0]\n"
                                   "  2: BGNLOOP\n"
                                   "  3: USGE TEMP[0].y, TEMP[0].xxxx, IN[0].xxxx\n"
                                   "  4: UIF TEMP[0].yyyy\n"
                                   "  5: BRK\n"
                                   "  6: ENDIF\n"
                                   "  7: ADD TEMP[1], TEMP[1].yzwx, TEMP[1]\n"
                                   "  8: UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                                   "  9: ENDLOOP\n"
                                   " 10: MOV OUT[0], TEMP[1]\n"
                                   " 11: END\n";

constexpr std::string_view kArray = "VERT\n"
                                    "DCL IN[0]\n"
                                    "DCL OUT[0], POSITION\n"
                                    "DCL TEMP[0..3], ARRAY(1)\n"
                                    "DCL ADDR[0]\n"
                                    "  0: UARL ADDR[0].x, IN[0].xxxx\n"
                                    "  1: MOV TEMP[ADDR[0].x](1), IN[0]\n"
                                    "  2: ADD OUT[0], TEMP[ADDR[0].x+1](1), TEMP[0](1)\n"
                                    "  3: END\n";

// Returns the compiler's complaint if the graph is damaged after a pass; empty if it does not
// notice.
std::string complaint(std::string_view tgsi, const std::function<void(Graph&)>& damage,
                      bool check = true, std::string_view pass = "assign_registers") {
    AfterPass observer(pass, [&](const Graph& graph) { damage(const_cast<Graph&>(graph)); });
    CompileOptions options;
    options.observer = &observer;
    options.check = check;
    const auto shader = translate_tgsi(tgsi);
    Diagnostics diagnostics("test.tgsi", tgsi);
    if (compile(*shader, options, diagnostics)) {
        return "";
    }
    return diagnostics.all().at(0).code + ' ' + diagnostics.all().at(0).message;
}

Node* find(Graph& graph, const std::function<bool(const Node&)>& is_wanted) {
    for (Block& block : graph.blocks) {
        for (Node* node : block.nodes) {
            if (is_wanted(*node)) {
                return node;
            }
        }
    }
    FAIL("there is no such node");
    return nullptr;
}

bool is_sum(const Node& node) {
    return node.is_machine(Opcode::add_f);
}

} // namespace

TEST_CASE("check: programs that nobody damages pass") {
    for (const std::string_view tgsi : {kTwoSums, kLoop, kArray}) {
        CHECK(complaint(tgsi, [](Graph&) {}) == "");
    }
}

TEST_CASE("check: a register that does not exist is a fault of the compiler, checked or not") {
    const auto damage = [](Graph& graph) { find(graph, is_sum)->dst.number = 48 * 4; };
    for (const bool check : {false, true}) {
        const std::string said = complaint(kTwoSums, damage, check);
        INFO(said);
        CHECK(said.starts_with("I902 internal fault of the compiler, not of the shader: 'add.f "));
        CHECK(said.ends_with("has a register that does not exist: r48.x"));
    }
    CHECK(contains(
        complaint(kTwoSums, [](Graph& graph) { find(graph, is_sum)->dst.number = kUnassigned; }),
        "has no register"));
    CHECK(contains(complaint(kLoop,
                             [](Graph& graph) {
                                 find(graph, [](const Node& node) {
                                     return node.dst.kind == RegisterKind::predicate;
                                 })->dst.number = 4;
                             }),
                   "has a predicate that does not exist"));
    CHECK(contains(complaint(kArray, [](Graph& graph) { graph.arrays[0].number = 190; }),
                   "I902 internal fault of the compiler, not of the shader: an array of 6 "
                   "components begins in r47.z and ends behind the last register"));
}

TEST_CASE("check: half registers end where those of the machine do") {
    Arena arena;
    Graph graph(arena, Revision::a6xx);
    Node* node = graph.make_machine(Opcode::mov, 1);
    node->sources()[0] = immediate_source(0, true);
    node->dst.kind = RegisterKind::ssa;
    node->dst.half = true;
    graph.append(graph.add_block(), node);
    graph.number_nodes();
    MachineFacts machine = machine_facts(Revision::a6xx);
    node->dst.number = 47 * 4 + 3;
    CHECK_FALSE(find_missing_register(graph, machine));
    node->dst.number = 48 * 4;
    CHECK(find_missing_register(graph, machine));
    machine.half_registers = 63;
    node->dst.number = 62 * 4 + 3;
    CHECK_FALSE(find_missing_register(graph, machine));
    node->dst.number = 63 * 4;
    CHECK(find_missing_register(graph, machine));
}

TEST_CASE("check: a value that is overwritten too early names reader, value and what is there") {
    const auto damage = [](Graph& graph) {
        // The second sum goes where an input of another is.
        const Node* first = find(graph, is_sum);
        Node* second =
            find(graph, [&](const Node& node) { return is_sum(node) && &node != first; });
        const Node* third = find(graph, [&](const Node& node) {
            return is_sum(node) && &node != first && &node != second;
        });
        second->dst.number = third->sources()[0].definition->dst.number;
    };
    const std::string said = complaint(kTwoSums, damage);
    INFO(said);
    CHECK(said.starts_with("I903 internal fault of the compiler, not of the shader: 'add.f "));
    CHECK(contains(said, " looks for the result of '_meta:in "));
    CHECK(contains(said, ", which holds that of 'add.f "));
}

TEST_CASE("check: the values that go round a loop stay in their registers") {
    const auto is_phi = [](const Node& node) { return node.kind == NodeKind::phi; };
    const std::string moved =
        complaint(kLoop, [&](Graph& graph) { find(graph, is_phi)->dst.number = 40 * 4; });
    INFO(moved);
    CHECK(contains(moved, "I903 internal fault of the compiler, not of the shader: '_meta:phi "));
    // The counter is lost in the first turn, so that only the second one reads something else.
    const std::string lost = complaint(kLoop, [&](Graph& graph) {
        const Node* counter = find(graph, is_phi);
        Node* sum = find(graph, [&](const Node& node) {
            return is_sum(node) && node.block->index >= counter->block->index;
        });
        sum->dst.number = counter->dst.number;
    });
    INFO(lost);
    CHECK(contains(lost, "I903"));
}

TEST_CASE("check: elements of an array are not overwritten") {
    const std::string said = complaint(kArray, [](Graph& graph) {
        // Between the write and the read of the array.
        Node* address = nullptr;
        for (Block& block : graph.blocks) {
            for (Node* node : block.nodes) {
                if (node->dst.kind == RegisterKind::array && node->dst.relative) {
                    address = node;
                } else if (address != nullptr && node->dst.is_ssa() &&
                           node->kind == NodeKind::machine) {
                    node->dst.number = graph.arrays[0].number;
                    return;
                }
            }
        }
    });
    INFO(said);
    CHECK(contains(said, "I903"));
}

TEST_CASE("check: words that do not wait are a fault of the compiler") {
    const auto damage = [](Graph& graph) {
        for (Block& block : graph.blocks) {
            for (Node* node : block.nodes) {
                node->nop_count = 0;
                node->repeat = node->opcode == Opcode::nop ? 0 : node->repeat;
            }
        }
    };
    const std::string said = complaint(kLoop, damage, true, "legalise");
    INFO(said);
    CHECK(said.starts_with(
        "I904 internal fault of the compiler, not of the shader: K103: instruction "));
    CHECK(contains(said, " wrote it; "));
    CHECK(complaint(kLoop, damage, false, "legalise") == "");
}

} // namespace jacquard::ir3::testing
