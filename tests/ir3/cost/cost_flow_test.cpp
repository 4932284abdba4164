#include <jacquard/ir3/cost/cost_flow.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "fixture.h"

#include <random>
#include <string>

using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

// The blocks of a program in the order in which they are gone through, with where they lead on.
std::string described(std::string_view text) {
    const Program program = assembled(text);
    const CostedCode code = costed_code(program, *revision_of_part(program.gpu));
    const CostFlow flow = cost_flow(code.main);
    std::string result;
    for (const std::uint32_t block : flow.order) {
        result += std::to_string(flow.blocks[block].first) + ':';
        for (const std::uint32_t next : flow.onward[block]) {
            result += ' ' + std::to_string(flow.blocks[next].first);
        }
        result += '\n';
    }
    return result + "loops " + std::to_string(flow.loops.size());
}

} // namespace

TEST_CASE("cost flow: a program without branches is one block") {
    CHECK(described("mul.f r0.x, r0.x, r0.y\nend\n") == "0:\nloops 0");
}

TEST_CASE("cost flow: both sides of a branch lead to where they meet") {
    CHECK(described("br p0.x, #l1\n"
                    "mov.f32f32 r0.x, r0.y\n"
                    "jump #l2\n"
                    "l1: mov.f32f32 r0.x, r0.z\n"
                    "l2: end\n") == "0: 3 1\n1: 4\n3: 4\n4:\nloops 0");
}

TEST_CASE("cost flow: behind the end of a loop comes what follows it") {
    CHECK(described("mov.f32f32 r0.x, r0.y\n"
                    "l1: br p0.x, #l2\n"
                    "add.f r0.x, r0.x, r0.y\n"
                    "jump #l1\n"
                    "l2: end\n") == "0: 1\n1: 4 2\n2: 4\n4:\nloops 1");
}

TEST_CASE("cost flow: the end of an inner loop leads out of the loop around it where it goes on") {
    // The inner loop is left to the beginning of the outer one.
    CHECK(described("l1: br p0.x, #l3\n"
                    "l2: br p0.y, #l1\n"
                    "add.f r0.x, r0.x, r0.y\n"
                    "jump #l2\n"
                    "l3: end\n") == "0: 4 1\n1: 2 4\n2: 4\n4:\nloops 2");
}

TEST_CASE("cost flow: what nothing reaches is in no order") {
    CHECK(described("jump #l1\n"
                    "add.f r0.x, r0.x, r0.y\n"
                    "l1: end\n") == "0: 2\n2:\nloops 0");
}

TEST_CASE("cost flow: a loop without a way out ends its path") {
    CHECK(described("l1: add.f r0.x, r0.x, r0.y\njump #l1\nend\n") == "0:\nloops 1");
}

TEST_CASE(
    "cost flow: any words have an order in which no block comes before one that leads to it") {
    std::mt19937 generator(1);
    const auto random = [&] { return static_cast<unsigned>(generator()); };
    for (unsigned round = 0; round < 300; ++round) {
        const unsigned size = 2 + random() % 60;
        std::string text;
        for (unsigned i = 0; i < size; ++i) {
            text += "l" + std::to_string(i) + ": ";
            const unsigned choice = random() % 4;
            const std::string target = "#l" + std::to_string(random() % size);
            text += choice == 0   ? "br p0.x, " + target + '\n'
                    : choice == 1 ? "jump " + target + '\n'
                                  : "nop\n";
        }
        text += "end\n";
        INFO(text);
        const Program program = assembled(text);
        const CostedCode code = costed_code(program, *revision_of_part(program.gpu));
        const CostFlow flow = cost_flow(code.main);
        std::vector<std::size_t> place(flow.blocks.size(), flow.blocks.size());
        for (std::size_t i = 0; i < flow.order.size(); ++i) {
            place[flow.order[i]] = i;
        }
        for (const std::uint32_t block : flow.order) {
            for (const std::uint32_t next : flow.onward[block]) {
                CHECK(place[block] < place[next]);
                CHECK(place[next] < flow.blocks.size());
            }
        }
    }
}
