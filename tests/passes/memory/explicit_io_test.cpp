#include <jacquard/passes/lower_explicit_io.h>
#include <jacquard/passes/lower_variables_to_explicit_types.h>
#include <jacquard/passes/lower_variables_to_scratch.h>

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

TEST_CASE("buffers are accessed by index and offset") {
    CHECK(after([](Shader& shader) { lower_explicit_io(shader); }, R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:32 = deref_var "ubo"
        %3:32 = deref_struct %2.b
        %4:32 = deref_array %3[%0]
        %5:32 = load_deref %4
        %6:32 = deref_struct %2.c
        %7:1 = load_deref %6
        %8:32 = deref_var "ssbo"
        %9:32 = deref_array %8[%1]
        %10:32 = deref_struct %9.r
        %11:32 = deref_array %10[%0]
        %12:32x2 = load_deref %11
        store_deref %11, %12 {write_mask=y}
        %13:32 = deref_array %8[%0]
        %14:32 = deref_struct %13.n
        %15:32 = load_deref %14
)",
                kVariables) == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:32 = const 16
        %3:32 = imul %0, %2
        %4:32 = const 3
        %5:32 = const 16
        %6:32 = iadd %3, %5
        %7:32 = load_ubo %4, %6 {align_mul=16, range=96}
        %8:32 = const 3
        %9:32 = const 80
        %10:32 = load_ubo %8, %9 {align_mul=16, range=96}
        %11:32 = const 0
        %12:1 = ine %10, %11
        %13:32 = const 8
        %14:32 = imul %0, %13
        %15:32 = const 3
        %16:32 = const 8
        %17:32 = iadd %14, %16
        %18:32x2 = load_ssbo %15, %17 {align_mul=8}
        %19:32 = const 3
        %20:32 = const 8
        %21:32 = iadd %14, %20
        store_ssbo %18, %19, %21 {write_mask=y, align_mul=8}
        %22:32 = const 1
        %23:32 = iadd %0, %22
        %24:32 = const 0
        %25:32 = load_ssbo %23, %24 {align_mul=8}
)");
}

TEST_CASE("other memory is accessed by offset") {
    CHECK(after([](Shader& shader) { lower_explicit_io(shader); }, R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:32 = deref_var "shared"
        %3:32 = deref_array %2[%1]
        %4:32 = deref_array %2[%0]
        store_deref %3, %0 {write_mask=x}
        %5:32 = deref_atomic %4, %1 {atomic_op=umax}
        %6:32 = deref_var "push"
        %7:32 = deref_struct %6.b
        %8:32 = deref_array %7[%1]
        %9:32 = load_deref %8
)",
                kVariables) == R"(
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 2
        %2:32 = const 4
        %3:32 = imul %0, %2
        %4:32 = const 72
        store_shared %0, %4 {write_mask=x, align_mul=4}
        %5:32 = const 64
        %6:32 = iadd %3, %5
        %7:32 = shared_atomic %6, %1 {atomic_op=umax}
        %8:32 = const 20
        %9:32 = load_push_constant %8 {range=32, align_mul=16, align_offset=4}
)");
}

TEST_CASE("memory by address follows pointers") {
    CHECK(after([](Shader& shader) { lower_explicit_io(shader); }, R"(
    b0:
        %0:64 = const 4096
        %1:32 = load_vertex_id
        %2:64 = deref_cast %0 {type=float32x2, modes=mem_global, stride=8, align_mul=16, align_offset=8}
        %3:64 = deref_ptr_as_array %2[%1]
        %4:32x2 = load_deref %3
        %5:64 = deref_array %3[%1]
        store_deref %5, %1 {write_mask=x}
)") == R"(
    b0:
        %0:64 = const 0x0000000000001000
        %1:32 = load_vertex_id
        %2:64 = i2i64 %1
        %3:64 = const 8
        %4:64 = imul %2, %3
        %5:64 = iadd %0, %4
        %6:32x2 = load_global %5 {align_mul=8}
        %7:64 = i2i64 %1
        %8:64 = const 4
        %9:64 = imul %7, %8
        %10:64 = iadd %5, %9
        store_global %1, %10 {write_mask=x, align_mul=4}
)");
}

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

TEST_CASE("the length of an array follows from the size of its buffer") {
    CHECK(after([](Shader& shader) { lower_explicit_io(shader); }, R"(
    b0:
        %0:32 = const 2
        %1:32 = deref_var "ssbo"
        %2:32 = deref_array %1[%0]
        %3:32 = deref_struct %2.r
        %4:32 = deref_buffer_array_length %3
)",
                kVariables) == R"(
    b0:
        %0:32 = const 2
        %1:32 = const 3
        %2:32 = get_ssbo_size %1
        %3:32 = const 8
        %4:32 = usub_sat %2, %3
        %5:32 = const 8
        %6:32 = udiv %4, %5
)");
}

TEST_CASE("large indexed variables go to scratch memory") {
    CHECK(after([](Shader& shader) { lower_variables_to_scratch(shader, {16}); }, R"(
    decl_var function_temp float32x2[4] "a"
    decl_var function_temp int32[3] "small"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "a"
        %2:32 = deref_array %1[%0]
        %3:32x2 = load_deref %2
        store_deref %2, %3 {write_mask=xy}
        %4:32 = deref_var "small"
        %5:32 = deref_array %4[%0]
        %6:32 = load_deref %5
)") == R"(
    decl_var function_temp int32[3] "small"
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 8
        %2:32 = imul %0, %1
        %3:32x2 = load_scratch %2 {align_mul=8}
        store_scratch %3, %2 {align_mul=8, write_mask=xy}
        %4:32 = deref_var "small"
        %5:32 = deref_array %4[%0]
        %6:32 = load_deref %5
)");
}
