#include <jacquard/passes/assign_io_locations.h>
#include <jacquard/passes/lower_io.h>
#include <jacquard/passes/lower_io_to_scalar.h>
#include <jacquard/passes/lower_io_to_temporaries.h>
#include <jacquard/passes/lower_variables_to_derefs.h>
#include <jacquard/passes/vectorise_io.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kVariables =
    "decl_var shader_in float32x4[3] \"array\" {driver_location=2, semantic=generic 4}\n"
    "decl_var shader_in float32x2 \"smooth\" {driver_location=5, component=1, "
    "interpolation=smooth, place=centroid}\n"
    "decl_var shader_in float64x3 \"wide\" {driver_location=6, interpolation=flat}\n"
    "decl_var shader_out float32x3 \"color\" {driver_location=1, component=1, semantic=color 0}\n"
    "decl_var uniform int32x2 \"u\" {driver_location=7}\n"
    "decl_var uniform bool1 \"b\" {driver_location=8}\n";
const char* const kLocations =
    "decl_var shader_in float32x4 \"b\" {location=5}\n"
    "decl_var shader_in float32x2[2] \"a\" {location=1, interpolation=flat}\n"
    "decl_var shader_in float32 \"c\" {location=5, component=3}\n"
    "decl_var shader_out float32x2 \"o\" {component=1, semantic=color 1}\n"
    "decl_var uniform int32[3] \"u\"\n"
    "decl_var uniform int32 \"v\"\n";
const char* const kInAndOut = "decl_var shader_in float32x4 \"i\"\n"
                              "decl_var shader_out float32x4 \"o\"\n";

} // namespace

TEST_CASE("inputs are loaded by slot and component") {
    CHECK(after([](Shader& shader) { lower_io(shader); }, R"(
    b0:
        %0:32 = const 1
        %1:32 = load_primitive_id
        %2:32 = deref_var "array"
        %3:32 = deref_array %2[%0]
        %4:32x4 = load_deref %3
        %5:32 = deref_array %2[%1]
        %6:32x4 = load_deref %5
        %7:32 = deref_var "smooth"
        %8:32x2 = load_deref %7
        %9:32 = deref_var "wide"
        %10:64x3 = load_deref %9
)",
                kVariables) == R"(
    b0:
        %0:32 = const 1
        %1:32 = load_primitive_id
        %2:32 = const 1
        %3:32x4 = load_input %2 {base=2, range=3, dest_type=float32, io_semantics=generic 4 3}
        %4:32x4 = load_input %1 {base=2, range=3, dest_type=float32, io_semantics=generic 4 3}
        %5:32 = const 0
        %6:32x2 = load_barycentric_centroid {interp_mode=smooth}
        %7:32x2 = load_interpolated_input %6, %5 {base=5, component=1, dest_type=float32, io_semantics=generic 0 1}
        %8:32 = const 0
        %9:64x2 = load_input %8 {base=6, range=2, dest_type=float64, io_semantics=generic 0 2}
        %10:32 = const 1
        %11:64 = load_input %10 {base=6, range=2, dest_type=float64, io_semantics=generic 0 2}
        %12:64x3 = vec3 %9.x, %9.y, %11
)");
}

TEST_CASE("inputs are interpolated where they are told to be") {
    CHECK(after([](Shader& shader) { lower_io(shader); }, R"(
    b0:
        %0:32x2 = const 0.25, 0.5
        %1:32 = const 1
        %2:32 = deref_var "smooth"
        %3:32x2 = interp_deref_at_offset %2, %0
        %4:32x2 = interp_deref_at_sample %2, %1
        %5:32x2 = interp_deref_at_centroid %2
        %6:32x2 = interp_deref_at_vertex %2, %1
)",
                kVariables) == R"(
    b0:
        %0:32x2 = const 0.25, 0.5
        %1:32 = const 1
        %2:32 = const 0
        %3:32x2 = load_barycentric_at_offset %0 {interp_mode=smooth}
        %4:32x2 = load_interpolated_input %3, %2 {base=5, component=1, dest_type=float32, io_semantics=generic 0 1}
        %5:32 = const 0
        %6:32x2 = load_barycentric_at_sample %1 {interp_mode=smooth}
        %7:32x2 = load_interpolated_input %6, %5 {base=5, component=1, dest_type=float32, io_semantics=generic 0 1}
        %8:32 = const 0
        %9:32x2 = load_barycentric_centroid {interp_mode=smooth}
        %10:32x2 = load_interpolated_input %9, %8 {base=5, component=1, dest_type=float32, io_semantics=generic 0 1}
        %11:32 = const 0
        %12:32x2 = load_input_vertex %1, %11 {base=5, component=1, dest_type=float32, io_semantics=generic 0 1}
)");
}

TEST_CASE("without barycentric coordinates every input is loaded alike") {
    CHECK(after([](Shader& shader) { lower_io(shader, {.use_barycentrics = false}); }, R"(
    b0:
        %0:32 = deref_var "smooth"
        %1:32x2 = load_deref %0
)",
                kVariables) == R"(
    b0:
        %0:32 = const 0
        %1:32x2 = load_input %0 {base=5, range=1, component=1, dest_type=float32, io_semantics=generic 0 1}
)");
}

