#include "catch.h"
#include "differential/reduce_run.h"

#include <vector>

using namespace jacquard;
using namespace jacquard::driver;
using fuzz::reduce_run;

TEST_CASE("a run is reduced to the words that matter") {
    CaseRun run;
    run.inputs.resize(3);
    for (LaneVectors& input : run.inputs) {
        input.fill({5, 6, 7, 8});
    }
    run.constants = {{{1, 2, 3, 4}, {5, 6, 7, 8}}, {{9, 9, 9, 9}}};
    run.system_values.push_back({"VERTEXID", {3, 4, 5, 6}});
    run.has_facing = true;
    const CaseRun reduced = reduce_run(run, [](const CaseRun& candidate) {
        return candidate.inputs.size() > 1 && candidate.inputs[1][2][3] == 8 &&
               !candidate.constants.empty() && !candidate.constants[0].empty() &&
               candidate.constants[0][0][1] != 0;
    });
    REQUIRE(reduced.inputs.size() == 2);
    CHECK(reduced.inputs[0] == LaneVectors{});
    CHECK(reduced.inputs[1][0] == Vector4{});
    CHECK(reduced.inputs[1][2] == Vector4{0, 0, 0, 8});
    REQUIRE(reduced.constants.size() == 1);
    REQUIRE(reduced.constants[0].size() == 1);
    CHECK(reduced.constants[0][0] == Vector4{0, 1, 0, 0});
    CHECK(reduced.system_values.empty());
    CHECK_FALSE(reduced.has_facing);
}

TEST_CASE("memory is reduced to the vectors and words that matter") {
    CaseRun run;
    run.memories.push_back(
        {nir::MemorySpace::ssbo, {{{{1, 2, 3, 4}}}, {{{5, 6, 7, 8}}, {{9, 9, 9, 9}}}}});
    run.memories.push_back({nir::MemorySpace::shared, {{{{1, 2, 3, 4}}}}});
    const CaseRun reduced = reduce_run(run, [](const CaseRun& candidate) {
        return !candidate.memories.empty() && candidate.memories[0].buffers.size() == 2 &&
               !candidate.memories[0].buffers[1].empty() &&
               candidate.memories[0].buffers[1][0][2] != 0;
    });
    REQUIRE(reduced.memories.size() == 1);
    REQUIRE(reduced.memories[0].buffers.size() == 2);
    CHECK(reduced.memories[0].buffers[0].empty());
    CHECK(reduced.memories[0].buffers[1] == std::vector<Vector4>{{0, 0, 1, 0}});
}
