#include <jacquard/generated/passes/vectorise_loads_stores.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string vectorised(const std::string& body, const VectoriseLoadsStoresOptions& options = {}) {
    return after([&options](Shader& shader) { vectorise_loads_stores(shader, options); }, body);
}

} // namespace

TEST_CASE("the limits and the target's word are kept") {
    const std::string body = R"(
    b0:
        %0:32 = const 0
        %1:32x2 = load_push_constant %0 {base=8, align_mul=8}
        %2:32x2 = load_push_constant %0 {base=16, align_mul=8}
        %3:32x2 = fadd %1, %2
)";
    VectoriseLoadsStoresOptions options;
    options.max_bytes = 8;
    CHECK(vectorised(body, options) == body);
    options.max_bytes = 16;
    options.max_components = 3;
    CHECK(vectorised(body, options) == body);
    options.max_components = 4;
    options.allows = [](const WideAccess& access, const void*) {
        return access.align >= access.num_components * access.bit_size / 8;
    };
    CHECK(vectorised(body, options) == body);
    options.allows = [](const WideAccess& access, const void*) {
        return access.space == MemorySpace::ubo;
    };
    CHECK(vectorised(body, options) == body);
    options.allows = [](const WideAccess& access, const void*) {
        return access.space == MemorySpace::push_constant;
    };
    CHECK(vectorised(body, options) == R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_push_constant %0 {base=8, align_mul=8}
        %2:32x2 = mov %1.xy
        %3:32x2 = mov %1.zw
        %4:32x2 = fadd %2, %3
)");
}