TEST_CASE("outputs are stored and uniforms loaded by slot") {
    CHECK(after([](Shader& shader) { lower_io(shader); }, R"(
    b0:
        %0:32x3 = const 1.0, 2.0, 3.0
        %1:32 = deref_var "color"
        store_deref %1, %0 {write_mask=xz}
        %2:32x3 = load_deref %1
        %3:32 = deref_var "u"
        %4:32x2 = load_deref %3
        %5:32 = deref_var "b"
        %6:1 = load_deref %5
)",
                kVariables) == R"(
    b0:
        %0:32x3 = const 1.0, 2.0, 3.0
        %1:32 = const 0
        store_output %0, %1 {base=1, range=1, write_mask=xz, component=1, src_type=float32, io_semantics=color 0 1}
        %2:32 = const 0
        %3:32x3 = load_output %2 {base=1, range=1, component=1, dest_type=float32, io_semantics=color 0 1}
        %4:32 = const 0
        %5:32x2 = load_uniform %4 {base=7, range=1, dest_type=int32}
        %6:32 = const 0
        %7:32 = load_uniform %6 {base=8, range=1, dest_type=uint32}
        %8:32 = const 0
        %9:1 = ine %7, %8
)");
}

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

TEST_CASE("the entry works on copies of inputs and outputs") {
    CHECK(after([](Shader& shader) { lower_io_to_temporaries(shader); }, R"(
    b0:
        %0:1 = const true
        %1:32 = deref_var "i"
        %2:32x4 = load_deref %1
        %3:32 = deref_var "o"
        store_deref %3, %2 {write_mask=xyzw}
    if %0 {
        b1 from b0:
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        store_deref %3, %2 {write_mask=x}
)",
                kInAndOut) == R"(
    b0:
        %0:32 = deref_var "i@copy"
        %1:32 = deref_var "i"
        copy_deref %0, %1
        %2:1 = const true
        %3:32 = deref_var "i@copy"
        %4:32x4 = load_deref %3
        %5:32 = deref_var "o@copy"
        store_deref %5, %4 {write_mask=xyzw}
    if %2 {
        b1 from b0:
            %6:32 = deref_var "o"
            %7:32 = deref_var "o@copy"
            copy_deref %6, %7
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        store_deref %5, %4 {write_mask=x}
        %8:32 = deref_var "o"
        %9:32 = deref_var "o@copy"
        copy_deref %8, %9
)");
}

TEST_CASE("inputs and outputs are accessed one component at a time") {
    CHECK(after([](Shader& shader) { lower_io_to_scalar(shader); }, R"(
    b0:
        %0:32 = const 0
        %1:32x3 = load_input %0 {base=1, component=1, io_semantics=generic 2 1}
        store_output %1, %0 {base=2, write_mask=xz}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {base=1, component=1, io_semantics=generic 2 1}
        %2:32 = load_input %0 {base=1, component=2, io_semantics=generic 2 1}
        %3:32 = load_input %0 {base=1, component=3, io_semantics=generic 2 1}
        %4:32x3 = vec3 %1, %2, %3
        %5:32 = mov %4.x
        store_output %5, %0 {base=2, write_mask=x}
        %6:32 = mov %4.z
        store_output %6, %0 {base=2, write_mask=x, component=2}
)");
}

TEST_CASE("accesses to components of one slot are joined") {
    CHECK(after(vectorise_io, R"(
    b0:
        %0:32 = const 0
        %1:32 = const 0
        %2:32 = load_input %0 {base=1}
        %3:32 = load_input %0 {base=2}
        %4:32 = load_input %1 {base=1, component=2}
        store_output %2, %0 {base=1, write_mask=x, component=3}
        store_output %3, %0 {base=2, write_mask=x}
        store_output %4, %0 {base=1, write_mask=x, component=1}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 0
        %2:32x3 = load_input %0 {base=1}
        %3:32 = mov %2.x
        %4:32 = load_input %0 {base=2}
        %5:32 = mov %2.z
        store_output %4, %0 {base=2, write_mask=x}
        %6:32 = undef
        %7:32x3 = vec3 %5, %6, %3
        store_output %7, %0 {base=1, write_mask=xz, component=1}
)");
}

TEST_CASE("a store that ends a vertex keeps outputs in front") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        store_output %0, %0 {write_mask=x}
        emit_vertex
        store_output %0, %0 {write_mask=x, component=1}
)";
    CHECK(after(vectorise_io, body) == body);
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

TEST_CASE("a copy of an output begins with what the output would") {
    CHECK(after([](Shader& shader) { lower_io_to_temporaries(shader); }, R"(
    b0:
        %0:32 = const 5
        store_var "o", %0
)",
                "decl_var shader_out int32 \"o\" {initializer=[7]}\n") == R"(
    b0:
        %0:32 = const 5
        store_var "o@copy", %0
        %1:32 = deref_var "o"
        %2:32 = deref_var "o@copy"
        copy_deref %1, %2
)");
}
