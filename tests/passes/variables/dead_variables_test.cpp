#include <jacquard/generated/passes/dead_variables.h>
#include <jacquard/generated/passes/lower_constant_initialisers.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

TEST_CASE("stores of one function are not mistaken for those of another") {
    const char* const text = R"(shader vertex
function "main" entry {
    decl_var function_temp int32 "live"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "live"
        store_deref %1, %0 {write_mask=x}
        %2:32 = load_deref %1
        store_output %2, %0 {write_mask=x}
}

function "other" {
    decl_var function_temp int32 "dead"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "dead"
        store_deref %1, %0 {write_mask=x}
}
)";
    const auto shader = parsed(text);
    REQUIRE(shader != nullptr);
    dead_variables(*shader);
    const std::string left = print(*shader);
    CHECK(left.find("store_deref %1, %0") != std::string::npos);
    CHECK(left.find("\"dead\"") == std::string::npos);
}

TEST_CASE("an output that begins with something is written by that") {
    constexpr VariableMode kAll = static_cast<VariableMode>(~std::uint32_t{0});
    const auto shader = parsed("shader vertex\n"
                               "decl_var shader_out float32 \"given\" {initializer=[1.0]}\n"
                               "decl_var shader_out float32 \"unused\"\n"
                               "function \"main\" entry {\n    b0:\n}\n");
    REQUIRE(shader != nullptr);
    dead_variables(*shader, {kAll});
    const std::string left = print(*shader);
    CHECK(left.find("\"given\"") != std::string::npos);
    CHECK(left.find("\"unused\"") == std::string::npos);
}

TEST_CASE("constant data stays where it is read by its place") {
    constexpr VariableMode kAll = static_cast<VariableMode>(~std::uint32_t{0});
    for (const bool reads : {true, false}) {
        const std::string use = reads ? "        %1:32 = load_constant %0\n" : "";
        const auto shader = parsed("shader vertex\n"
                                   "decl_var mem_constant float32 \"given\" {initializer=[1.0]}\n"
                                   "function \"main\" entry {\n    b0:\n"
                                   "        %0:32 = const 0\n" +
                                   use + "}\n");
        REQUIRE(shader != nullptr);
        CHECK(dead_variables(*shader, {kAll}) == !reads);
        CHECK((print(*shader).find("\"given\"") != std::string::npos) == reads);
    }
}

TEST_CASE("variables that nothing can write keep what they begin with") {
    constexpr VariableMode kAll = static_cast<VariableMode>(~std::uint32_t{0});
    const std::string body = R"(
    b0:
        %0:32 = load_var "table"
)";
    CHECK(after([](Shader& shader) { CHECK(!lower_constant_initialisers(shader, {kAll})); }, body,
                "decl_var mem_constant int32 \"table\" {initializer=[5]}\n") == body);
}
