#include <jacquard/passes/optimise_ifs.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { optimise_ifs(shader); }, body);
}

} // namespace

TEST_CASE("inside its sides a condition is known, and what it follows from") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
        %4:1 = iand %2, %3
    if %4 {
        b1 from b0:
            %5:32 = bcsel %2, %0, %1
            %6:32 = bcsel %3, %1, %5
            store_output %6, %1 {write_mask=x}
    } else {
        b2 from b0:
            %7:32 = bcsel %4, %0, %1
            %8:32 = bcsel %3, %7, %1
            store_output %8, %1 {write_mask=x}
    }
    b3 from b1 b2:
        %9:32 = bcsel %4, %0, %1
        store_output %9, %1 {write_mask=x}
)") == R"(
    b0:
        %0:1 = const false
        %1:1 = const true
        %2:32 = load_vertex_id
        %3:32 = const 3
        %4:1 = ilt %2, %3
        %5:1 = ieq %2, %3
        %6:1 = iand %4, %5
    if %6 {
        b1 from b0:
            %7:32 = bcsel %1, %2, %3
            %8:32 = bcsel %1, %3, %7
            store_output %8, %3 {write_mask=x}
    } else {
        b2 from b0:
            %9:32 = bcsel %0, %2, %3
            %10:32 = bcsel %5, %9, %3
            store_output %10, %3 {write_mask=x}
    }
    b3 from b1 b2:
        %11:32 = bcsel %6, %2, %3
        store_output %11, %3 {write_mask=x}
)");
}

TEST_CASE("behind an if that jumped away its condition is known") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        %3:32 = bcsel %2, %0, %1
        store_output %3, %1 {write_mask=x}
)") == R"(
    b0:
        %0:1 = const false
        %1:32 = load_vertex_id
        %2:32 = const 3
        %3:1 = ilt %1, %2
    if %3 {
        b1 from b0:
            return
    } else {
        b2 from b0:
    }
    b3 from b2:
        %4:32 = bcsel %0, %1, %2
        store_output %4, %2 {write_mask=x}
)");
}

TEST_CASE("an empty then side and a negated condition turn the if round") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = inot %2
    if %2 {
        b1 from b0:
    } else {
        b2 from b0:
            store_output %0, %1 {write_mask=x}
    }
    b3 from b1 b2:
        %4:32 = phi b1: %0, b2: %1
        store_output %4, %1 {write_mask=x}
    if %3 {
        b4 from b3:
            store_output %0, %1 {write_mask=x}
    } else {
        b5 from b3:
            store_output %1, %1 {write_mask=x}
    }
    b6 from b4 b5:
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = inot %2
        %4:1 = inot %2
    if %4 {
        b1 from b0:
            store_output %0, %1 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %5:32 = phi b2: %0, b1: %1
        store_output %5, %1 {write_mask=x}
    if %2 {
        b4 from b3:
            store_output %1, %1 {write_mask=x}
    } else {
        b5 from b3:
            store_output %0, %1 {write_mask=x}
    }
    b6 from b4 b5:
)");
}

TEST_CASE("an if that is all of another's side merges with it") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:1 = ieq %0, %1
        if %3 {
            b2 from b1:
                store_output %0, %1 {write_mask=x}
                %4:32 = load_output %1
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
            %5:32 = phi b2: %4, b3: %0
    } else {
        b5 from b0:
    }
    b6 from b4 b5:
        %6:32 = phi b4: %5, b5: %0
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
        %4:1 = iand %2, %3
    if %4 {
        b1 from b0:
            store_output %0, %1 {write_mask=x}
            %5:32 = load_output %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %6:32 = phi b1: %5, b2: %0
        store_output %6, %1 {write_mask=x}
)");
}

