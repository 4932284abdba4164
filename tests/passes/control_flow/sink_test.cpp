#include <jacquard/passes/sink.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { sink(shader); }, body);
}

} // namespace

TEST_CASE("what one side needs is computed there") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = iadd %0, %1
        %4:32 = imul %3, %3
        %5:32 = ineg %0
    if %2 {
        b1 from b0:
            store_output %4, %1 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %6:32 = phi b1: %5, b2: %0
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
            %4:32 = imul %3, %3
            %5:32 = ineg %0
            store_output %4, %1 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %6:32 = phi b1: %5, b2: %0
        store_output %6, %1 {write_mask=x}
)");
}

TEST_CASE("nothing moves into a loop, and out of one what is read behind it") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:32 = iadd %0, %1
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %4:32 = iadd %3, %2
            %5:32 = imul %4, %3
            %6:1 = ilt %4, %1
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
        store_output %5, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:32 = iadd %0, %1
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %4:32 = iadd %3, %2
            %5:1 = ilt %4, %1
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
        %6:32 = imul %4, %3
        store_output %6, %1 {write_mask=x}
)");
}

TEST_CASE("reads of what may be written stay") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = load_output %1
        store_output %1, %1 {write_mask=x}
    if %2 {
        b1 from b0:
            store_output %3, %1 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = load_output %1
        store_output %1, %1 {write_mask=x}
    if %2 {
        b1 from b0:
            store_output %3, %1 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
)");
}
