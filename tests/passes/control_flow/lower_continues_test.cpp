#include <jacquard/passes/lower_continues.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { lower_continues(shader); }, body);
}

} // namespace

TEST_CASE("what follows an if that continues moves into the other side") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 3
    loop {
        b1 from b0 b2 b7:
            %3:32 = phi b0: %1, b2: %4, b7: %8
            %4:32 = iadd %3, %2
            %5:1 = ige %3, %2
        if %5 {
            b2 from b1:
                continue
        } else {
            b3 from b1:
        }
        b4 from b3:
            %6:32 = imul %4, %0
            %7:1 = ige %6, %2
        if %7 {
            b5 from b4:
                break
        } else {
            b6 from b4:
        }
        b7 from b6:
            %8:32 = iadd %6, %2
    }
    b8 from b5:
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 3
    loop {
        b1 from b0 b7:
            %3:32 = phi b0: %1, b7: %9
            %4:32 = iadd %3, %2
            %5:1 = ige %3, %2
        if %5 {
            b2 from b1:
        } else {
            b3 from b1:
                %6:32 = imul %4, %0
                %7:1 = ige %6, %2
            if %7 {
                b4 from b3:
                    break
            } else {
                b5 from b3:
            }
            b6 from b5:
                %8:32 = iadd %6, %2
        }
        b7 from b2 b6:
            %9:32 = phi b2: %4, b6: %8
    }
    b8 from b4:
        store_output %6, %1 {write_mask=x}
)");
}

TEST_CASE("a continue at the end of the body is superfluous") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:1 = ige %0, %1
    loop {
        b1 from b0 b3 b4 b7:
            %3:32 = phi b0: %1, b3: %0, b4: %4, b7: %1
            %4:32 = iadd %3, %0
            %5:1 = ige %4, %0
        if %5 {
            b2 from b1:
                store_output %4, %1 {write_mask=x}
            if %2 {
                b3 from b2:
                    continue
            } else {
                b5 from b2:
                    break
            }
            b6:
        } else {
            b4 from b1:
                continue
        }
        b7 from b6:
    }
    b8 from b5:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:1 = ige %0, %1
    loop {
        b1 from b0 b7:
            %3:32 = phi b0: %1, b7: %6
            %4:32 = iadd %3, %0
            %5:1 = ige %4, %0
        if %5 {
            b2 from b1:
                store_output %4, %1 {write_mask=x}
            if %2 {
                b3 from b2:
            } else {
                b4 from b2:
                    break
            }
            b5 from b3:
        } else {
            b6 from b1:
        }
        b7 from b5 b6:
            %6:32 = phi b5: %0, b6: %4
    }
    b8 from b4:
)");
}

TEST_CASE("no more than the limit") {
    CHECK(after([](Shader& shader) { lower_continues(shader, {1}); }, R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:1 = ige %0, %1
    loop {
        b1 from b0 b2 b5 b7:
        if %2 {
            b2 from b1:
                continue
        } else {
            b3 from b1:
        }
        b4 from b3:
            store_output %0, %1 {write_mask=x}
        if %2 {
            b5 from b4:
                continue
        } else {
            b6 from b4:
        }
        b7 from b6:
            store_output %1, %1 {write_mask=x}
    }
    b8:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:1 = ige %0, %1
    loop {
        b1 from b0 b4 b7:
        if %2 {
            b2 from b1:
        } else {
            b3 from b1:
                store_output %0, %1 {write_mask=x}
            if %2 {
                b4 from b3:
                    continue
            } else {
                b5 from b3:
            }
            b6 from b5:
                store_output %1, %1 {write_mask=x}
        }
        b7 from b2 b6:
    }
    b8:
)");
}
