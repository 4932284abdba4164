#include "lane_runner.h"

#include <cstring>

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

// The instructions behind loads of constants and system values, of a compute shader.
std::string compute_body(std::string_view lines) {
    return body_of("COMP\nDCL BUFFER[0..1]\nDCL IMAGE[0], 2D_ARRAY, PIPE_FORMAT_R32_UINT, WR\n"
                   "DCL IMAGE[1], 2D_MSAA, WR\nDCL MEMORY[0], SHARED\nDCL MEMORY[1], PRIVATE\n"
                   "DCL MEMORY[2], GLOBAL\nDCL MEMORY[3], INPUT\nDCL HWATOMIC[0..3]\n"
                   "DCL CONSTBUF[0]\nDCL TEMP[0..1]\nIMM UINT32 {0, 4, 8, 16}\n" +
                   std::string(lines) + "END\n");
}

} // namespace

TEST_CASE("buffers are read and written by byte address") {
    CHECK(compute_body("LOAD TEMP[0].xy, BUFFER[1], IMM[0].yyyy, COHERENT\n"
                       "STORE BUFFER[0].xz, IMM[0].zzzz, TEMP[0], VOLATILE\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 1
        %2:32 = const 4
        %3:32 = const 8
        %4:32x2 = load_ssbo %1, %2 {access=coherent, align_mul=4}
        %5:32 = mov %4.x
        %6:32 = mov %4.y
        %7:32 = const 0
        %8:32x3 = vec3 %5, %0, %7
        store_ssbo %8, %0, %3 {write_mask=xz, access=volatile, align_mul=4}
}
)");
}

TEST_CASE("memory is what its declaration says") {
    CHECK(compute_body("LOAD TEMP[0].x, MEMORY[0], IMM[0].yyyy\n"
                       "LOAD TEMP[0].y, MEMORY[1], IMM[0].yyyy\n"
                       "LOAD TEMP[0].z, MEMORY[2], IMM[0].yyyy\n"
                       "LOAD TEMP[0].w, MEMORY[3], IMM[0].yyyy\n"
                       "LOAD TEMP[1].x, CONSTBUF[0], IMM[0].yyyy\n"
                       "STORE MEMORY[0].x, IMM[0].xxxx, TEMP[0]\n"
                       "STORE MEMORY[1].x, IMM[0].xxxx, TEMP[0]\n"
                       "STORE MEMORY[2].x, IMM[0].xxxx, TEMP[0]\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_shared %1 {align_mul=4}
        %3:32x2 = load_scratch %1 {align_mul=4}
        %4:32 = mov %3.y
        %5:64 = u2u64 %1
        %6:32x3 = load_global %5 {align_mul=4}
        %7:32 = mov %6.z
        %8:32x4 = load_kernel_input %1 {align_mul=4}
        %9:32 = mov %8.w
        %10:32 = load_ubo %0, %1 {align_mul=4}
        store_shared %2, %0 {write_mask=x, align_mul=4}
        store_scratch %2, %0 {align_mul=4, write_mask=x}
        %11:64 = u2u64 %0
        store_global %2, %11 {write_mask=x, align_mul=4}
}
)");
}

TEST_CASE("images are read and written by texel") {
    CHECK(compute_body("LOAD TEMP[0].y, IMAGE[0], IMM[0].xyzw, 2D_ARRAY\n"
                       "STORE IMAGE[1], IMM[0].xyzw, TEMP[0], 2D_MSAA\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 4
        %2:32 = const 8
        %3:32 = const 1
        %4:32 = const 16
        %5:32x4 = vec4 %0, %1, %2, %0
        %6:32x4 = image_load %0, %5, %0, %0 {image_dim=2d, image_array=true, format=33, dest_type=uint32}
        %7:32 = mov %6.y
        %8:32 = const 0
        %9:32 = const 0
        %10:32 = const 0
        %11:32x4 = vec4 %8, %7, %9, %10
        %12:32x4 = vec4 %0, %1, %0, %0
        image_store %3, %12, %4, %11, %0 {image_dim=ms, src_type=float32}
}
)");
}

TEST_CASE("sizes of buffers and images") {
    CHECK(compute_body("RESQ TEMP[0].x, BUFFER[1]\nRESQ TEMP[1], IMAGE[1]\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 1
        %2:32 = get_ssbo_size %1
        %3:32x2 = image_size %1, %0 {image_dim=ms}
        %4:32 = image_samples %1 {image_dim=ms}
        %5:32 = mov %3.x
        %6:32 = mov %3.y
}
)");
}

