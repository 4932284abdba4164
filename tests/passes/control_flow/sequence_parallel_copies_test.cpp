#include <jacquard/passes/sequence_parallel_copies.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string run(const std::string& body) {
    return after([](Shader& shader) { sequence_parallel_copies(shader); }, body);
}

} // namespace

TEST_CASE("a register is written when nobody has to read it any more") {
    CHECK(run(R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = decl_reg {num_components=1, bit_size=32}
        %2:32 = decl_reg {num_components=1, bit_size=32}
        %3:32 = load_vertex_id
        %4:32 = load_reg %0
        %5:32 = load_reg %1
        parallel_copy register %0 = %3, register %1 = %4, register %2 = %5
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = decl_reg {num_components=1, bit_size=32}
        %2:32 = decl_reg {num_components=1, bit_size=32}
        %3:32 = load_vertex_id
        %4:32 = load_reg %1
        store_reg %4, %2 {write_mask=x}
        %5:32 = load_reg %0
        store_reg %5, %1 {write_mask=x}
        store_reg %3, %0 {write_mask=x}
)");
}

TEST_CASE("circles are broken with one value, chains that hang on them come first") {
    CHECK(run(R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = decl_reg {num_components=1, bit_size=32}
        %2:32 = decl_reg {num_components=1, bit_size=32}
        %3:32 = decl_reg {num_components=1, bit_size=32}
        %4:32 = load_reg %0
        %5:32 = load_reg %1
        %6:32 = load_reg %2
        parallel_copy register %0 = %6, register %1 = %4, register %2 = %5, register %3 = %5
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=1, bit_size=32}
        %1:32 = decl_reg {num_components=1, bit_size=32}
        %2:32 = decl_reg {num_components=1, bit_size=32}
        %3:32 = decl_reg {num_components=1, bit_size=32}
        %4:32 = load_reg %1
        store_reg %4, %3 {write_mask=x}
        %5:32 = load_reg %0
        %6:32 = load_reg %2
        store_reg %6, %0 {write_mask=x}
        %7:32 = load_reg %1
        store_reg %7, %2 {write_mask=x}
        store_reg %5, %1 {write_mask=x}
)");
}

TEST_CASE("two circles, a register that stays, and values") {
    CHECK(run(R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32}
        %1:32 = decl_reg {num_components=2, bit_size=32}
        %2:32 = decl_reg {num_components=1, bit_size=16}
        %3:32 = decl_reg {num_components=1, bit_size=16}
        %4:32 = decl_reg {num_components=1, bit_size=16}
        %5:32x2 = load_reg %0
        %6:32x2 = load_reg %1
        %7:16 = load_reg %2
        %8:16 = load_reg %3
        %9:16 = load_reg %4
        parallel_copy register %0 = %6, register %1 = %5, register %2 = %8, register %3 = %7, register %4 = %9, %10:16 = %7
        %11:16 = iadd %10, %10
)") == R"(
    b0:
        %0:32 = decl_reg {num_components=2, bit_size=32}
        %1:32 = decl_reg {num_components=2, bit_size=32}
        %2:32 = decl_reg {num_components=1, bit_size=16}
        %3:32 = decl_reg {num_components=1, bit_size=16}
        %4:32 = decl_reg {num_components=1, bit_size=16}
        %5:16 = load_reg %2
        %6:32x2 = load_reg %0
        %7:32x2 = load_reg %1
        store_reg %7, %0 {write_mask=xy}
        store_reg %6, %1 {write_mask=xy}
        %8:16 = load_reg %2
        %9:16 = load_reg %3
        store_reg %9, %2 {write_mask=x}
        store_reg %8, %3 {write_mask=x}
        %10:16 = iadd %5, %5
)");
}
