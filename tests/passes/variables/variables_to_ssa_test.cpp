#include <jacquard/passes/lower_variables_to_derefs.h>
#include <jacquard/passes/variables_to_ssa.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kStructure = "struct \"S\" {a: float32x2, b: int32[2]}\n";

} // namespace

TEST_CASE("structures, arrays and matrices become values") {
    CHECK(after(variables_to_ssa, R"(
    decl_var function_temp struct "S"[2] "a"
    decl_var function_temp float32x2x2 "m"
    b0:
        %0:32 = deref_var "a"
        %1:32 = const 1
        %2:32 = deref_array %0[%1]
        %3:32 = deref_struct %2.a
        %4:32 = deref_struct %2.b
        %5:32 = deref_array %4[%1]
        store_deref %5, %1 {write_mask=x}
        %6:32x2 = const 2.0, 3.0
        store_deref %3, %6 {write_mask=y}
        %7:32 = deref_var "m"
        %8:32 = deref_array %7[%1]
        store_deref %8, %6 {write_mask=xy}
        %9:32x2 = load_deref %3
        %10:32 = load_deref %5
        %11:32 = deref_array %8[%1]
        %12:32 = load_deref %11
        %13:32x4 = vec4 %9.x, %9.y, %10, %12
        store_output %13, %1 {write_mask=xyzw}
)",
                kStructure) == R"(
    b0:
        %0:32 = undef
        %1:32 = const 1
        %2:32x2 = const 2.0, 3.0
        %3:32x2 = vec2 %0, %2.y
        %4:32 = mov %2.y
        %5:32x4 = vec4 %3.x, %3.y, %1, %4
        store_output %5, %1 {write_mask=xyzw}
)");
}

TEST_CASE("ways that store differently meet in a phi of what differs") {
    CHECK(after(variables_to_ssa, R"(
    decl_var function_temp float32x2 "v"
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = deref_var "v"
        store_deref %1, %0 {write_mask=xy}
        %2:1 = const true
    if %2 {
        b1 from b0:
            %3:32x2 = const 3.0, 4.0
            store_deref %1, %3 {write_mask=y}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %4:32x2 = load_deref %1
        %5:32x2 = fneg %4
)") == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32x2 = const 3.0, 4.0
            %3:32 = mov %2.y
    } else {
        b2 from b0:
            %4:32 = mov %0.y
    }
    b3 from b1 b2:
        %5:32 = phi b1: %3, b2: %4
        %6:32x2 = vec2 %0.x, %5
        %7:32x2 = fneg %6
)");
}

TEST_CASE("variables are carried round loops by phis") {
    CHECK(after(variables_to_ssa, R"(
    decl_var function_temp int32 "i"
    b0:
        %0:32 = const 0
        %1:32 = const 10
        store_var "i", %0
    loop {
        b1 from b0 b4:
            %2:32 = load_var "i"
            %3:1 = ige %2, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = iadd %2, %1
            store_var "i", %4
    }
    b5 from b2:
        %5:32 = load_var "i"
        %6:32 = ineg %5
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 10
    loop {
        b1 from b0 b4:
            %2:32 = phi b0: %0, b4: %4
            %3:1 = ige %2, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = iadd %2, %1
    }
    b5 from b2:
        %5:32 = ineg %2
)");
}

TEST_CASE("an element that is not there reads as undefined and keeps nothing") {
    CHECK(after(variables_to_ssa, R"(
    decl_var function_temp int32[2] "a"
    b0:
        %0:32 = const 7
        %1:32 = deref_var "a"
        %2:32 = deref_array %1[%0]
        store_deref %2, %0 {write_mask=x}
        %3:32 = load_deref %2
        %4:32 = ineg %3
)") == R"(
    b0:
        %0:32 = const 7
        %1:32 = undef
        %2:32 = ineg %1
)");
}

TEST_CASE("variables that are indexed, initialized, volatile or passed on stay") {
    const std::string body = R"(
    decl_var function_temp int32[2] "indexed"
    decl_var function_temp int32 "initialized" {initializer=[1]}
    decl_var function_temp int32 "volatile"
    decl_var function_temp int32 "atomic"
    decl_var function_temp int32 "copied"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "indexed"
        %2:32 = deref_array %1[%0]
        store_deref %2, %0 {write_mask=x}
        %3:32 = deref_var "initialized"
        %4:32 = load_deref %3
        %5:32 = deref_var "volatile"
        %6:32 = load_deref %5 {access=volatile}
        %7:32 = deref_var "atomic"
        %8:32 = deref_atomic %7, %0
        %9:32 = deref_var "copied"
        copy_deref %9, %3
)";
    CHECK(after(variables_to_ssa, body) == body);
}

TEST_CASE("accesses by name become accesses by dereference") {
    CHECK(after(lower_variables_to_derefs, R"(
    decl_var function_temp int32x2 "a"
    decl_var function_temp int32x2 "b"
    b0:
        %0:32x2 = const 1, 2
        store_var "a", %0
        copy_var "b", "a"
        %1:32x2 = load_var "b"
        %2:32x2 = ineg %1
)") == R"(
    decl_var function_temp int32x2 "a"
    decl_var function_temp int32x2 "b"
    b0:
        %0:32x2 = const 1, 2
        %1:32 = deref_var "a"
        store_deref %1, %0 {write_mask=xy}
        %2:32 = deref_var "b"
        %3:32 = deref_var "a"
        copy_deref %2, %3
        %4:32 = deref_var "b"
        %5:32x2 = load_deref %4
        %6:32x2 = ineg %5
)");
}
