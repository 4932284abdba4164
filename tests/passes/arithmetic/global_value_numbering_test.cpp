#include <jacquard/passes/global_value_numbering.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { global_value_numbering(shader); }, body);
}

} // namespace

TEST_CASE("what both sides of an if compute is computed once in front of it") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = const 5
            %4:32 = iadd %0, %3
            store_output %4, %1 {write_mask=x}
    } else {
        b2 from b0:
            %5:32 = const 5
            %6:32 = iadd %5, %0
            %7:32 = ineg %6
            store_output %7, %1 {write_mask=x}
    }
    b3 from b1 b2:
        %8:32 = iadd %0, %1
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = const 5
        %4:32 = iadd %0, %3
    if %2 {
        b1 from b0:
            store_output %4, %1 {write_mask=x}
    } else {
        b2 from b0:
            %5:32 = ineg %4
            store_output %5, %1 {write_mask=x}
    }
    b3 from b1 b2:
)");
}

TEST_CASE("invariants leave loops, and what one side needs goes there") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %9:32 = imul %0, %0
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %4:32 = iadd %3, %0
            %5:32 = imul %0, %1
            %6:1 = ilt %4, %5
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
                %7:32 = iadd %5, %1
                store_output %7, %1 {write_mask=x}
        }
        b4 from b3:
    }
    b5 from b2:
    if %2 {
        b6 from b5:
            store_output %9, %1 {write_mask=x}
    } else {
        b7 from b5:
    }
    b8 from b6 b7:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:32 = imul %0, %1
        %3:32 = iadd %2, %1
    loop {
        b1 from b0 b4:
            %4:32 = phi b0: %0, b4: %5
            %5:32 = iadd %4, %0
            %6:1 = ilt %5, %2
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
                store_output %3, %1 {write_mask=x}
        }
        b4 from b3:
    }
    b5 from b2:
        %7:1 = ilt %0, %1
    if %7 {
        b6 from b5:
            %8:32 = imul %0, %0
            store_output %8, %1 {write_mask=x}
    } else {
        b7 from b5:
    }
    b8 from b6 b7:
)");
}

TEST_CASE("loads from an address are one only where one dominates") {
    CHECK(run(R"(
    b0:
        %0:32 = load_draw_id
        %1:32 = const 3
        %2:32 = load_vertex_id
        %3:1 = ilt %2, %1
    if %3 {
        b1 from b0:
            %4:32 = load_global_constant %0 {align_mul=4}
            %5:32 = load_global_constant %0 {align_mul=4}
            store_output %4, %5 {write_mask=x}
    } else {
        b2 from b0:
            %6:32 = load_global_constant %0 {align_mul=4}
            store_output %6, %1 {write_mask=x}
    }
    b3 from b1 b2:
)") == R"(
    b0:
        %0:32 = load_draw_id
        %1:32 = const 3
        %2:32 = load_vertex_id
        %3:1 = ilt %2, %1
    if %3 {
        b1 from b0:
            %4:32 = load_global_constant %0 {align_mul=4}
            store_output %4, %4 {write_mask=x}
    } else {
        b2 from b0:
            %5:32 = load_global_constant %0 {align_mul=4}
            store_output %5, %1 {write_mask=x}
    }
    b3 from b1 b2:
)");
}
