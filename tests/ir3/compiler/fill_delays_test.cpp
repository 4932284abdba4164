// Instructions in the delay slots of branches.

#include <jacquard/ir3/compiler/schedule/passes.h>

#include "fixture.h"

#include <algorithm>

namespace jacquard::ir3::testing {

namespace {

constexpr std::string_view kInputs = "FRAG\n"
                                     "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                     "DCL OUT[0], COLOR\n"
                                     "DCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
                                     "DCL CONST[0..3]\nDCL TEMP[0..9]\n";

std::string with_inputs(std::string_view text) {
    return std::string(kInputs) + std::string(text);
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size())) {
        ++number;
    }
    return number;
}

// Looks up along a line until something is found, four times in each round of a loop: what searches
// among pixels look like once they are unrolled.
std::string search() {
    std::string text = "MOV TEMP[0], IN[0]\nBGNLOOP\n";
    for (unsigned i = 0; i < 4; ++i) {
        text += "ADD TEMP[0].x, TEMP[0].xxxx, CONST[0].xxxx\n"
                "TXL TEMP[2], TEMP[0], SAMP[0], 2D\n"
                "FSLT TEMP[3].x, TEMP[2].xxxx, CONST[1].xxxx\n"
                "UIF TEMP[3].xxxx\nMOV TEMP[4].x, CONST[" +
                std::to_string(i) + "].zzzz\nBRK\nENDIF\n";
    }
    return text + "ENDLOOP\nMOV OUT[0], TEMP[4].xxxx\nEND\n";
}

} // namespace

TEST_CASE("fill_delays: arithmetic of either side stands in front of the branch") {
    const std::string tgsi = with_inputs("TXL TEMP[0], IN[0], SAMP[0], 2D\n"
                                         "FSLT TEMP[1].x, TEMP[0].xxxx, CONST[0].xxxx\n"
                                         "UIF TEMP[1].xxxx\n"
                                         "ADD TEMP[2], IN[0], CONST[1]\n"
                                         "TXL TEMP[3], TEMP[2], SAMP[0], 2D\n"
                                         "ELSE\n"
                                         "ADD TEMP[2], IN[0], CONST[2]\n"
                                         "TXL TEMP[3], TEMP[2], SAMP[0], 2D\n"
                                         "ENDIF\n"
                                         "MOV OUT[0], TEMP[3]\n"
                                         "END\n");
    const std::string code = assembly_of(*compile_tgsi(tgsi));
    const std::string before = code.substr(0, code.find("br "));
    INFO(code);
    CHECK(count(before, "add.f") >= 4);
    CHECK(count(before, "cmps.f.lt p0.x") == 1);
    CHECK(before.find("cmps.f.lt p0.x") < before.rfind("add.f"));
}

TEST_CASE("fill_delays: ways out of a loop take no jump and the search goes on at once") {
    const std::optional<Program> program = compile_tgsi(with_inputs(search()));
    const std::string code = assembly_of(*program);
    INFO(code);
    CHECK(count(code, "br ") == 4);
    CHECK(count(code, "jump") <= 1);
    // Each lookup's coordinate is made in front of the branch before it.
    CHECK(program->statistics.nops < 4 * 8);
}

TEST_CASE("fill_delays: nodes are moved, none is lost, and what was moved is told") {
    const std::string tgsi = with_inputs(search());
    std::vector<const Node*> scheduled;
    std::vector<const Node*> filled;
    bool stands_where_it_says = true;
    const auto all_nodes = [](const Graph& graph) {
        std::vector<const Node*> nodes;
        for (const Block& block : graph.blocks) {
            nodes.insert(nodes.end(), block.nodes.begin(), block.nodes.end());
        }
        std::sort(nodes.begin(), nodes.end(),
                  [](const Node* a, const Node* b) { return a->serial < b->serial; });
        return nodes;
    };
    class Observer : public PassObserver {
      public:
        explicit Observer(std::function<void(std::string_view, const Graph&)> call)
            : call_(std::move(call)) {}
        void after_pass(std::string_view pass, const Graph& graph) override { call_(pass, graph); }

      private:
        std::function<void(std::string_view, const Graph&)> call_;
    };
    Observer observer([&](std::string_view pass, const Graph& graph) {
        if (pass == "schedule") {
            scheduled = all_nodes(graph);
        } else if (pass == "fill_delays") {
            filled = all_nodes(graph);
            for (const Block& block : graph.blocks) {
                for (const Node* node : block.nodes) {
                    stands_where_it_says = stands_where_it_says && node->block == &block;
                }
            }
        }
    });
    CompileOptions options;
    options.observer = &observer;
    REQUIRE(compile_tgsi(tgsi, options));
    CHECK(!scheduled.empty());
    CHECK(scheduled == filled);
    CHECK(stands_where_it_says);
}

} // namespace jacquard::ir3::testing
