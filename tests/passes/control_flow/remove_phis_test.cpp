#include <jacquard/passes/remove_phis.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { remove_phis(shader); }, body);
}

} // namespace

TEST_CASE("a phi of one value is that value, through phis that follow from it") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b6:
            %3:32 = phi b0: %0, b6: %6
        if %2 {
            b2 from b1:
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
            %6:32 = phi b2: %3, b3: %3
        if %2 {
            b5 from b4:
                break
        } else {
            b7 from b4:
        }
        b6 from b7:
    }
    b8 from b5:
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b7:
        if %2 {
            b2 from b1:
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
        if %2 {
            b5 from b4:
                break
        } else {
            b6 from b4:
        }
        b7 from b6:
    }
    b8 from b5:
        store_output %0, %1 {write_mask=x}
)");
}

TEST_CASE("equal constants are one value") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = const 7
    } else {
        b2 from b0:
            %4:32 = const 7
    }
    b3 from b1 b2:
        %5:32 = phi b1: %3, b2: %4
        store_output %5, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = const 7
    } else {
        b2 from b0:
            %4:32 = const 7
    }
    b3 from b1 b2:
        %5:32 = const 7
        store_output %5, %1 {write_mask=x}
)");
}

TEST_CASE("undefined sources follow the others where those are available") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %9:32 = undef
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:32 = phi b1: %0, b2: %9
        %6:32 = phi b1: %3, b2: %9
        store_output %5, %6 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = undef
    if %2 {
        b1 from b0:
            %4:32 = iadd %0, %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:32 = phi b1: %4, b2: %3
        store_output %0, %5 {write_mask=x}
)");
}
