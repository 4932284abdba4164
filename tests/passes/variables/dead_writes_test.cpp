#include <jacquard/passes/combine_stores.h>
#include <jacquard/passes/dead_writes.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kGlobals = "decl_var shader_temp float32x2 \"g\"\n"
                             "decl_var mem_shared float32 \"s\"\n";

} // namespace

TEST_CASE("a component that is stored again unread is not stored before") {
    CHECK(after(dead_writes, R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = deref_var "g"
        store_deref %1, %0 {write_mask=xy}
        store_deref %1, %0 {write_mask=x}
        %2:32x2 = load_deref %1
        store_var "g", %2
        store_var "g", %0
        %3:32 = const 0
        store_output %2, %3 {write_mask=xy}
        barrier {memory_modes=shader_temp}
)",
                kGlobals) == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = deref_var "g"
        store_deref %1, %0 {write_mask=y}
        store_deref %1, %0 {write_mask=x}
        %2:32x2 = load_deref %1
        store_var "g", %0
        %3:32 = const 0
        store_output %2, %3 {write_mask=xy}
        barrier {memory_modes=shader_temp}
)");
}

TEST_CASE("what nothing reads until the end is not stored") {
    CHECK(after(dead_writes, R"(
    decl_var function_temp int32 "l"
    b0:
        %9:32 = const 5
        %0:32x2 = const 1.0, 2.0
        %1:32 = deref_var "g"
        store_deref %1, %0 {write_mask=xy}
        store_var "l", %9
        %2:32 = deref_var "s"
        %3:32 = const 1.0
        store_deref %2, %3 {write_mask=x}
)",
                kGlobals) == R"(
    decl_var function_temp int32 "l"
    b0:
        %0:32 = const 5
        %1:32x2 = const 1.0, 2.0
        %2:32 = deref_var "g"
        %3:32 = deref_var "s"
        %4:32 = const 1.0
        store_deref %3, %4 {write_mask=x}
)");
}

TEST_CASE("reads by index keep what they might read") {
    const std::string body = R"(
    decl_var function_temp int32[2] "a"
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 1
        %2:32 = deref_var "a"
        %3:32 = deref_array %2[%1]
        %4:32 = deref_array %2[%0]
        store_deref %3, %0 {write_mask=x}
        %5:32 = load_deref %4
        store_deref %3, %5 {write_mask=x}
        %6:32 = load_deref %3
        store_output %6, %1 {write_mask=x}
)";
    CHECK(after(dead_writes, body) == body);
}

TEST_CASE("a barrier keeps what others might read") {
    const std::string body = R"(
    b0:
        %0:32 = const 1.0
        %1:32 = deref_var "s"
        store_deref %1, %0 {write_mask=x}
        barrier {memory_modes=mem_shared}
        store_deref %1, %0 {write_mask=x}
)";
    CHECK(after(dead_writes, body, kGlobals) == body);
}

TEST_CASE("stores to components of a vector become one") {
    CHECK(after(combine_stores, R"(
    b0:
        %8:32 = const 9.0
        %0:32x2 = const 1.0, 2.0
        %1:32x2 = const 3.0, 4.0
        %2:32 = deref_var "g"
        store_deref %2, %0 {write_mask=y}
        %3:32 = deref_var "s"
        store_deref %3, %8 {write_mask=x}
        store_deref %2, %1 {write_mask=x}
)",
                kGlobals) == R"(
    b0:
        %0:32 = const 9.0
        %1:32x2 = const 1.0, 2.0
        %2:32x2 = const 3.0, 4.0
        %3:32 = deref_var "g"
        %4:32 = deref_var "s"
        store_deref %4, %0 {write_mask=x}
        %5:32x2 = vec2 %2.x, %1.y
        store_deref %3, %5 {write_mask=xy}
)");
}

TEST_CASE("stores to some components leave the others out") {
    CHECK(after(combine_stores, R"(
    decl_var function_temp float32x4 "v"
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:32 = deref_var "v"
        store_deref %1, %0 {write_mask=w}
        store_deref %1, %0 {write_mask=y}
        %2:32x4 = load_deref %1
        store_deref %1, %0 {write_mask=x}
)") == R"(
    decl_var function_temp float32x4 "v"
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:32 = deref_var "v"
        %2:32 = undef
        %3:32x4 = vec4 %2, %0.y, %2, %0.w
        store_deref %1, %3 {write_mask=yw}
        %4:32x4 = load_deref %1
        store_deref %1, %0 {write_mask=x}
)");
}
