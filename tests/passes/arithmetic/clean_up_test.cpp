#include <jacquard/generated/passes/copy_propagation.h>
#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/generated/passes/fold_constants.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

TEST_CASE("folding follows the shader's float controls") {
    const std::string body = R"(
    b0:
        %0:32 = const 0x00400000
        %1:32 = const 1.0
        %2:32 = fmul %0, %1
        %3:32 = const 0
        store_output %2, %3 {write_mask=x}
)";
    const auto fold = [](Shader& shader) {
        fold_constants(shader);
        dead_code(shader);
    };
    CHECK(after(fold, body).find("const 0x00400000") != std::string::npos);
    CHECK(after(fold, body, "float_controls flush_denormals_32\n").find("0x00400000") ==
          std::string::npos);
}
