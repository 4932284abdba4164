#include <jacquard/passes/dead_variables.h>
#include <jacquard/passes/lower_constant_initialisers.h>
#include <jacquard/passes/lower_global_variables_to_local.h>
#include <jacquard/passes/remove_dead_derefs.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kGlobal = "decl_var shader_temp float32x2 \"g\" {initializer=[1.0, 2.0]}\n";
const char* const kStructureAndGlobal =
    "struct \"S\" {a: float32x2, b: int32[2]}\n"
    "decl_var shader_temp float32x2 \"g\" {initializer=[1.0, 2.0]}\n";

} // namespace

TEST_CASE("variables that are only written go, with what only feeds them") {
    CHECK(after([](Shader& shader) { dead_variables(shader); }, R"(
    decl_var function_temp int32 "a"
    decl_var function_temp int32 "b"
    decl_var function_temp int32 "c"
    decl_var function_temp int32 "d"
    decl_var function_temp int32 "never"
    b0:
        %0:32 = const 1
        %1:32 = deref_var "a"
        store_deref %1, %0 {write_mask=x}
        copy_var "b", "a"
        store_var "c", %0
        copy_var "d", "c"
        %2:32 = deref_var "d"
        %3:32 = load_deref %2
        store_output %3, %3 {write_mask=x}
)") == R"(
    decl_var function_temp int32 "c"
    decl_var function_temp int32 "d"
    b0:
        %0:32 = const 1
        store_var "c", %0
        copy_var "d", "c"
        %1:32 = deref_var "d"
        %2:32 = load_deref %1
        store_output %2, %2 {write_mask=x}
)");
}

TEST_CASE("first values become stores at the start") {
    CHECK(after([](Shader& shader) { lower_constant_initialisers(shader); }, R"(
    decl_var function_temp struct "S" "s" {initializer=[1.0, 2.0, 3, 4]}
    b0:
        %0:32 = const 1
        store_output %0, %0 {write_mask=x}
)",
                kStructureAndGlobal) == R"(
    decl_var function_temp struct "S" "s"
    b0:
        %0:32 = deref_var "g"
        %1:32x2 = const 1.0, 2.0
        store_deref %0, %1 {write_mask=xy}
        %2:32 = deref_var "s"
        %3:32 = deref_struct %2.a
        %4:32x2 = const 1.0, 2.0
        store_deref %3, %4 {write_mask=xy}
        %5:32 = deref_struct %2.b
        %6:32 = const 0
        %7:32 = deref_array %5[%6]
        %8:32 = const 3
        store_deref %7, %8 {write_mask=x}
        %9:32 = const 1
        %10:32 = deref_array %5[%9]
        %11:32 = const 4
        store_deref %10, %11 {write_mask=x}
        %12:32 = const 1
        store_output %12, %12 {write_mask=x}
)");
}

TEST_CASE("globals of the entry alone become its locals") {
    CHECK(after(lower_global_variables_to_local, R"(
    b0:
        %0:32 = deref_var "g"
        %1:32x2 = load_deref %0
        %2:32x2 = fneg %1
)",
                kGlobal) == R"(
    decl_var function_temp float32x2 "g" {initializer=[1.0, 2.0]}
    b0:
        %0:32 = deref_var "g"
        %1:32x2 = load_deref %0
        %2:32x2 = fneg %1
)");
}

TEST_CASE("dereferences that nothing uses go") {
    CHECK(after(remove_dead_derefs, R"(
    b0:
        %0:32 = deref_var "g"
        %1:32 = const 1
        %2:32 = deref_array %0[%1]
        %3:32 = deref_var "g"
        %4:32x2 = load_deref %3
)",
                kGlobal) == R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "g"
        %2:32x2 = load_deref %1
)");
}

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
