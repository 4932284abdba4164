// Inputs of fragments at other places than their own, whose values follow from the quad.

#include "catch.h"
#include "contains.h"
#include "tool_runner.h"

#include <string>

using namespace jacquard::driver;

namespace {

constexpr const char* kShader = R"(shader fragment
input generic 0 smooth mask x
input generic 1 noperspective mask x
output color 0 mask xyzw

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = const 0.25, -0.5
        %2:32x2 = load_barycentric_at_offset %1 {interp_mode=smooth}
        %3:32 = load_interpolated_input %2, %0 {dest_type=float32, io_semantics=generic 0 1}
        %4:32x2 = load_barycentric_at_offset %1 {interp_mode=noperspective}
        %5:32 = load_interpolated_input %4, %0 {base=1, dest_type=float32, io_semantics=generic 1 1}
        %6:32x2 = load_barycentric_at_sample %0 {interp_mode=smooth}
        %7:32 = load_interpolated_input %6, %0 {dest_type=float32, io_semantics=generic 0 1}
        %8:32x2 = load_barycentric_centroid {interp_mode=smooth}
        %9:32 = load_interpolated_input %8, %0 {dest_type=float32, io_semantics=generic 0 1}
        %10:32x4 = vec4 %3, %5, %7, %9
        store_output %10, %0 {range=1, write_mask=xyzw, src_type=float32, io_semantics=color 0 1}
}
)";

// The first input is 1 + 2 x + 4 y, the second 8 - 4 x + 2 y.
constexpr const char* kCase = R"(shader a.nir
run
IN 0 lane 0 3f800000 0 0 0
IN 0 lane 1 40400000 0 0 0
IN 0 lane 2 40a00000 0 0 0
IN 0 lane 3 40e00000 0 0 0
IN 1 lane 0 41000000 0 0 0
IN 1 lane 1 40800000 0 0 0
IN 1 lane 2 41200000 0 0 0
IN 1 lane 3 40c00000 0 0 0
)";

// At (0.25, -0.5) from the middle the first is 1.5 less and the second 2 less.
constexpr const char* kOutputs = "OUT 0 COLOR 0 lane 0 bf000000 40c00000 3f800000 3f800000\n"
                                 "OUT 0 COLOR 0 lane 1 3fc00000 40000000 40400000 40400000\n"
                                 "OUT 0 COLOR 0 lane 2 40600000 41000000 40a00000 40a00000\n"
                                 "OUT 0 COLOR 0 lane 3 40b00000 40800000 40e00000 40e00000\n";

} // namespace

TEST_CASE("an input at an offset follows from its values in the quad, on both engines") {
    const TemporaryFolder folder("interpolation");
    folder.write("a.nir", kShader);
    folder.write("a.case", kCase);
    const std::string shader = folder / "a.nir";
    const std::string cases = folder / "a.case";
    for (const std::string engine : {"nir", "330", "430", "530", "630", "730", "830"}) {
        INFO(engine);
        const char* option = engine == "nir" ? "--engine" : "--gpu";
        const Answer answer = run_tool({"run", shader, "--case", cases, option, engine});
        CHECK(answer.err.empty());
        CHECK(answer.out == std::string("run\nMASK f\n") + kOutputs);
    }
}
