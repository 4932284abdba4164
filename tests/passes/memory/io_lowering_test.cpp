#include <jacquard/generated/passes/assign_io_locations.h>
#include <jacquard/generated/passes/lower_io.h>
#include <jacquard/generated/passes/lower_variables_to_derefs.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kLocations =
    "decl_var shader_in float32x4 \"b\" {location=5}\n"
    "decl_var shader_in float32x2[2] \"a\" {location=1, interpolation=flat}\n"
    "decl_var shader_in float32 \"c\" {location=5, component=3}\n"
    "decl_var shader_out float32x2 \"o\" {component=1, semantic=color 1}\n"
    "decl_var uniform int32[3] \"u\"\n"
    "decl_var uniform int32 \"v\"\n";

} // namespace

TEST_CASE("variables get slots in the order of their locations") {
    CHECK(after(
              [](Shader& shader) {
                  assign_io_locations(shader);
                  lower_io(shader, {.use_barycentrics = false});
              },
              R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "b"
        %2:32x4 = load_deref %1
        %3:32 = deref_var "a"
        %4:32 = deref_array %3[%0]
        %5:32x2 = load_deref %4
        %6:32 = deref_var "c"
        %7:32 = load_deref %6
        %8:32 = deref_var "o"
        store_deref %8, %5 {write_mask=xy}
        %9:32 = deref_var "v"
        %10:32 = load_deref %9
)",
              kLocations) == R"(
    b0:
        %0:32 = const 1
        %1:32 = const 0
        %2:32x4 = load_input %1 {base=2, range=1, dest_type=float32, io_semantics=generic 0 1}
        %3:32 = const 1
        %4:32x2 = load_input %3 {range=2, dest_type=float32, io_semantics=generic 0 2}
        %5:32 = const 0
        %6:32 = load_input %5 {base=2, range=1, component=3, dest_type=float32, io_semantics=generic 0 1}
        %7:32 = const 0
        store_output %4, %7 {range=1, write_mask=xy, component=1, src_type=float32, io_semantics=color 1 1}
        %8:32 = const 0
        %9:32 = load_uniform %8 {base=3, range=1, dest_type=int32}
)");
}

TEST_CASE("uniforms are loaded from the start of their slot") {
    CHECK(after(
              [](Shader& shader) {
                  lower_variables_to_derefs(shader);
                  lower_io(shader);
              },
              R"(
    b0:
        %0:32x2 = load_var "u"
        %1:32x2 = fadd %0, %0
)",
              "decl_var uniform float32x2 \"u\" {driver_location=3, component=1}\n") == R"(
    b0:
        %0:32 = const 0
        %1:32x3 = load_uniform %0 {base=3, range=1, dest_type=float32}
        %2:32x2 = vec2 %1.y, %1.z
        %3:32x2 = fadd %2, %2
)");
}