TEST_CASE("atomics give what was there") {
    CHECK(compute_body("ATOMUADD TEMP[0].x, BUFFER[1], IMM[0].yyyy, IMM[0].zzzz\n"
                       "ATOMCAS TEMP[0].y, MEMORY[0], IMM[0].yyyy, IMM[0].xxxx, IMM[0].wwww\n"
                       "ATOMIMAX TEMP[0].z, IMAGE[0], IMM[0], IMM[0].zzzz, 2D_ARRAY\n"
                       "ATOMXCHG TEMP[0].w, HWATOMIC[2], IMM[0].xxxx, IMM[0].zzzz\n"
                       "LOAD TEMP[1].x, HWATOMIC[1], IMM[0].xxxx\n") ==
          R"(        %0:32 = const 0
        %1:32 = const 8
        %2:32 = const 1
        %3:32 = const 4
        %4:32 = const 16
        %5:32 = const 2
        %6:32 = ssbo_atomic %2, %3, %1
        %7:32 = shared_atomic_swap %3, %0, %4 {atomic_op=cmpxchg}
        %8:32x4 = vec4 %0, %3, %1, %0
        %9:32 = image_atomic %0, %8, %0, %1 {image_dim=2d, image_array=true, format=33, atomic_op=imax}
        %10:32 = imul %5, %3
        %11:32 = atomic_counter_exchange %10, %1
        %12:32 = imul %2, %3
        %13:32 = atomic_counter_read %12
}
)");
}

TEST_CASE("barriers order what their mask names") {
    CHECK(compute_body("BARRIER\nMEMBAR IMM[0].wwww\nMEMBAR IMM[0].yyyy\n") ==
          R"(        %0:32 = const 0
        barrier {execution_scope=workgroup, memory_scope=workgroup, memory_semantics=acquire|release, memory_modes=mem_shared}
        barrier {memory_scope=workgroup, memory_semantics=acquire|release}
        barrier {memory_scope=device, memory_semantics=acquire|release, memory_modes=image}
}
)");
}

TEST_CASE("what a resource cannot do is a fault of the shader") {
    const std::string head = "COMP\nDCL BUFFER[0]\nDCL CONSTBUF[0]\nDCL HWATOMIC[0]\n"
                             "DCL MEMORY[0], SHARED\nDCL IMAGE[0], UNKNOWN\nDCL TEMP[0]\n";
    CHECK(faults_of_translation(head + "STORE CONSTBUF[0].x, TEMP[0], TEMP[0]\nEND\n") ==
          "8:7 T302 STORE is not for registers of CONSTBUF\n");
    CHECK(
        faults_of_translation(head + "ATOMFADD TEMP[0].x, HWATOMIC[0], TEMP[0], TEMP[0]\nEND\n") ==
        "8:21 T302 ATOMFADD is not for registers of HWATOMIC\n");
    CHECK(faults_of_translation(head + "RESQ TEMP[0].x, MEMORY[0]\nEND\n") ==
          "8:17 T302 RESQ is not for registers of MEMORY\n");
    CHECK(faults_of_translation(head + "MEMBAR TEMP[0].xxxx\nEND\n") ==
          "8:8 T302 what a memory barrier orders must be an immediate\n");
    CHECK(faults_of_translation(head + "LOAD TEMP[0], IMAGE[0], TEMP[0]\nEND\n") ==
          "8:1 T302 nothing says which texture target this image has\n");
}

TEST_CASE("lanes share a buffer") {
    const auto shader =
        translated("COMP\nDCL BUFFER[0]\nDCL SV[0], THREAD_ID\nDCL SV[1], SUBGROUP_INVOCATION\nDCL "
                   "TEMP[0..1]\n"
                   "IMM UINT32 {0, 4, 1, 2}\nUMUL TEMP[0].x, SV[1].xxxx, IMM[0].yyyy\n"
                   "LOAD TEMP[1].x, BUFFER[0], TEMP[0].xxxx\nUIF TEMP[1].xxxx\n"
                   "ATOMUADD TEMP[1].y, BUFFER[0], IMM[0].xxxx, IMM[0].wwww\nENDIF\n"
                   "UADD TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz\nUIF TEMP[0].xxxx\n"
                   "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[1].xxxx\nENDIF\nEND\n");
    std::array<std::uint32_t, 4> words = {0, 5, 0, 7};
    const std::array<std::span<std::byte>, 1> buffers = {std::as_writable_bytes(std::span(words))};
    nir::interpreter::Environment environment;
    environment.storage_buffers = buffers;
    CHECK(run_lanes(*shader, {}, environment).fault.empty());
    CHECK(words == std::array<std::uint32_t, 4>{4, 6, 1, 8});
}
