#include <jacquard/passes/copy_propagation_variables.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kGlobal = "decl_var shader_temp float32x2 \"g\"\n";
const char* const kGlobals = "decl_var shader_temp float32x2 \"g\"\n"
                             "decl_var mem_shared int32 \"s\"\n";

} // namespace

TEST_CASE("a load reads what was stored, component by component") {
    CHECK(after(copy_propagation_variables, R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32x2 = const 3.0, 4.0
        %2:32 = deref_var "g"
        store_deref %2, %0 {write_mask=xy}
        store_deref %2, %1 {write_mask=y}
        %3:32x2 = load_deref %2
        %4:32x2 = load_var "g"
        %5:32x2 = fadd %3, %4
)",
                kGlobal) == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32x2 = const 3.0, 4.0
        %2:32 = deref_var "g"
        store_deref %2, %0 {write_mask=xy}
        store_deref %2, %1 {write_mask=y}
        %3:32x2 = vec2 %0.x, %1.y
        %4:32x2 = vec2 %0.x, %1.y
        %5:32x2 = fadd %3, %4
)");
}

TEST_CASE("a store of what is there goes") {
    CHECK(after(copy_propagation_variables, R"(
    b0:
        %0:32x2 = load_var "g"
        store_var "g", %0
        %1:32x2 = fneg %0
        store_var "g", %1
)",
                kGlobal) == R"(
    b0:
        %0:32x2 = load_var "g"
        %1:32x2 = fneg %0
        store_var "g", %1
)");
}

TEST_CASE("what an if writes is not known behind it, the rest is") {
    CHECK(after(copy_propagation_variables, R"(
    decl_var function_temp int32[2] "a"
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = deref_var "a"
        %3:32 = deref_array %2[%0]
        %4:32 = deref_array %2[%1]
        store_deref %3, %0 {write_mask=x}
        store_deref %4, %1 {write_mask=x}
        %5:1 = const true
    if %5 {
        b1 from b0:
            %6:32 = load_deref %3
            store_deref %3, %1 {write_mask=x}
            %7:32 = load_deref %3
            %8:32 = iadd %6, %7
    } else {
        b2 from b0:
            %9:32 = load_deref %3
            %10:32 = ineg %9
    }
    b3 from b1 b2:
        %11:32 = load_deref %3
        %12:32 = load_deref %4
        %13:32 = iadd %11, %12
)") == R"(
    decl_var function_temp int32[2] "a"
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32 = deref_var "a"
        %3:32 = deref_array %2[%0]
        %4:32 = deref_array %2[%1]
        store_deref %3, %0 {write_mask=x}
        store_deref %4, %1 {write_mask=x}
        %5:1 = const true
    if %5 {
        b1 from b0:
            store_deref %3, %1 {write_mask=x}
            %6:32 = iadd %0, %1
    } else {
        b2 from b0:
            %7:32 = ineg %0
    }
    b3 from b1 b2:
        %8:32 = load_deref %3
        %9:32 = iadd %8, %1
)");
}

TEST_CASE("what a loop writes is not known within or behind it") {
    CHECK(after(copy_propagation_variables, R"(
    decl_var function_temp int32 "i"
    decl_var function_temp int32 "n"
    b0:
        %0:32 = const 0
        %1:32 = const 10
        store_var "i", %0
        store_var "n", %1
    loop {
        b1 from b0 b4:
            %2:32 = load_var "i"
            %3:32 = load_var "n"
            %4:1 = ige %2, %3
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:32 = iadd %2, %3
            store_var "i", %5
    }
    b5 from b2:
        %6:32 = load_var "i"
        %7:32 = load_var "n"
        %8:32 = iadd %6, %7
)",
                kGlobal) == R"(
    decl_var function_temp int32 "i"
    decl_var function_temp int32 "n"
    b0:
        %0:32 = const 0
        %1:32 = const 10
        store_var "i", %0
        store_var "n", %1
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
        %6:32 = iadd %5, %1
)");
}

TEST_CASE("a store by index forgets what it might write") {
    CHECK(after(copy_propagation_variables, R"(
    decl_var function_temp int32[2] "a"
    decl_var function_temp int32[2] "b"
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = deref_var "a"
        %3:32 = deref_array %2[%0]
        %4:32 = deref_array %2[%1]
        %5:32 = deref_var "b"
        %6:32 = deref_array %5[%0]
        store_deref %3, %0 {write_mask=x}
        store_deref %6, %0 {write_mask=x}
        store_deref %4, %1 {write_mask=x}
        %7:32 = load_deref %3
        %8:32 = load_deref %6
        %9:32 = iadd %7, %8
)") == R"(
    decl_var function_temp int32[2] "a"
    decl_var function_temp int32[2] "b"
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = deref_var "a"
        %3:32 = deref_array %2[%0]
        %4:32 = deref_array %2[%1]
        %5:32 = deref_var "b"
        %6:32 = deref_array %5[%0]
        store_deref %3, %0 {write_mask=x}
        store_deref %6, %0 {write_mask=x}
        store_deref %4, %1 {write_mask=x}
        %7:32 = load_deref %3
        %8:32 = iadd %7, %0
)");
}

TEST_CASE("a copy carries what is known") {
    CHECK(after(copy_propagation_variables, R"(
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
        store_var "a", %0
        copy_var "b", "a"
        %1:32x2 = ineg %0
)");
}

TEST_CASE("a barrier forgets what it orders") {
    CHECK(after(copy_propagation_variables, R"(
    b0:
        %0:32 = const 1
        %1:32x2 = const 1.0, 2.0
        store_var "s", %0
        store_var "g", %1
        barrier {memory_modes=mem_shared}
        %2:32 = load_var "s"
        %3:32x2 = load_var "g"
        %4:32 = ineg %2
        %5:32x2 = fneg %3
)",
                kGlobals) == R"(
    b0:
        %0:32 = const 1
        %1:32x2 = const 1.0, 2.0
        store_var "s", %0
        store_var "g", %1
        barrier {memory_modes=mem_shared}
        %2:32 = load_var "s"
        %3:32 = ineg %2
        %4:32x2 = fneg %1
)");
}
