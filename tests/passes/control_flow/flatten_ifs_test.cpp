#include <jacquard/passes/flatten_ifs.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { flatten_ifs(shader); }, body);
}

} // namespace

TEST_CASE("cheap sides become selections, inner ones first") {
    CHECK(run(R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:1 = ilt %1, %2
        %4:1 = ieq %1, %2
    if %3 {
        b1 from b0:
            %5:32x2 = fadd %0, %0.yx
        if %4 {
            b2 from b1:
                %6:32x2 = fneg %5
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
            %7:32x2 = phi b2: %6, b3: %5
    } else {
        b5 from b0:
    }
    b6 from b4 b5:
        %8:32x2 = phi b4: %7, b5: %0
        %9:1 = phi b4: %4, b5: %3
        %10:32x2 = fabs %8
        store_output %10, %2 {write_mask=xy}
)") == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:1 = ilt %1, %2
        %4:1 = ieq %1, %2
        %5:32x2 = fadd %0, %0.yx
        %6:32x2 = fneg %5
        %7:32x2 = bcsel %4.xx, %6, %5
        %8:32x2 = bcsel %3.xx, %7, %0
        %9:1 = bcsel %3, %4, %3
        %10:32x2 = fabs %8
        store_output %10, %2 {write_mask=xy}
)");
}

TEST_CASE("writes, jumps, loads from an address and subgroup operations are not computed in vain") {
    CHECK(run(R"(
    b0:
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:1 = ilt %1, %2
    if %3 {
        b1 from b0:
            store_output %1, %2 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
    if %3 {
        b4 from b3:
            return
    } else {
        b5 from b3:
    }
    b6 from b5:
    if %3 {
        b7 from b6:
            %4:32 = load_global_constant %1 {align_mul=4}
    } else {
        b8 from b6:
            %5:32 = read_first_invocation %1
    }
    b9 from b7 b8:
        %6:32 = phi b7: %4, b8: %5
        store_output %6, %2 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            store_output %0, %1 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
    if %2 {
        b4 from b3:
            return
    } else {
        b5 from b3:
    }
    b6 from b5:
    if %2 {
        b7 from b6:
            %3:32 = load_global_constant %0 {align_mul=4}
    } else {
        b8 from b6:
            %4:32 = read_first_invocation %0
    }
    b9 from b7 b8:
        %5:32 = phi b7: %3, b8: %4
        store_output %5, %1 {write_mask=x}
)");
}

TEST_CASE("sides that cost more than the limit stay") {
    CHECK(after([](Shader& shader) { flatten_ifs(shader, {1}); }, R"(
    b0:
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:1 = ilt %1, %2
    if %3 {
        b1 from b0:
            %4:32 = iadd %1, %2
            %5:32 = imul %4, %2
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %6:32 = phi b1: %5, b2: %2
    if %3 {
        b4 from b3:
            %7:32 = iadd %1, %2
    } else {
        b5 from b3:
    }
    b6 from b4 b5:
        %8:32 = phi b4: %7, b5: %6
        store_output %8, %2 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
            %4:32 = imul %3, %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:32 = phi b1: %4, b2: %1
        %6:32 = iadd %0, %1
        %7:32 = bcsel %2, %6, %5
        store_output %7, %1 {write_mask=x}
)");
}
