#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "nir/text.h"

#include <string>

using namespace jacquard;

namespace {

// Any text gives a well-formed shader or errors.
void survives(const std::string& text) {
    Diagnostics diagnostics("t", text);
    const auto shader = nir::parse(text, diagnostics);
    const bool good = shader != nullptr ? nir::validation_report(*shader, "parsed").empty()
                                        : diagnostics.has_errors();
    if (!good) {
        FAIL_CHECK(text);
    }
}

} // namespace

TEST_CASE("hostile texts end in errors") {
    contains(faults(""), "expected 'shader'");
    contains(faults(std::string("shader vertex\n\0\xff\n", 17)), "error[N101]");
    contains(faults_in_main("    %99999999999:32 = const 1"), "the number of a value is too large");
    contains(faults_in_main("    %0:32 = const 1\n    %1:32 = fneg %99999999999"), "too large");
    std::string deep = "shader vertex\nfunction \"main\" entry {\n";
    for (int i = 0; i < 100000; ++i) {
        deep += "b" + std::to_string(i) + ":\nloop {\n";
    }
    contains(faults(deep), "error[L103]: control flow is nested more than 256 deep");
    std::string many = "shader vertex\nfunction \"main\" entry {\nb0:\n";
    for (int i = 0; i < 1000; ++i) {
        many += "    nonsense\n";
    }
    faults(many);
    // Every beginning of a good text is a bad text, and none may be more than that.
    const std::string good = R"(shader fragment
input generic 0 smooth mask xyzw
function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}
        %2:32x4 = load_interpolated_input %1, %0 {base=1, io_semantics=generic 3 1}
        %3:1 = const true
    if %3 {
        b1 from b0:
            %4:32x4 = texture tex 2d coord %1 {dest_type=float32, texture=1, sampler=2}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:32x4 = phi b1: %4, b2: %2
        store_output %5, %0 {write_mask=xyzw}
}
)";
    for (std::size_t length = 0; length < good.size(); ++length) {
        survives(good.substr(0, length));
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const char replacement : {'%', '{', '0', '\n', 'x'}) {
            std::string changed = good;
            changed[at] = replacement;
            survives(changed);
        }
    }
}
