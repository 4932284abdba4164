#include <jacquard/passes/hoist_invariants.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { hoist_invariants(shader); }, body);
}

} // namespace

TEST_CASE("what does not change moves out of all loops that allow it") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
    loop {
        b1 from b0 b9:
            %3:32 = phi b0: %1, b9: %4
            %4:32 = iadd %3, %0
        loop {
            b2 from b1 b5:
                %5:32 = phi b1: %1, b5: %6
                %6:32 = iadd %5, %0
                %7:32 = const 7
                %8:32 = imul %7, %0
                %9:32 = imul %4, %8
                %10:1 = ige %6, %9
            if %10 {
                b3 from b2:
                    break
            } else {
                b4 from b2:
                    %11:32 = iadd %9, %8
                    store_output %11, %1 {write_mask=x}
            }
            b5 from b4:
        }
        b6 from b3:
            %12:1 = ige %4, %8
        if %12 {
            b7 from b6:
                break
        } else {
            b8 from b6:
        }
        b9 from b8:
    }
    b10 from b7:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 7
        %3:32 = imul %2, %0
    loop {
        b1 from b0 b9:
            %4:32 = phi b0: %1, b9: %5
            %5:32 = iadd %4, %0
            %6:32 = imul %5, %3
            %7:32 = iadd %6, %3
        loop {
            b2 from b1 b5:
                %8:32 = phi b1: %1, b5: %9
                %9:32 = iadd %8, %0
                %10:1 = ige %9, %6
            if %10 {
                b3 from b2:
                    break
            } else {
                b4 from b2:
                    store_output %7, %1 {write_mask=x}
            }
            b5 from b4:
        }
        b6 from b3:
            %11:1 = ige %5, %3
        if %11 {
            b7 from b6:
                break
        } else {
            b8 from b6:
        }
        b9 from b8:
    }
    b10 from b7:
)");
}

TEST_CASE("what may fault moves only from where every iteration comes by") {
    CHECK(run(R"(
    b0:
        %0:32 = load_draw_id
        %1:32 = const 0
        %2:32 = load_vertex_id
    loop {
        b1 from b0 b4:
            %3:32 = load_global_constant %0 {align_mul=4}
            %4:1 = ige %3, %2
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:32 = load_global_constant %2 {align_mul=4}
            store_output %5, %1 {write_mask=x}
    }
    b5 from b2:
)") == R"(
    b0:
        %0:32 = load_draw_id
        %1:32 = const 0
        %2:32 = load_vertex_id
        %3:32 = load_global_constant %0 {align_mul=4}
        %4:1 = ige %3, %2
    loop {
        b1 from b0 b4:
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:32 = load_global_constant %2 {align_mul=4}
            store_output %5, %1 {write_mask=x}
    }
    b5 from b2:
)");
}
