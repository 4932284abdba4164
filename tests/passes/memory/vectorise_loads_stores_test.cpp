#include <jacquard/passes/vectorise_loads_stores.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string vectorised(const std::string& body, const VectoriseLoadsStoresOptions& options = {}) {
    return after([&options](Shader& shader) { vectorise_loads_stores(shader, options); }, body);
}

} // namespace

TEST_CASE("loads of neighbours become one, where the first stood") {
    CHECK(vectorised(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = const 4
        %3:32 = iadd %1, %2
        %4:32 = const 8
        %5:32 = iadd %3, %2
        %6:32 = load_ubo %0, %3 {align_mul=16, align_offset=4, range=64}
        %7:32 = fneg %6
        %8:32 = load_ubo %0, %1 {align_mul=16, range=64}
        %9:32x2 = load_ubo %0, %5 {align_mul=16, align_offset=8, range=64}
        %10:32x4 = vec4 %8, %7, %9.x, %9.y
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = const 4
        %3:32 = iadd %1, %2
        %4:32 = const 8
        %5:32 = iadd %3, %2
        %6:32 = const 0
        %7:32 = iadd %1, %6
        %8:32x4 = load_ubo %0, %7 {align_mul=16, range=64}
        %9:32 = mov %8.y
        %10:32 = fneg %9
        %11:32 = mov %8.x
        %12:32x2 = mov %8.zw
        %13:32x4 = vec4 %11, %10, %12.x, %12.y
)");
}

TEST_CASE("stores to neighbours become one, where the last stood") {
    CHECK(vectorised(R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32x2 = const 1.0, 2.0
        %3:32 = const 3.0
        store_ssbo %3, %0, %0 {write_mask=x, align_mul=4}
        store_output %3, %0 {write_mask=x}
        store_ssbo %2, %0, %1 {write_mask=xy, align_mul=4}
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32x2 = const 1.0, 2.0
        %3:32 = const 3.0
        store_output %3, %0 {write_mask=x}
        %4:32 = const 0
        %5:32x3 = vec3 %3, %2.x, %2.y
        store_ssbo %5, %0, %4 {write_mask=xyz, align_mul=4}
)");
}

TEST_CASE("nothing passes what may touch the same memory") {
    const std::string other_buffer = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_ssbo %0, %0 {align_mul=4}
        store_ssbo %2, %1, %0 {write_mask=x, align_mul=4}
        %3:32 = load_ssbo %0, %1 {align_mul=4}
        store_ssbo %3, %1, %1 {write_mask=x, align_mul=4}
)";
    CHECK(vectorised(other_buffer) == other_buffer);
    const std::string read_back = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        store_shared %1, %0 {write_mask=x}
        %2:32 = load_shared %0
        store_shared %2, %1 {write_mask=x}
)";
    CHECK(vectorised(read_back) == read_back);
    const std::string unknown = R"(
    b0:
        %0:32 = const 0
        %1:32 = load_vertex_id
        %2:32 = load_shared %0
        store_shared %2, %1 {write_mask=x}
        %3:32 = load_shared %0 {base=4}
        %4:32 = iadd %2, %3
)";
    CHECK(vectorised(unknown) == unknown);
}

TEST_CASE("a store elsewhere from the same place is passed") {
    CHECK(vectorised(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = load_shared %0 {base=4}
        store_shared %1, %0 {base=16, write_mask=x}
        %2:32 = load_shared %0 {base=8}
        %3:32 = iadd %1, %2
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32x2 = load_shared %0 {base=4}
        %2:32 = mov %1.x
        store_shared %2, %0 {base=16, write_mask=x}
        %3:32 = mov %1.y
        %4:32 = iadd %2, %3
)");
}

TEST_CASE("barriers and atomics keep accesses apart") {
    const std::string barrier = R"(
    b0:
        %0:32 = const 0
        store_shared %0, %0 {write_mask=x}
        barrier {memory_modes=mem_shared}
        store_shared %0, %0 {base=4, write_mask=x}
)";
    CHECK(vectorised(barrier) == barrier);
    const std::string atomic = R"(
    b0:
        %0:32 = const 0
        store_shared %0, %0 {write_mask=x}
        %1:32 = shared_atomic %0, %0
        store_shared %0, %0 {base=4, write_mask=x}
)";
    CHECK(vectorised(atomic) == atomic);
}

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
