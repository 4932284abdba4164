#include "equivalence.h"
#include "nir/text.h"

using namespace jacquard::nir;

namespace {

std::string compare(const std::string& before, const std::string& after,
                    const std::string& stage = "fragment", double tolerance = 0.0) {
    const auto one =
        parsed("shader " + stage + "\nfunction \"main\" entry {\n    b0:\n" + before + "}\n");
    const auto other =
        parsed("shader " + stage + "\nfunction \"main\" entry {\n    b0:\n" + after + "}\n");
    EquivalenceOptions options;
    options.tolerance = tolerance;
    options.has_edges = tolerance == 0.0; // infinities are not near anything
    return one == nullptr || other == nullptr ? "no shader" : difference(*one, *other, options);
}

constexpr const char* kInput = R"(
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = load_input %0 {component=1}
)";

} // namespace

TEST_CASE("shaders that compute the same are equal") {
    const std::string a = std::string(kInput) + R"(
        %3:32 = iadd %1, %2
        store_output %3, %0 {write_mask=x}
)";
    const std::string b = std::string(kInput) + R"(
        %3:32 = iadd %2, %1
        store_output %3, %0 {write_mask=x}
)";
    CHECK(compare(a, a) == "");
    CHECK(compare(a, b) == "");
}

TEST_CASE("a difference tells the run, the output and the lane") {
    const std::string a = std::string(kInput) + R"(
        %3:32 = fmin %1, %2
        store_output %3, %0 {write_mask=x}
)";
    const std::string b = std::string(kInput) + R"(
        %3:1 = flt %1, %2
        %4:32 = bcsel %3, %1, %2
        store_output %4, %0 {write_mask=x}
)";
    const std::string found = compare(a, b);
    CHECK(found.starts_with("run "));
    CHECK(found.find(" with ") != std::string::npos);
    CHECK(found.find("output 0.x of lane ") != std::string::npos);
    CHECK(found.find(" became ") != std::string::npos);
}

TEST_CASE("live lanes and memory are compared") {
    const std::string kills = std::string(kInput) + R"(
        %3:1 = flt %1, %2
        terminate_if %3
        store_output %1, %0 {write_mask=x}
)";
    const std::string lives = std::string(kInput) + R"(
        %3:1 = flt %1, %2
        store_output %1, %0 {write_mask=x}
)";
    CHECK(compare(kills, lives).find("live lanes") != std::string::npos);
    const std::string stores = std::string(kInput) + R"(
        store_ssbo %1, %0, %0 {write_mask=x, align_mul=4}
)";
    CHECK(compare(stores, kInput).find("storage buffer 0 at byte 0") != std::string::npos);
    CHECK(compare(stores, stores) == "");
}

TEST_CASE("a tolerance forgives the last bits") {
    const std::string a = std::string(kInput) + R"(
        %3:32 = fdiv %1, %2
        store_output %3, %0 {write_mask=x}
)";
    const std::string b = std::string(kInput) + R"(
        %3:32 = frcp %2
        %4:32 = ffma %1, %3, %0
        %5:32 = fdiv %1, %2
        store_output %5, %0 {write_mask=x}
)";
    CHECK(compare(a, b) == "");
    const std::string c = std::string(kInput) + R"(
        %3:32 = fadd %1, %2
        %4:32 = const 1.000001
        %5:32 = fmul %3, %4
        store_output %5, %0 {write_mask=x}
)";
    const std::string d = std::string(kInput) + R"(
        %3:32 = fadd %1, %2
        store_output %3, %0 {write_mask=x}
)";
    CHECK(compare(c, d) != "");
    CHECK(compare(c, d, "fragment", 1e-3) == "");
}
