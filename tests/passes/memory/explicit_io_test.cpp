#include <jacquard/generated/passes/lower_explicit_io.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kVariables = "struct \"S\" {a: float32x3, b: int32[4], c: bool1}\n"
                               "struct \"R\" {n: int32, r: float32x2[0]}\n"
                               "decl_var mem_ubo struct \"S\" \"ubo\" {binding=3}\n"
                               "decl_var mem_ssbo struct \"R\"[4] \"ssbo\" {binding=1}\n"
                               "decl_var mem_shared int32[8] \"shared\" {offset=64}\n"
                               "decl_var mem_push_const struct \"S\" \"push\"\n";

} // namespace

TEST_CASE("storage buffers may be accessed by address") {
    CHECK(after(
              [](Shader& shader) {
                  lower_explicit_io(shader, {.storage_format = StorageFormat::global_64});
              },
              R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:32 = deref_var "ssbo"
        %3:32 = deref_array %2[%1]
        %4:32 = deref_struct %3.r
        %5:32 = deref_array %4[%0]
        %6:32x2 = load_deref %5
        %7:32 = deref_buffer_array_length %4
)",
              kVariables) == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:64 = i2i64 %0
        %3:64 = const 8
        %4:64 = imul %2, %3
        %5:64 = const 8
        %6:64 = iadd %4, %5
        %7:32 = const 3
        %8:32 = const 0
        %9:64 = load_ssbo_address %7, %8
        %10:64 = iadd %9, %6
        %11:32x2 = load_global %10 {align_mul=8}
        %12:32 = const 3
        %13:32 = get_ssbo_size %12
        %14:32 = const 8
        %15:32 = usub_sat %13, %14
        %16:32 = const 8
        %17:32 = udiv %15, %16
)");
}
