// The number of iterations of loops, and the control flow that no unrolling removes.
#include <jacquard/nir/analysis/data_dependence.h>
#include <jacquard/nir/analysis/unrolled_cost.h>

#include "catch.h"
#include "nir/text.h"

#include <algorithm>

using namespace jacquard::nir;

namespace {

// A loop from 0 in steps of 1 while the counter is below %limit, with what costs 3 in its body.
std::unique_ptr<Shader> counting_to(const std::string& limit) {
    return parsed("shader fragment\nfunction \"main\" entry {\n    b0:\n"
                  "        %0:32 = const 0\n        %1:32 = const 1\n        %2:32 = const 5\n"
                  "        %3:32 = load_draw_id\n        %4:32 = imul %3, %2\n"
                  R"(    loop {
        b1 from b0 b4:
            %5:32 = phi b0: %0, b4: %7
            %6:1 = ige %5, )" +
                  limit + R"(
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %7:32 = iadd %5, %1
            %8:32 = imul %7, %7
    }
    b5 from b2:
}
)");
}

LoopNode& loop_of(const Shader& shader) {
    return *shader.entry->body.first->next->as<LoopNode>();
}

} // namespace

TEST_CASE("unrolled loops cost what their iterations do") {
    CHECK(unrolled_cost(*counting_to("%2")->entry, 64) == 15);
    CHECK(unrolled_cost(*counting_to("%2")->entry, 4) == 3);
    CHECK(unrolled_cost(*counting_to("%4")->entry, 64) == 3);
}

TEST_CASE("a loop is followed no further than all of its iterations may cost") {
    const auto shader = counting_to("%2");
    const LoopInfo whole = analyse_loop(loop_of(*shader));
    REQUIRE(whole.cost == 3);
    REQUIRE(whole.trip_count == 5);
    CHECK(analyse_loop(loop_of(*shader), {.cost = 15}).limiting_terminator == 0);
    CHECK(analyse_loop(loop_of(*shader), {.cost = 14}).limiting_terminator < 0);
}

TEST_CASE("linking tells which blocks control comes to, and keeps any number of predecessors") {
    const auto shader = parsed("shader fragment\nfunction \"main\" entry {\n    b0:\n"
                               "        %0:1 = load_front_face\n"
                               "    loop {\n        b1 from b0 b2 b7:\n"
                               "        if %0 {\n            b2 from b1:\n"
                               "                continue\n        } else {\n"
                               "            b3 from b1:\n        }\n        b4 from b3:\n"
                               "        if %0 {\n            b5 from b4:\n"
                               "                break\n        } else {\n"
                               "            b6 from b4:\n        }\n        b7 from b6:\n    }\n"
                               "    b8 from b5:\n}\n");
    std::size_t most = 0;
    for (const Block& block : shader->entry->blocks()) {
        CHECK(block.is_reached);
        most = std::max(most, block.predecessors().size());
        for (const Block* predecessor : block.predecessors()) {
            CHECK((predecessor->successors[0] == &block || predecessor->successors[1] == &block));
        }
    }
    CHECK(most == 3); // the header: from in front, by the continue and by going round
    const auto endless = parsed("shader fragment\nfunction \"main\" entry {\n    b0:\n"
                                "    loop {\n        b1 from b0 b1:\n    }\n    b2:\n}\n");
    CHECK_FALSE(endless->entry->body.last_block()->is_reached);
}

TEST_CASE("a loop up to what was loaded has a length that depends on data") {
    const auto known = counting_to("%2");
    CHECK_FALSE(length_depends_on_data(analyse_loop(loop_of(*known))));
    const auto loaded = counting_to("%4");
    const LoopInfo info = analyse_loop(loop_of(*loaded));
    CHECK(length_depends_on_data(info));
    CHECK(depends_on_data(*info.terminators[0].branch->condition.ssa));
}

TEST_CASE("an if that reads memory stays a branch where its condition depends on data") {
    const auto branching_on = [](const std::string& condition) {
        const auto shader = parsed("shader fragment\nfunction \"main\" entry {\n    b0:\n"
                                   "        %0:32 = const 0\n        %1:32 = load_draw_id\n"
                                   "        %2:1 = ieq %1, %0\n        %3:1 = ieq %0, %0\n    if " +
                                   condition + R"( {
        b1 from b0:
            %4:32 = load_ssbo %0, %0 {align_mul=4}
            %5:32 = iadd %4, %4
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
}
)");
        return stays_a_branch(*shader->entry->body.first->next->as<IfNode>());
    };
    CHECK(branching_on("%2"));
    CHECK_FALSE(branching_on("%3"));
}
