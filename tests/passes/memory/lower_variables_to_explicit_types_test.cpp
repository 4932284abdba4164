#include <jacquard/generated/passes/lower_variables_to_explicit_types.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string with_explicit_types(const std::string& declarations) {
    const auto shader =
        parsed("shader compute\n" + declarations + "function \"main\" entry {\n    b0:\n}\n");
    REQUIRE(shader != nullptr);
    lower_variables_to_explicit_types(*shader);
    CHECK(validation_report(*shader, "after the pass") == "");
    std::string text = print(*shader);
    return "\n" + text.substr(0, text.find("function"));
}

} // namespace

TEST_CASE("types in memory get the strides and offsets of their layout") {
    CHECK(with_explicit_types(R"(struct "S" {a: float32x3, b: int32[4], c: float32x3x2}
decl_var mem_ubo struct "S" "ubo"
decl_var mem_ssbo struct "S"[2] "ssbo"
decl_var shader_temp struct "S" "temp"
)") == R"(
shader compute
struct "S" {a: float32x3, b: int32[4], c: float32x3x2}
struct "S_1" {a: float32x3 @0, b: int32[4:16] @16, c: float32x3x2:16 @80}
struct "S_2" {a: float32x3 @0, b: int32[4:4] @12, c: float32x3x2:16 @32}
decl_var mem_ubo struct "S_1" "ubo"
decl_var mem_ssbo struct "S_2"[2:64] "ssbo"
decl_var shader_temp struct "S" "temp"

)");
}

TEST_CASE("what is given already stays") {
    CHECK(with_explicit_types(R"(struct "S" {a: int32 @8, b: int32[4:32] @64}
decl_var mem_ssbo struct "S" "ssbo"
)") == R"(
shader compute
struct "S" {a: int32 @8, b: int32[4:32] @64}
decl_var mem_ssbo struct "S" "ssbo"

)");
}

TEST_CASE("variables of work group memory get their places") {
    const std::string placed = with_explicit_types(R"(decl_var mem_shared int32[3] "x"
decl_var mem_shared float64x2 "y"
)");
    CHECK(placed == R"(
shader compute
property "shared_size" 32
decl_var mem_shared int32[3:4] "x" {placed}
decl_var mem_shared float64x2 "y" {offset=16, placed}

)");
    // And keep them.
    constexpr std::size_t kHead = sizeof "\nshader compute\n" - 1;
    CHECK(with_explicit_types(placed.substr(kHead)) == placed);
}
