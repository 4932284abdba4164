#include <jacquard/passes/lower_returns.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { lower_returns(shader); }, body);
}

} // namespace

TEST_CASE("a return at the end goes") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        store_output %0, %0 {write_mask=x}
        return
)") == R"(
    b0:
        %0:32 = load_vertex_id
        store_output %0, %0 {write_mask=x}
)");
}

TEST_CASE("early returns break out of a loop that runs once") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            store_output %0, %1 {write_mask=x}
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        store_output %1, %1 {write_mask=x}
)") == R"(
    b0:
    loop {
        b1 from b0:
            %0:32 = load_vertex_id
            %1:32 = const 3
            %2:1 = ilt %0, %1
        if %2 {
            b2 from b1:
                store_output %0, %1 {write_mask=x}
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            store_output %1, %1 {write_mask=x}
            break
    }
    b5 from b2 b4:
)");
}

TEST_CASE("a return in a loop leaves it and all around it") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
    loop {
        b1 from b0 b6:
            %2:32 = phi b0: %0, b6: %3
            %3:32 = iadd %2, %1
            %4:1 = ilt %3, %1
        if %4 {
            b2 from b1:
                return
        } else {
            b3 from b1:
                %5:32 = imul %3, %3
                %6:1 = ilt %5, %1
            if %6 {
                b4 from b3:
                    break
            } else {
                b5 from b3:
            }
            b7 from b5:
        }
        b6 from b7:
    }
    b8 from b4:
        %7:32 = phi b4: %3
        store_output %5, %7 {write_mask=x}
)") == R"(
    b0:
        %0:32 = undef
        %1:32 = decl_reg {num_components=1, bit_size=1, divergent=true}
    loop {
        b1 from b0:
            %2:32 = undef
            %3:1 = const false
            store_reg %3, %1 {write_mask=x}
            %4:32 = load_vertex_id
            %5:32 = const 3
        loop {
            b2 from b1 b8:
                %6:32 = phi b1: %0, b8: %11
                %7:32 = phi b1: %4, b8: %8
                %8:32 = iadd %7, %5
                %9:1 = ilt %8, %5
            if %9 {
                b3 from b2:
                    %10:1 = const true
                    store_reg %10, %1 {write_mask=x}
                    break
            } else {
                b4 from b2:
                    %11:32 = imul %8, %8
                    %12:1 = ilt %11, %5
                if %12 {
                    b5 from b4:
                        break
                } else {
                    b6 from b4:
                }
                b7 from b6:
            }
            b8 from b7:
        }
        b9 from b3 b5:
            %13:32 = phi b3: %6, b5: %11
            %14:32 = phi b5: %8, b3: %2
            %15:1 = load_reg %1
        if %15 {
            b10 from b9:
                break
        } else {
            b11 from b9:
        }
        b12 from b11:
            store_output %13, %14 {write_mask=x}
            break
    }
    b13 from b10 b12:
)");
}
