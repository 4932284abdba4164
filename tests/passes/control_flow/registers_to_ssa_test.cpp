#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/registers_to_ssa.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string ssa(const std::string& body) {
    return after([](Shader& shader) { registers_to_ssa(shader); }, body);
}

} // namespace

TEST_CASE("a load reads what was stored last") {
    CHECK(ssa(R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32}
        %1:32x2 = const 1.0, 2.0
        store_reg %1, %0 {write_mask=xy}
        %2:32x2 = load_reg %0
        %3:32x2 = fneg %2.yx
        store_reg %3, %0 {write_mask=xy}
        %4:32x2 = load_reg %0
        %5:32x2 = fadd %4, %2
)") == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:32x2 = fneg %0.yx
        %2:32x2 = fadd %1, %0
)");
}

TEST_CASE("a masked store keeps the other components") {
    CHECK(ssa(R"(
    b0:
        %0:32 = decl_reg {num_components=3, bit_size=32}
        %1:32x3 = const 1.0, 2.0, 3.0
        %2:32x3 = const 4.0, 5.0, 6.0
        store_reg %1, %0 {write_mask=xyz}
        store_reg %2, %0 {write_mask=y}
        %3:32x3 = load_reg %0
        %4:32x3 = fneg %3
)") == R"(
    b0:
        %0:32x3 = const 1.0, 2.0, 3.0
        %1:32x3 = const 4.0, 5.0, 6.0
        %2:32x3 = vec3 %0.x, %1.y, %0.z
        %3:32x3 = fneg %2
)");
}

TEST_CASE("a component never written reads as undefined") {
    CHECK(ssa(R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32}
        %1:32x2 = const 1.0, 2.0
        store_reg %1, %0 {write_mask=x}
        %2:32x2 = load_reg %0
        %3:32x2 = fneg %2
)") == R"(
    b0:
        %0:32 = undef
        %1:32x2 = const 1.0, 2.0
        %2:32x2 = vec2 %1.x, %0
        %3:32x2 = fneg %2
)");
}

TEST_CASE("ways that store differently meet in a phi, component by component") {
    CHECK(ssa(R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32}
        %1:32x2 = const 1.0, 2.0
        %2:1 = const true
        store_reg %1, %0 {write_mask=xy}
    if %2 {
        b1 from b0:
            %3:32x2 = const 3.0, 4.0
            store_reg %3, %0 {write_mask=y}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %4:32x2 = load_reg %0
        %5:32x2 = fneg %4
)") == R"(
    b0:
        %0:32x2 = const 1.0, 2.0
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32x2 = const 3.0, 4.0
            %3:32 = mov %2.y
    } else {
        b2 from b0:
            %4:32 = mov %0.y
    }
    b3 from b1 b2:
        %5:32 = phi b1: %3, b2: %4
        %6:32x2 = vec2 %0.x, %5
        %7:32x2 = fneg %6
)");
}

TEST_CASE("a loop's register becomes a phi at its head, and breaks supply what follows") {
    CHECK(ssa(R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = const 0
        %2:32 = const 10
        store_reg %1, %0 {write_mask=x}
    loop {
        b1 from b0 b4:
            %3:32 = load_reg %0
            %4:1 = ige %3, %2
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:32 = iadd %3, %2
            store_reg %5, %0 {write_mask=x}
    }
    b5 from b2:
        %6:32 = load_reg %0
        %7:32 = ineg %6
)") == R"(
    b0:
        %0:32 = const 0
        %1:32 = const 10
    loop {
        b1 from b0 b4:
            %2:32 = phi b0: %0, b4: %4
            %3:1 = ige %2, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = iadd %2, %1
    }
    b5 from b2:
        %5:32 = ineg %2
)");
}

TEST_CASE("code that nothing reaches reads undefined values") {
    CHECK(ssa(R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:1 = const true
        %2:32 = const 5
        store_reg %2, %0 {write_mask=x}
    if %1 {
        b1 from b0:
            return
    } else {
        b2 from b0:
            return
    }
    b3:
        %3:32 = load_reg %0
        %4:32 = ineg %3
)") == R"(
    b0:
        %0:32 = undef
        %1:1 = const true
        %2:32 = const 5
    if %1 {
        b1 from b0:
            return
    } else {
        b2 from b0:
            return
    }
    b3:
        %3:32 = ineg %0
)");
}

TEST_CASE("arrays and registers read with modifiers stay") {
    const std::string body = R"(
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=4, bit_size=32}
        %1:32 = decl_reg {num_components=1, bit_size=32}
        %2:32 = const 1
        store_reg %2, %0 {base=2, write_mask=x}
        %3:32 = load_reg_indirect %0, %2
        store_reg %3, %1 {write_mask=x}
        %4:32 = load_reg %1 {legacy_fneg=true}
)";
    CHECK(ssa(body) == body);
}
