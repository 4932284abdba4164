// Floats of 16 bits: what is relaxed and costs no more so, and conversions that others do.

#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/text/print/printer.h>

#include "fixture.h"

namespace jacquard::ir3::testing {

namespace {

std::string code(const std::string& body, Precision precision = Precision::relaxed) {
    CompileOptions options;
    options.gpu = 730;
    options.precision = precision;
    const auto program =
        compile_nir("shader fragment\n"
                    "input generic 0 smooth mask xyzw\n"
                    "output color 0 mask xyzw\n\n"
                    "function \"main\" entry {\n    b0:\n"
                    "        %0:32 = const 0\n"
                    "        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}\n"
                    "        %2:32x4 = load_interpolated_input %1, %0 "
                    "{dest_type=float32, io_semantics=generic 0 1}\n" +
                        body + "}\n",
                    options);
    return program ? '\n' + assembly_of(*program) : "";
}

constexpr const char* kRelaxedSum = R"(
        %3:32 = relaxed fmul %2.x, %2.y
        %4:32 = const 0.3
        %5:32 = relaxed fadd %3, %4
        store_output %5, %0 {write_mask=x}
)";

} // namespace

TEST_CASE("precision: what is relaxed is computed in 16 bits, and nothing is converted for it") {
    const std::string text = code(kRelaxedSum);
    INFO(text);
    CHECK(text.find("bary.f hr") != std::string::npos);
    CHECK(text.find("mad.f16 r0.") != std::string::npos);
    CHECK(text.find("cov") == std::string::npos);
}

TEST_CASE("precision: whether a value is relaxed survives text, bytes and copies") {
    const std::string text = R"(shader fragment
output color 0 mask x

function "main" entry {
    b0:
        %0:32 = const 0.5
        %1:32 = relaxed fadd %0, %0
        %2:32 = relaxed exact fmul %1, %0
        %3:32 = fadd %2, %1
        store_output %3, %0 {write_mask=x}
}
)";
    const std::unique_ptr<nir::Shader> shader = parse_nir(text);
    CHECK(nir::print(*shader) == text);
    CHECK(nir::print(*nir::clone(*shader)) == text);
    Diagnostics diagnostics("bytes", "");
    const std::unique_ptr<nir::Shader> read =
        nir::deserialise(nir::serialise(*shader), diagnostics);
    REQUIRE(read != nullptr);
    CHECK(nir::print(*read) == text);
}

TEST_CASE("precision: full precision leaves what is relaxed as wide as it is") {
    const std::string text = code(kRelaxedSum, Precision::full);
    INFO(text);
    CHECK(text.find("hr") == std::string::npos);
    CHECK(text.find("mad.f32") != std::string::npos);
}

TEST_CASE("precision: exact values, and those that are not relaxed, are wide") {
    for (const std::string word : {"", "exact ", "relaxed exact "}) {
        const std::string text = code("        %3:32 = " + word +
                                      "fadd %2.x, %2.y\n"
                                      "        store_output %3, %0 {write_mask=x}\n");
        INFO(text);
        CHECK(text.find("hr") == std::string::npos);
        CHECK(text.find("add.f r0.x") != std::string::npos);
    }
}

TEST_CASE("precision: a constant that no half holds keeps its sum wide") {
    const std::string text = code(R"(
        %3:32 = const 100000.0
        %4:32 = relaxed fadd %2.x, %3
        store_output %4, %0 {write_mask=x}
)");
    INFO(text);
    CHECK(text.find("hr") == std::string::npos);
}

TEST_CASE("precision: what would have to be converted for one instruction stays wide") {
    // %2.x is wanted as it is, too.
    const std::string text = code(R"(
        %3:32 = relaxed fmul %2.x, %2.y
        %4:32x2 = vec2 %3, %2.x
        store_output %4, %0 {write_mask=xy}
)");
    INFO(text);
    CHECK(text.find("hr") == std::string::npos);
    CHECK(text.find("cov") == std::string::npos);
}

TEST_CASE("precision: integers that are passed on are no floats") {
    const std::string text = code(R"(
        %3:32 = f2i32 %2.x
        %4:32 = f2i32 %2.y
        %5:1 = flt %2.x, %2.y
        %6:32 = relaxed bcsel %5, %3, %4
        %7:32 = iadd %6, %3
        %8:32 = relaxed fadd %2.z, %2.w
        %9:32x2 = vec2 %7, %8
        store_output %9, %0 {write_mask=xy}
)");
    INFO(text);
    CHECK(text.find("sel.b32") != std::string::npos);
    CHECK(text.find("sel.b16") == std::string::npos);
}

TEST_CASE("precision: lookups and interpolation write halves where all readers want these") {
    const std::string text = code(R"(
        %10:32x2 = vec2 %2.x, %2.y
        %3:32x4 = texture tex 2d coord %10 {dest_type=float32, texture=0, sampler=0}
        %4:16 = f2f16 %3.x
        %5:16 = f2f16 %2.z
        %6:16 = const 0.3
        %7:16 = fmul %4, %5
        %8:16 = fadd %7, %6
        %9:32 = f2f32 %8
        store_output %9, %0 {write_mask=x}
)");
    INFO(text);
    CHECK(text.find("cov") == std::string::npos);
    CHECK(text.find("mov.u16") == std::string::npos);
    CHECK(text.find("bary.f (ei)hr") != std::string::npos);
}

TEST_CASE("precision: what somebody else wants in 32 bits is converted") {
    const std::string text = code(R"(
        %3:16 = f2f16 %2.z
        %4:16 = fmul %3, %3
        %5:32 = f2f32 %4
        %6:32 = fadd %2.z, %5
        store_output %6, %0 {write_mask=x}
)");
    INFO(text);
    CHECK(text.find("cov.f32f16 (even)hr") != std::string::npos);
    CHECK(text.find("mul.f r") != std::string::npos);
}

} // namespace jacquard::ir3::testing
