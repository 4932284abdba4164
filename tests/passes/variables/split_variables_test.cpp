#include <jacquard/passes/split_variables.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kStructure = "struct \"S\" {a: float32x2, b: int32[2]}\n";

} // namespace

TEST_CASE("members and elements become variables of their own") {
    CHECK(after(split_variables, R"(
    decl_var function_temp struct "S"[2] "s"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "s"
        %2:32 = deref_array %1[%0]
        %3:32 = deref_struct %2.a
        %4:32 = deref_struct %2.b
        %5:32 = deref_array %4[%0]
        %6:32x2 = load_deref %3
        store_deref %5, %0 {write_mask=x}
        %7:32 = load_deref %5
)",
                kStructure) == R"(
    decl_var function_temp float32x2 "s[1].a"
    decl_var function_temp int32 "s[1].b[1]"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "s[1].a"
        %2:32 = deref_var "s[1].b[1]"
        %3:32x2 = load_deref %1
        store_deref %2, %0 {write_mask=x}
        %4:32 = load_deref %2
)");
}

TEST_CASE("what is indexed stays an array, of each member") {
    CHECK(after(split_variables, R"(
    decl_var function_temp struct "S"[4] "s"
    b0:
        %0:32 = const 1
        %1:32 = load_vertex_id
        %2:32 = deref_var "s"
        %3:32 = deref_array %2[%1]
        %4:32 = deref_struct %3.a
        %5:32 = deref_array %4[%1]
        %6:32 = load_deref %5
        %7:32 = deref_struct %3.b
        %8:32 = deref_array %7[%0]
        store_deref %8, %0 {write_mask=x}
        %9:32 = deref_array %2[%0]
        %10:32 = deref_struct %9.b
        %11:32 = deref_array %10[%0]
        %12:32 = load_deref %11
)",
                kStructure) == R"(
    decl_var function_temp float32x2[4] "s[].a"
    decl_var function_temp int32[4] "s[].b[1]"
    b0:
        %0:32 = const 1
        %1:32 = load_vertex_id
        %2:32 = deref_var "s[].a"
        %3:32 = deref_array %2[%1]
        %4:32 = deref_array %3[%1]
        %5:32 = load_deref %4
        %6:32 = deref_var "s[].b[1]"
        %7:32 = deref_array %6[%1]
        store_deref %7, %0 {write_mask=x}
        %8:32 = deref_var "s[].b[1]"
        %9:32 = deref_array %8[%0]
        %10:32 = load_deref %9
)");
}

TEST_CASE("what is copied whole stays whole") {
    const std::string body = R"(
    decl_var function_temp struct "S" "s"
    decl_var function_temp struct "S" "t"
    b0:
        %0:32 = deref_var "s"
        %1:32 = deref_var "t"
        copy_deref %0, %1
        %2:32 = deref_struct %0.a
        %3:32x2 = load_deref %2
)";
    CHECK(after(split_variables, body, kStructure) == body);
}

TEST_CASE("columns of matrices become vectors") {
    CHECK(after(split_variables, R"(
    decl_var function_temp float32x3x2 "m"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "m"
        %2:32 = deref_array %1[%0]
        %3:32x3 = load_deref %2
        store_deref %2, %3 {write_mask=xyz}
)") == R"(
    decl_var function_temp float32x3 "m[1]"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "m[1]"
        %2:32x3 = load_deref %1
        store_deref %1, %2 {write_mask=xyz}
)");
}

TEST_CASE("values of two functions that have the same number are told apart") {
    const auto shader = parsed(R"(shader vertex
struct "S" {a: float32x2, b: int32[2]}
function "main" entry {
    decl_var function_temp struct "S" "s"
    b0:
        %0:32 = deref_var "s"
        %1:32 = deref_struct %0.a
        %2:32x2 = load_deref %1
}
function "other" {
    decl_var function_temp struct "S" "t"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "t"
        %2:32 = deref_struct %1.b
        %3:32 = deref_array %2[%0]
        %4:32 = load_deref %3
}
)");
    REQUIRE(shader != nullptr);
    split_variables(*shader);
    CHECK(validation_report(*shader, "split") == "");
    const std::string text = print(*shader);
    CHECK(text.find("deref_var \"s.a\"") != std::string::npos);
    CHECK(text.find("deref_var \"t.b[1]\"") != std::string::npos);
    CHECK(text.find("deref_struct") == std::string::npos);
}
