#include <jacquard/passes/lower_indirect_registers.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string lowered(const std::string& body, unsigned max_elements = 64) {
    return after(
        [max_elements](Shader& shader) { lower_indirect_registers(shader, {max_elements}); }, body);
}

const char* const kBody = R"(
    b0:
        %0:32 = decl_reg {num_components=2, num_array_elems=3, bit_size=32}
        %1:32x2 = const 1.0, 2.0
        %2:32 = load_vertex_id
        store_reg %1, %0 {base=2, write_mask=xy}
        store_reg_indirect %1, %0, %2 {write_mask=y}
        %3:32x2 = load_reg_indirect %0, %2 {base=1}
        %4:32x2 = load_reg %0 {base=1}
)";

} // namespace

TEST_CASE("an array of registers becomes single ones, its indices selections") {
    CHECK(lowered(kBody) == R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32, divergent=true}
        %1:32 = decl_reg {num_components=2, bit_size=32, divergent=true}
        %2:32 = decl_reg {num_components=2, bit_size=32, divergent=true}
        %3:32x2 = const 1.0, 2.0
        %4:32 = load_vertex_id
        store_reg %3, %2 {write_mask=xy}
        %5:32x2 = load_reg %0
        %6:32 = const 0
        %7:1 = ieq %4, %6
        %8:32x2 = bcsel %7.xx, %3, %5
        store_reg %8, %0 {write_mask=y}
        %9:32x2 = load_reg %1
        %10:32 = const 1
        %11:1 = ieq %4, %10
        %12:32x2 = bcsel %11.xx, %3, %9
        store_reg %12, %1 {write_mask=y}
        %13:32x2 = load_reg %2
        %14:32 = const 2
        %15:1 = ieq %4, %14
        %16:32x2 = bcsel %15.xx, %3, %13
        store_reg %16, %2 {write_mask=y}
        %17:32 = const 1
        %18:32 = iadd %4, %17
        %19:32x2 = load_reg %0
        %20:32x2 = load_reg %1
        %21:32x2 = load_reg %2
        %22:32 = const 1
        %23:1 = ult %18, %22
        %24:32x2 = bcsel %23.xx, %19, %20
        %25:32 = const 2
        %26:1 = ult %18, %25
        %27:32x2 = bcsel %26.xx, %24, %21
        %28:32x2 = load_reg %1
)");
}

TEST_CASE("an array that is too long stays") {
    CHECK(lowered(kBody, 2) == kBody);
}

TEST_CASE("accesses past the end of an array change nothing") {
    CHECK(lowered(R"(
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=1, bit_size=32}
        %1:32 = const 1.0
        store_reg %1, %0 {base=1, write_mask=x}
        %2:32 = load_reg %0 {base=4}
        %3:32 = fneg %2
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32, divergent=true}
        %1:32 = const 1.0
        %2:32 = undef
        %3:32 = fneg %2
)");
}

TEST_CASE("an array that is far too long stays whatever the limit is") {
    const std::string body = R"(
    b0:
        %0:32 = decl_reg {num_components=1, num_array_elems=5000, bit_size=32, divergent=true}
        %1:32 = const 5
        store_reg_indirect %1, %0, %1 {write_mask=x}
)";
    CHECK(lowered(body, 4294967295) == body);
}
