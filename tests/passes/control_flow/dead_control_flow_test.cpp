#include <jacquard/passes/dead_control_flow.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { dead_control_flow(shader); }, body);
}

} // namespace

TEST_CASE("the side that a constant condition picks takes the place of its if") {
    CHECK(run(R"(
    b0:
        %0:1 = const true
        %1:32 = load_vertex_id
        %2:32 = const 3
    if %0 {
        b1 from b0:
            %4:32 = iadd %1, %2
    } else {
        b2 from b0:
            %5:32 = ineg %2
    }
    b3 from b1 b2:
        %6:32 = phi b1: %4, b2: %5
        store_output %6, %2 {write_mask=x}
)") == R"(
    b0:
        %0:1 = const true
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:32 = iadd %1, %2
        store_output %3, %2 {write_mask=x}
)");
}

TEST_CASE("a loop whose only exit is never taken keeps running") {
    CHECK(run(R"(
    b0:
        %0:1 = const false
        %1:32 = const 3
    loop {
        b1 from b0 b4:
            store_output %1, %1 {write_mask=x}
        if %0 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
        store_output %1, %1 {write_mask=x}
)") == R"(
    b0:
        %0:1 = const false
        %1:32 = const 3
    loop {
        b1 from b0 b1:
            store_output %1, %1 {write_mask=x}
    }
    b2:
)");
}

TEST_CASE("ifs and loops without effects go, also when nested") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
        loop {
            b2 from b1 b5:
                %3:32 = phi b1: %0, b5: %4
                %4:32 = iadd %3, %1
                %5:1 = ilt %4, %1
            if %5 {
                b3 from b2:
                    break
            } else {
                b4 from b2:
            }
            b5 from b4:
        }
        b6 from b3:
    } else {
        b7 from b0:
    }
    b8 from b6 b7:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
)");
}

TEST_CASE("a loop whose value is read behind it stays, and so does one that writes or returns") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %4:32 = iadd %3, %1
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
    loop {
        b6 from b5 b9:
            %6:32 = phi b5: %0, b9: %7
            %7:32 = iadd %6, %1
            %8:1 = ilt %7, %1
        if %8 {
            b7 from b6:
                break
        } else {
            b8 from b6:
                return
        }
        b9:
    }
    b10 from b7:
        store_output %4, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = undef
        %1:32 = load_vertex_id
        %2:32 = const 3
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %1, b4: %4
            %4:32 = iadd %3, %2
            %5:1 = ilt %4, %2
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
    loop {
        b6 from b5 b9:
            %6:32 = phi b5: %1, b9: %0
            %7:32 = iadd %6, %2
            %8:1 = ilt %7, %2
        if %8 {
            b7 from b6:
                break
        } else {
            b8 from b6:
                return
        }
        b9:
    }
    b10 from b7:
        store_output %4, %2 {write_mask=x}
)");
}

TEST_CASE("what follows jumps on both sides goes") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b6:
            store_output %0, %1 {write_mask=x}
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
                break
        }
        b4:
            store_output %1, %1 {write_mask=x}
        if %2 {
            b5 from b4:
        } else {
            b7 from b4:
        }
        b6 from b5 b7:
    }
    b8 from b2 b3:
        %4:32 = phi b2: %0, b3: %1
        store_output %4, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0 b4:
            store_output %0, %1 {write_mask=x}
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
                break
        }
        b4:
    }
    b5 from b2 b3:
        %3:32 = phi b2: %0, b3: %1
        store_output %3, %1 {write_mask=x}
)");
}

TEST_CASE("an if with an endless loop on one side stays, since what is behind reads the other") {
    const std::string text = R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
        loop {
            b2 from b1 b2:
        }
        b3:
    } else {
        b4 from b0:
            %3:32 = iadd %0, %1
    }
    b5 from b3 b4:
        store_output %3, %1 {write_mask=x}
)";
    CHECK(run(text) == text);
}
