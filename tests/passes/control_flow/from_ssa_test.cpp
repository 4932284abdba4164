#include <jacquard/passes/from_ssa.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { from_ssa(shader); }, body);
}

} // namespace

TEST_CASE("a counter of a loop lives in one register without a copy") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 3
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %5:1 = ige %3, %2
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = iadd %3, %2
    }
    b5 from b2:
        store_output %3, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = load_vertex_id
        store_reg %1, %0 {write_mask=x}
        %2:32 = const 0
        %3:32 = const 3
    loop {
        b1 from b0 b4:
            %4:32 = load_reg %0
            %5:1 = ige %4, %3
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %6:32 = load_reg %0
            %7:32 = iadd %6, %3
            store_reg %7, %0 {write_mask=x}
    }
    b5 from b2:
        %8:32 = load_reg %0
        store_output %8, %2 {write_mask=x}
)");
}

TEST_CASE("what one side leaves as it is needs no copy there") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %4:32 = phi b1: %3, b2: %0
        store_output %4, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = load_vertex_id
        store_reg %1, %0 {write_mask=x}
        %2:32 = const 3
        %3:32 = load_reg %0
        %4:1 = ilt %3, %2
    if %4 {
        b1 from b0:
            %5:32 = load_reg %0
            %6:32 = iadd %5, %2
            store_reg %6, %0 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %7:32 = load_reg %0
        store_output %7, %2 {write_mask=x}
)");
}

TEST_CASE("values that go round in a loop are copied in parallel") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 1
        %2:32 = load_draw_id
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %4:32 = phi b0: %2, b4: %3
            %5:1 = ige %3, %4
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
        store_output %3, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %2:32 = load_vertex_id
        store_reg %2, %0 {write_mask=x}
        %3:32 = const 1
        %4:32 = load_draw_id
        store_reg %4, %1 {write_mask=x}
    loop {
        b1 from b0 b4:
            %5:32 = load_reg %0
            %6:32 = load_reg %1
            %7:1 = ige %5, %6
        if %7 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %8:32 = load_reg %0
            %9:32 = load_reg %1
            parallel_copy register %0 = %9, register %1 = %8
    }
    b5 from b2:
        %10:32 = load_reg %0
        store_output %10, %3 {write_mask=x}
)");
}

TEST_CASE("a source that is needed behind the phi is copied") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %4:32 = phi b1: %3, b2: %0
        store_output %4, %0 {write_mask=x}
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:1 = ilt %1, %2
    if %3 {
        b1 from b0:
            %4:32 = iadd %1, %2
            store_reg %4, %0 {write_mask=x}
    } else {
        b2 from b0:
            parallel_copy register %0 = %1
    }
    b3 from b1 b2:
        %5:32 = load_reg %0
        store_output %5, %1 {write_mask=x}
)");
}
