#include <jacquard/generated/passes/split_variables.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

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
