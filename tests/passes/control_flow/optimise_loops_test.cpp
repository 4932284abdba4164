#include <jacquard/passes/optimise_loops.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { optimise_loops(shader); }, body);
}

} // namespace

TEST_CASE("a loop that runs once is its body") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0:
            %3:32 = phi b0: %0
            %4:32 = iadd %3, %1
            break
    }
    b2 from b1:
        %5:32 = phi b1: %4
        store_output %5, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = iadd %0, %1
        store_output %3, %1 {write_mask=x}
)");
}

TEST_CASE("its breaks become nested ifs") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
    loop {
        b1 from b0:
            %4:32 = iadd %0, %1
        if %2 {
            b2 from b1:
                store_output %4, %1 {write_mask=x}
                break
        } else {
            b3 from b1:
                %5:32 = imul %4, %1
        }
        b4 from b3:
            %6:32 = phi b3: %5
            store_output %6, %1 {write_mask=x}
        if %3 {
            b5 from b4:
        } else {
            b6 from b4:
                break
        }
        b7 from b5:
            %7:32 = ineg %6
            break
    }
    b8 from b2 b6 b7:
        %8:32 = phi b2: %4, b6: %6, b7: %7
        store_output %8, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
        %4:32 = iadd %0, %1
    if %2 {
        b1 from b0:
            store_output %4, %1 {write_mask=x}
    } else {
        b2 from b0:
            %5:32 = imul %4, %1
            store_output %5, %1 {write_mask=x}
        if %3 {
            b3 from b2:
                %6:32 = ineg %5
        } else {
            b4 from b2:
        }
        b5 from b3 b4:
            %7:32 = phi b3: %6, b4: %5
    }
    b6 from b1 b5:
        %8:32 = phi b1: %4, b5: %7
        store_output %8, %1 {write_mask=x}
)");
}

TEST_CASE("a loop that returns or breaks is no loop either") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b4:
        if %2 {
            b2 from b1:
                store_output %0, %1 {write_mask=x}
                break
        } else {
            b3 from b1:
                return
        }
        b4:
    }
    b5 from b2:
        store_output %1, %1 {write_mask=x}
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
            return
    }
    b3 from b1:
        store_output %1, %1 {write_mask=x}
)");
}

TEST_CASE("a loop that goes back stays") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b4:
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            store_output %1, %1 {write_mask=x}
    }
    b5 from b2:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b4:
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            store_output %1, %1 {write_mask=x}
    }
    b5 from b2:
)");
}

TEST_CASE("two ways out in a row with the same values are one") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
    loop {
        b1 from b0 b7:
            %2:32 = phi b0: %1, b7: %3
            %3:32 = iadd %2, %0
            %4:1 = ilt %3, %1
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:1 = ilt %3, %0
        if %5 {
            b5 from b4:
        } else {
            b6 from b4:
                break
        }
        b7 from b5:
    }
    b8 from b2 b6:
        %6:32 = phi b2: %3, b6: %3
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
    loop {
        b1 from b0 b4:
            %2:32 = phi b0: %1, b4: %3
            %3:32 = iadd %2, %0
            %4:1 = ilt %3, %1
            %5:1 = ilt %3, %0
            %6:1 = inot %5
            %7:1 = ior %4, %6
        if %7 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
        %8:32 = phi b2: %3
        store_output %8, %1 {write_mask=x}
)");
}
