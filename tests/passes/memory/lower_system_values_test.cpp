#include <jacquard/passes/lower_system_values.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kVariables = "decl_var system_value uint32x3 \"group\" {semantic=block_id 0}\n"
                               "decl_var system_value uint32x2 \"two\" {semantic=thread_id 0}\n"
                               "decl_var system_value bool1 \"face\" {semantic=face 0}\n"
                               "decl_var system_value float32[4] \"outer\" {semantic=tessouter 0}\n"
                               "decl_var system_value uint32x4 \"long\" {semantic=block_id 0}\n"
                               "decl_var system_value uint32 \"none\" {semantic=viewport_mask 0}\n";

} // namespace

TEST_CASE("variables of system values are loaded by intrinsics") {
    CHECK(after([](Shader& shader) { lower_system_values(shader); }, R"(
    b0:
        %0:32 = const 1
        %1:32x3 = load_var "group"
        %2:32 = deref_var "two"
        %3:32x2 = load_deref %2
        %4:32 = deref_array %2[%0]
        %5:32 = load_deref %4
        %6:1 = load_var "face"
        %7:32 = deref_var "outer"
        %8:32 = deref_array %7[%0]
        %9:32 = load_deref %8
)",
                kVariables) == R"(
    b0:
        %0:32 = const 1
        %1:32x3 = load_workgroup_id
        %2:32x3 = load_local_invocation_id
        %3:32x2 = mov %2.xy
        %4:32x3 = load_local_invocation_id
        %5:32x2 = mov %4.xy
        %6:32 = mov %5.y
        %7:1 = load_front_face
        %8:32x4 = load_tess_level_outer
        %9:32 = mov %8.y
)");
}

TEST_CASE("what does not fit or is not known stays") {
    const std::string body = R"(
    b0:
        %0:32x4 = load_var "long"
        %1:32 = load_var "none"
)";
    CHECK(after([](Shader& shader) { lower_system_values(shader); }, body, kVariables) == body);
}

TEST_CASE("numbers of invocations are computed") {
    CHECK(after([](Shader& shader) { lower_system_values(shader, {.derive_compute = true}); }, R"(
    b0:
        %0:32x3 = load_global_invocation_id
        %1:32 = load_local_invocation_index
        %2:64x3 = load_global_size
)") == R"(
    b0:
        %0:32x3 = load_workgroup_id
        %1:32x3 = load_workgroup_size
        %2:32x3 = load_local_invocation_id
        %3:32x3 = imul %0, %1
        %4:32x3 = iadd %3, %2
        %5:32x3 = load_local_invocation_id
        %6:32x3 = load_workgroup_size
        %7:32 = imul %5.z, %6.y
        %8:32 = iadd %7, %5.y
        %9:32 = imul %8, %6.x
        %10:32 = iadd %9, %5.x
        %11:32x3 = load_num_workgroups
        %12:64x3 = u2u64 %11
        %13:32x3 = load_workgroup_size
        %14:64x3 = u2u64 %13
        %15:64x3 = imul %12, %14
)");
}

TEST_CASE("the vertex number is computed from that without the base") {
    CHECK(after([](Shader& shader) { lower_system_values(shader, {.derive_vertex_id = true}); }, R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = ineg %0
)") == R"(
    b0:
        %0:32 = load_vertex_id_zero_base
        %1:32 = load_first_vertex
        %2:32 = iadd %0, %1
        %3:32 = ineg %2
)");
}
