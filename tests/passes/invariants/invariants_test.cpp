#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "nir/text.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>

using namespace jacquard::nir;

namespace {

// A shader of which an invariant does not hold.
struct Example {
    std::string_view invariant;
    std::string_view header; // what stands before the entry
    std::string_view body;
};

constexpr std::string_view kTwoSides = R"(
    b0:
        %0:1 = const true
        %1:32 = const 1
    if %0 {
        b1 from b0:
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %2:32 = phi b1: %1, b2: %1
        store_output %2, %1 {write_mask=x}
)";

constexpr auto kExamples = std::to_array<Example>({
    {"scalar_alu", "", R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32x2 = fneg %0
)"},
    {"scalar_constants", "", R"(
    b0:
        %0:32x2 = undef
)"},
    {"scalar_phis", "", R"(
    b0:
        %0:1 = const true
        %1:32x2 = const 1, 2
    if %0 {
        b1 from b0:
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %2:32x2 = phi b1: %1, b2: %1
)"},
    {"no_phis", "", kTwoSides},
    {"no_parallel_copies", "", R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = const 1
        parallel_copy register %0 = %1
)"},
    {"registers_in_parallel_copies_are_single", "", R"(
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=4, bit_size=32}
        %1:32 = const 1
        parallel_copy register %0 = %1
)"},
    {"no_plain_registers", "", R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = const 1
        store_reg %1, %0 {write_mask=x}
)"},
    {"returns_at_end", "", R"(
    b0:
        %0:1 = const true
    if %0 {
        b1 from b0:
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
)"},
    {"no_uncalled_functions", "function \"alone\" {\n    b0:\n}\n", "\n    b0:\n"},
    {"computed_conditions", "", kTwoSides},
    {"used_results", "", R"(
    b0:
        %0:32 = const 1
)"},
    {"used_dereferences", "decl_var shader_temp float32 \"g\"\n", R"(
    b0:
        %0:32 = deref_var "g"
)"},
    {"variables_by_dereference", "decl_var shader_temp float32 \"g\"\n", R"(
    b0:
        %0:32 = const 1.0
        store_var "g", %0
)"},
    {"copies_of_vectors",
     "decl_var shader_temp float32[2] \"g\"\ndecl_var shader_temp float32[2] \"h\"\n", R"(
    b0:
        %0:32 = deref_var "g"
        %1:32 = deref_var "h"
        copy_deref %0, %1
)"},
    {"no_copies", "decl_var shader_temp float32 \"g\"\ndecl_var shader_temp float32 \"h\"\n", R"(
    b0:
        copy_var "g", "h"
)"},
    {"whole_vectors", "decl_var shader_temp float32x4 \"g\"\n", R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "g"
        %2:32 = deref_array %1[%0]
        %3:32 = load_deref %2
)"},
    {"locals_without_initialisers", "", R"(
    decl_var function_temp float32 "x" {initializer=[1.0]}
    b0:
)"},
    {"no_memcpy", "decl_var mem_ssbo int32[4] \"to\"\ndecl_var mem_ssbo int32[4] \"from\"\n", R"(
    b0:
        %0:32 = const 8
        %1:32 = deref_var "to"
        %2:32 = deref_var "from"
        memcpy_deref %1, %2, %0
)"},
    {"placed_io", "decl_var shader_out float32x4 \"o\"\n", "\n    b0:\n"},
    {"scalar_inputs", "input generic 0 flat\n", R"(
    b0:
        %0:32 = const 0
        %1:32x2 = load_input %0
)"},
    {"scalar_outputs", "output color 0\n", R"(
    b0:
        %0:32 = const 0
        %1:32x2 = const 1.0, 2.0
        store_output %1, %0 {write_mask=xy}
)"},
    {"vec4_constant_buffers", "", R"(
    b0:
        %0:32 = const 0
        %1:32 = load_ubo %0, %0 {align_mul=16}
)"},
});

const Example* example_of(std::string_view invariant) {
    for (const Example& example : kExamples) {
        if (example.invariant == invariant) {
            return &example;
        }
    }
    return nullptr;
}

std::unique_ptr<Shader> shader_of(const Example& example) {
    return parsed("shader fragment\n" + std::string(example.header) + "function \"main\" entry {" +
                  std::string(example.body) + "}\n");
}

} // namespace

TEST_CASE("every invariant is told where it does not hold, and the pass named brings it about") {
    CHECK(kExamples.size() == kNumInvariants);
    for (const InvariantInfo& invariant : kInvariants) {
        INFO(invariant.name);
        const Example* example = example_of(invariant.name);
        REQUIRE(example != nullptr);
        const std::unique_ptr<Shader> shader = shader_of(*example);
        REQUIRE(shader != nullptr);
        REQUIRE(validation_report(*shader, "the example") == "");
        CHECK_FALSE(invariant.holds(*shader));
        const PassInfo* maker = find_pass(invariant.by);
        CHECK((maker != nullptr) == !invariant.by.empty());
        if (maker == nullptr) {
            continue;
        }
        prepare_for(*shader, *maker);
        CHECK(maker->run(*shader, {}));
        CHECK(validation_report(*shader, maker->name) == "");
        CHECK(invariant.holds(*shader));
    }
}

TEST_CASE("an invariant holds of a shader that has nothing it is about") {
    const auto shader = parsed("shader fragment\nfunction \"main\" entry {\n    b0:\n}\n");
    REQUIRE(shader != nullptr);
    for (const InvariantInfo& invariant : kInvariants) {
        INFO(invariant.name);
        CHECK(invariant.holds(*shader));
    }
}
