#include <jacquard/passes/unroll_loops.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { unroll_loops(shader); }, body);
}

} // namespace

TEST_CASE("a loop that counts is written out, and its phis are values") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 3
        %3:32 = const 1
    loop {
        b1 from b0 b4:
            %4:32 = phi b0: %1, b4: %7
            %5:32 = phi b0: %0, b4: %8
            %6:1 = ige %4, %2
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %7:32 = iadd %4, %3
            %8:32 = imul %5, %4
    }
    b5 from b2:
        store_output %5, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 3
        %3:32 = const 1
        %4:1 = ige %1, %2
        %5:32 = iadd %1, %3
        %6:32 = imul %0, %1
        %7:1 = ige %5, %2
        %8:32 = iadd %5, %3
        %9:32 = imul %6, %5
        %10:1 = ige %8, %2
        %11:32 = iadd %8, %3
        %12:32 = imul %9, %8
        %13:1 = ige %11, %2
        store_output %12, %1 {write_mask=x}
)");
}

TEST_CASE("another way out stays a break of a loop that runs once") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 1
    loop {
        b1 from b0 b6:
            %4:32 = phi b0: %1, b6: %7
            %6:1 = ieq %4, %0
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %7:32 = iadd %4, %2
            %8:1 = ieq %7, %2
        if %8 {
            b5 from b4:
                store_output %7, %1 {write_mask=x}
                break
        } else {
            b7 from b4:
        }
        b6 from b7:
    }
    b8 from b2 b5:
        %9:32 = phi b2: %4, b5: %1
        store_output %9, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 1
    loop {
        b1 from b0:
            %3:1 = ieq %1, %0
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = iadd %1, %2
            %5:1 = ieq %4, %2
            store_output %4, %1 {write_mask=x}
            break
    }
    b5 from b2 b4:
        %6:32 = phi b2: %1, b4: %1
        store_output %6, %1 {write_mask=x}
)");
}

TEST_CASE("a float counter ends where rounding ends it") {
    CHECK(run(R"(
    b0:
        %1:32 = const 0.0
        %2:32 = const 0.3
        %3:32 = const 0.1
        %9:32 = const 0
    loop {
        b1 from b0 b4:
            %4:32 = phi b0: %1, b4: %5
            %5:32 = fadd %4, %3
            store_output %4, %9 {write_mask=x}
            %6:1 = fge %5, %2
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 0.3
        %2:32 = const 0.1
        %3:32 = const 0
        %4:32 = fadd %0, %2
        store_output %0, %3 {write_mask=x}
        %5:1 = fge %4, %1
        %6:32 = fadd %4, %2
        store_output %4, %3 {write_mask=x}
        %7:1 = fge %6, %1
        %8:32 = fadd %6, %2
        store_output %6, %3 {write_mask=x}
        %9:1 = fge %8, %1
)");
}

TEST_CASE("nests are unrolled from the inside") {
    CHECK(run(R"(
    b0:
        %1:32 = const 0
        %2:32 = const 2
        %3:32 = const 1
    loop {
        b1 from b0 b9:
            %4:32 = phi b0: %1, b9: %5
            %5:32 = iadd %4, %3
        loop {
            b2 from b1 b5:
                %6:32 = phi b1: %1, b5: %7
                %7:32 = iadd %6, %3
                store_output %4, %6 {write_mask=x}
                %8:1 = ige %7, %2
            if %8 {
                b3 from b2:
                    break
            } else {
                b4 from b2:
            }
            b5 from b4:
        }
        b6 from b3:
            %9:1 = ige %5, %2
        if %9 {
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
        %0:32 = const 0
        %1:32 = const 2
        %2:32 = const 1
        %3:32 = iadd %0, %2
        %4:32 = iadd %0, %2
        store_output %0, %0 {write_mask=x}
        %5:1 = ige %4, %1
        %6:32 = iadd %4, %2
        store_output %0, %4 {write_mask=x}
        %7:1 = ige %6, %1
        %8:1 = ige %3, %1
        %9:32 = iadd %3, %2
        %10:32 = iadd %0, %2
        store_output %3, %0 {write_mask=x}
        %11:1 = ige %10, %1
        %12:32 = iadd %10, %2
        store_output %3, %10 {write_mask=x}
        %13:1 = ige %12, %1
        %14:1 = ige %9, %1
)");
}

TEST_CASE("too much stays a loop") {
    CHECK(after([](Shader& shader) { unroll_loops(shader, {.iterations = 2}); }, R"(
    b0:
        %1:32 = const 0
        %2:32 = const 3
        %3:32 = const 1
    loop {
        b1 from b0 b4:
            %4:32 = phi b0: %1, b4: %5
            %5:32 = iadd %4, %3
            %6:1 = ige %4, %2
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 3
        %2:32 = const 1
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %0, b4: %4
            %4:32 = iadd %3, %2
            %5:1 = ige %3, %1
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)");
}

TEST_CASE("around a loop that stays nothing is unrolled where that is asked for") {
    const std::string nest = R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 2
        %3:32 = const 1
    loop {
        b1 from b0 b8:
            %4:32 = phi b0: %1, b8: %5
            %5:32 = iadd %4, %3
            %6:1 = ige %4, %2
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
        loop {
            b5 from b4 b9:
                %7:32 = phi b4: %0, b9: %8
                %8:32 = ushr %7, %3
                %9:1 = ieq %7, %1
            if %9 {
                b6 from b5:
                    break
            } else {
                b7 from b5:
            }
            b9 from b7:
        }
        b8 from b6:
    }
    b10 from b2:
)";
    const std::string as_it_is = after([](Shader&) {}, nest);
    CHECK(after([](Shader& shader) { unroll_loops(shader, {.around_loops = false}); }, nest) ==
          as_it_is);
    CHECK(after([](Shader& shader) { unroll_loops(shader); }, nest) != as_it_is);
}

TEST_CASE("unknown counts take two iterations at once where that is asked for") {
    CHECK(after([](Shader& shader) { unroll_loops(shader, {.partial = 2}); }, R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %3:32 = const 1
    loop {
        b1 from b0 b4:
            %4:32 = phi b0: %1, b4: %5
            %5:32 = iadd %4, %3
            %6:1 = ige %4, %0
        if %6 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            store_output %4, %1 {write_mask=x}
    }
    b5 from b2:
        store_output %5, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 0
        %2:32 = const 1
    loop {
        b1 from b0 b7:
            %3:32 = phi b0: %1, b7: %6
            %4:32 = iadd %3, %2
            %5:1 = ige %3, %0
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            store_output %3, %1 {write_mask=x}
            %6:32 = iadd %4, %2
            %7:1 = ige %4, %0
        if %7 {
            b5 from b4:
                break
        } else {
            b6 from b4:
        }
        b7 from b6:
            store_output %4, %1 {write_mask=x}
    }
    b8 from b2 b5:
        %8:32 = phi b2: %4, b5: %6
        store_output %8, %1 {write_mask=x}
)");
}