TEST_CASE("it does not where the ways without it differ") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
    if %2 {
        b1 from b0:
        if %3 {
            b2 from b1:
                store_output %0, %1 {write_mask=x}
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
    } else {
        b5 from b0:
    }
    b6 from b4 b5:
        %6:32 = phi b4: %0, b5: %1
        store_output %6, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
    if %2 {
        b1 from b0:
        if %3 {
            b2 from b1:
                store_output %0, %1 {write_mask=x}
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
    } else {
        b5 from b0:
    }
    b6 from b4 b5:
        %4:32 = phi b4: %0, b5: %1
        store_output %4, %1 {write_mask=x}
)");
}

TEST_CASE("ifs of one condition in a row become one") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
    } else {
        b2 from b0:
            %4:32 = imul %0, %1
    }
    b3 from b1 b2:
        %5:32 = phi b1: %3, b2: %4
    if %2 {
        b4 from b3:
            %6:32 = ineg %5
    } else {
        b5 from b3:
            store_output %5, %1 {write_mask=x}
    }
    b6 from b4 b5:
        %7:32 = phi b4: %6, b5: %5
    if %2 {
        b7 from b6:
            store_output %7, %1 {write_mask=x}
    } else {
        b8 from b6:
            return
    }
    b9 from b7:
        store_output %5, %7 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            %3:32 = iadd %0, %1
            %4:32 = ineg %3
            store_output %4, %1 {write_mask=x}
    } else {
        b2 from b0:
            %5:32 = imul %0, %1
            store_output %5, %1 {write_mask=x}
            return
    }
    b3 from b1:
        store_output %3, %4 {write_mask=x}
)");
}

TEST_CASE("they stay apart where one leaves a loop behind which a value of both sides is read") {
    const std::string shader = R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    loop {
        b1 from b0:
        if %2 {
            b2 from b1:
                %3:32 = iadd %0, %1
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
            %4:32 = phi b2: %3, b3: %0
        if %2 {
            b5 from b4:
                break
        } else {
            b6 from b4:
        }
        b7 from b6:
            store_output %1, %0 {write_mask=x}
            break
    }
    b8 from b5 b7:
        store_output %4, %1 {write_mask=x}
)";
    CHECK(run(shader) == shader);
}

TEST_CASE("they stay apart, too, where a side of one leaves the loop only sometimes") {
    const std::string shader = R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:1 = ieq %0, %1
    loop {
        b1 from b0:
        if %2 {
            b2 from b1:
                %4:32 = iadd %0, %1
        } else {
            b3 from b1:
        }
        b4 from b2 b3:
            %5:32 = phi b2: %4, b3: %0
        if %2 {
            b5 from b4:
            if %3 {
                b6 from b5:
                    break
            } else {
                b7 from b5:
            }
            b8 from b7:
        } else {
            b9 from b4:
        }
        b10 from b8 b9:
            break
    }
    b11 from b6 b10:
        store_output %5, %1 {write_mask=x}
)";
    CHECK(run(shader) == shader);
}

TEST_CASE("a phi of constants becomes a selection") {
    CHECK(run(R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            store_output %0, %1 {write_mask=x}
            %3:32 = const 1.0
            %4:1 = const false
    } else {
        b2 from b0:
            %5:32 = const 0.0
            %6:1 = const true
    }
    b3 from b1 b2:
        %7:32 = phi b1: %3, b2: %5
        %8:1 = phi b1: %4, b2: %6
        %9:32 = bcsel %8, %7, %0
        store_output %9, %1 {write_mask=x}
)") == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            store_output %0, %1 {write_mask=x}
            %3:32 = const 1.0
            %4:1 = const false
    } else {
        b2 from b0:
            %5:32 = const 0
            %6:1 = const true
    }
    b3 from b1 b2:
        %7:32 = const 1.0
        %8:32 = const 0
        %9:32 = bcsel %2, %7, %8
        %10:1 = inot %2
        %11:32 = bcsel %10, %9, %0
        store_output %11, %1 {write_mask=x}
)");
}
