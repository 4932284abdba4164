#include <jacquard/passes/lower_array_derefs_of_vectors.h>
#include <jacquard/passes/optimise_derefs.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kShared = "decl_var mem_shared int32[8] \"s\"\n";
const char* const kVariables = "decl_var shader_out float32x3 \"o\"\n"
                               "decl_var mem_shared float32x2 \"m\"\n";

} // namespace

TEST_CASE("casts to what is there already go") {
    CHECK(after(optimise_derefs, R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "s"
        %2:32 = deref_cast %1 {type=int32[8], modes=mem_shared}
        %3:32 = deref_array %2[%0]
        %4:32 = deref_cast %3 {type=float32, modes=mem_shared}
        %5:32 = deref_cast %4 {type=int32, modes=mem_shared|mem_global}
        %6:32 = load_deref %5
)",
                kShared) == R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "s"
        %2:32 = deref_array %1[%0]
        %3:32 = load_deref %2
)");
}

TEST_CASE("steps from an element lead to another element") {
    CHECK(after(optimise_derefs, R"(
    b0:
        %0:32 = const 1
        %1:32 = load_vertex_id
        %2:32 = const 0
        %3:32 = deref_var "s"
        %4:32 = deref_array %3[%0]
        %5:32 = deref_ptr_as_array %4[%1]
        %6:32 = deref_ptr_as_array %5[%0]
        %7:32 = load_deref %6
        %8:32 = deref_ptr_as_array %4[%2]
        %9:32 = load_deref %8
)",
                kShared) == R"(
    b0:
        %0:32 = const 1
        %1:32 = load_vertex_id
        %2:32 = const 0
        %3:32 = deref_var "s"
        %4:32 = deref_array %3[%0]
        %5:32 = iadd %0, %1
        %6:32 = iadd %5, %0
        %7:32 = deref_array %3[%6]
        %8:32 = load_deref %7
        %9:32 = load_deref %4
)");
}

TEST_CASE("a component is loaded with its vector and stored under a mask") {
    CHECK(after(lower_array_derefs_of_vectors, R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "o"
        %2:32 = deref_array %1[%0]
        %3:32 = load_deref %2
        store_deref %2, %3 {write_mask=x}
        %4:32 = deref_var "m"
        %5:32 = deref_array %4[%0]
        store_deref %5, %3 {write_mask=x}
)",
                kVariables) == R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "o"
        %2:32x3 = load_deref %1
        %3:32 = mov %2.y
        %4:32x3 = mov %3.xxx
        store_deref %1, %4 {write_mask=y}
        %5:32 = deref_var "m"
        %6:32x2 = mov %3.xx
        store_deref %5, %6 {write_mask=y}
)");
}

TEST_CASE("a component chosen by a value is selected; memory that others see is left") {
    CHECK(after(lower_array_derefs_of_vectors, R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "o"
        %2:32 = deref_array %1[%0]
        %3:32 = load_deref %2
        store_deref %2, %3 {write_mask=x}
        %4:32 = deref_var "m"
        %5:32 = deref_array %4[%0]
        store_deref %5, %3 {write_mask=x}
)",
                kVariables) == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "o"
        %2:32x3 = load_deref %1
        %3:32 = mov %2.z
        %4:32 = const 1
        %5:1 = ieq %0, %4
        %6:32 = bcsel %5, %2.y, %3
        %7:32 = const 0
        %8:1 = ieq %0, %7
        %9:32 = bcsel %8, %2.x, %6
        %10:32x3 = load_deref %1
        %11:32 = const 0
        %12:1 = ieq %0, %11
        %13:32 = bcsel %12, %9, %10.x
        %14:32 = const 1
        %15:1 = ieq %0, %14
        %16:32 = bcsel %15, %9, %10.y
        %17:32 = const 2
        %18:1 = ieq %0, %17
        %19:32 = bcsel %18, %9, %10.z
        %20:32x3 = vec3 %13, %16, %19
        store_deref %1, %20 {write_mask=xyz}
        %21:32 = deref_var "m"
        %22:32 = deref_array %21[%0]
        store_deref %22, %9 {write_mask=x}
)");
}

TEST_CASE("whether a pointer is into some memory is answered where all that it may mean agrees") {
    CHECK(after(optimise_derefs, R"(
    b0:
        %0:32 = deref_var "s"
        %1:1 = deref_mode_is %0 {memory_modes=mem_shared|mem_global}
        %2:1 = deref_mode_is %0 {memory_modes=mem_global}
        %3:32 = load_vertex_id
        %4:32 = deref_cast %3 {type=int32, modes=mem_shared|mem_global}
        %5:32 = deref_mode_is %4 {memory_modes=mem_shared}
        %6:32 = deref_mode_is %4 {memory_modes=mem_ssbo}
        %7:32 = deref_cast %0 {type=int32, modes=mem_shared|mem_global}
        %8:1 = deref_mode_is %7 {memory_modes=mem_shared}
)",
                kShared) == R"(
    b0:
        %0:1 = const true
        %1:1 = const false
        %2:32 = load_vertex_id
        %3:32 = deref_cast %2 {type=int32, modes=mem_shared|mem_global}
        %4:32 = deref_mode_is %3 {memory_modes=mem_shared}
        %5:32 = const 0
        %6:1 = const true
)");
}
