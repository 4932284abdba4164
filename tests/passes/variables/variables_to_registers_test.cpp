#include <jacquard/passes/variables_to_registers.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

TEST_CASE("an array of vectors becomes an array of registers") {
    CHECK(after(variables_to_registers, R"(
    decl_var function_temp float32x2[3][4] "a"
    decl_var function_temp float32x2 "v"
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:32x2 = load_var "v"
        %3:32 = deref_var "a"
        %4:32 = deref_array %3[%0]
        %5:32 = deref_array %4[%1]
        store_deref %5, %2 {write_mask=y}
        %6:32 = deref_array %3[%1]
        %7:32 = deref_array %6[%1]
        %8:32x2 = load_deref %7
        store_var "v", %8
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=2, num_array_elems=12, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=2, bit_size=32, divergent=true}
        %2:32 = load_vertex_id
        %3:32 = const 2
        %4:32x2 = load_reg %1
        %5:32 = const 4
        %6:32 = imul %2, %5
        store_reg_indirect %4, %0, %6 {base=2, write_mask=y}
        %7:32x2 = load_reg %0 {base=10}
        store_reg %7, %1 {write_mask=xy}
)");
}

TEST_CASE("components of vectors are picked and put in") {
    CHECK(after(variables_to_registers, R"(
    decl_var function_temp int32x2 "v"
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 1
        %2:32 = deref_var "v"
        %3:32 = deref_array %2[%1]
        store_deref %3, %0 {write_mask=x}
        %4:32 = deref_array %2[%0]
        store_deref %4, %0 {write_mask=x}
        %5:32 = load_deref %4
        %6:32 = load_deref %3
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32, divergent=true}
        %1:32 = load_vertex_id
        %2:32 = const 1
        %3:32x2 = mov %1.xx
        store_reg %3, %0 {write_mask=y}
        %4:32x2 = load_reg %0
        %5:32 = const 0
        %6:1 = ieq %1, %5
        %7:32 = bcsel %6, %1, %4.x
        %8:32 = const 1
        %9:1 = ieq %1, %8
        %10:32 = bcsel %9, %1, %4.y
        %11:32x2 = vec2 %7, %10
        store_reg %11, %0 {write_mask=xy}
        %12:32x2 = load_reg %0
        %13:32 = mov %12.y
        %14:32 = const 0
        %15:1 = ieq %1, %14
        %16:32 = bcsel %15, %12.x, %13
        %17:32x2 = load_reg %0
        %18:32 = mov %17.y
)");
}
