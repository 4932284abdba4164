#include "catch.h"
#include "nir/round_trip.h"

TEST_CASE("a shader's facts survive printing and parsing") {
    round_trips(R"(shader fragment
name "a \"quoted\" name\x09"
float_controls flush_denormals_32 preserve_special_16
input generic 3 smooth mask xy
input color 0 noperspective centroid invariant mask xyzw
input face 0 flat mask none
output color 0 mask xyzw
output position 0 mask z
constant_buffer 0 size 16
constant_buffer 2 size 1
texture 0 2d float
texture 3 cube array shadow float
property "FS_COORD_ORIGIN" 1
property "NOTHING"

function "main" entry {
    b0:
}
)");
}

TEST_CASE("constants print as what they most likely are and keep every bit") {
    round_trips(R"(shader vertex

function "main" entry {
    b0:
        %0:32x4 = const 0, 1.0, -0.5, 0x80000000
        %1:32 = const 255
        %2:32 = const 0xffffffff
        %3:1x2 = const true, false
        %4:8 = const 200
        %5:16x3 = const 1.0, 0x7c00, 0.33325195
        %6:64x2 = const 0.1, 0xfff0000000000000
        %7:32x2 = const 0x00000100, 0x7fc00000
        %8:32x8 = const 0, 1, 2, 3, 4, 5, 6, 7
}
)");
}

TEST_CASE("arithmetic keeps swizzles, exactness and wide vectors") {
    round_trips(R"(shader vertex

function "main" entry {
    b0:
        %0:32x4 = const 1.0, 2.0, 3.0, 4.0
        %1:32x4 = fadd %0, %0.wzyx
        %2:32 = exact fmul %1.x, %0.w
        %3:32 = fdot3 %0.xyz, %1.www
        %4:1 = flt %3, %2
        %5:32x4 = bcsel %4.xxxx, %0, %1
        %6:32x8 = vec8 %2, %2, %3, %3, %0.x, %0.y, %0.z, %0.w
        %7:32x4 = mov %6.hgfe
        %8:32x5 = undef
        %9:32 = mov %8.e
        %10:16x2 = f2f16 %0.xy
        %11:32 = pack_half_2x16 %0.zw
}
)");
}

TEST_CASE("intrinsics keep their constant indices") {
    round_trips(R"(shader fragment

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}
        %2:32x4 = load_interpolated_input %1, %0 {base=1, dest_type=float32, io_semantics=generic 3 1}
        %3:32x4 = load_ubo_vec4 %0, %0 {access=restrict|can_reorder, base=-2, component=1}
        %4:32 = decl_reg {num_components=4, num_array_elems=8, bit_size=32, divergent=true}
        store_reg_indirect %2, %4, %0 {base=3, write_mask=xz}
        %5:32x4 = load_reg %4 {base=1, legacy_fneg=true}
        %6:32 = ssbo_atomic %0, %0, %0 {atomic_op=umax}
        barrier {execution_scope=workgroup, memory_scope=device, memory_semantics=acquire|release, memory_modes=mem_ssbo|mem_shared}
        store_output %5, %0 {write_mask=xyzw, src_type=float32}
        terminate
}
)");
}

TEST_CASE("texture instructions keep sources and fields") {
    round_trips(R"(shader fragment

function "main" entry {
    b0:
        %0:32x2 = const 0.5, 0.25
        %1:32 = const 1.0
        %2:32x3 = const 0.5, 0.25, 2.0
        %3:32x4 = texture tex 2d coord %0 {dest_type=float32, texture=1, sampler=2}
        %4:32x4 = texture txb 2d coord %2, bias %1, comparator %1 {dest_type=float32, texture=0, sampler=0, array, shadow}
        %5:32 = texture txl 2d coord %0, lod %1, comparator %1 {dest_type=float32, texture=0, sampler=0, shadow, new_style_shadow}
        %6:32x4 = texture tg4 2d coord %0 {dest_type=uint32, texture=0, sampler=0, component=2, gather_offsets -8 -7 0 0 1 2 7 7}
        %7:32x3 = texture txs 2d lod %1 {dest_type=int32, texture=0, sampler=0, array}
        %8:32x5 = texture tex 3d coord %2 {dest_type=float32, texture=0, sampler=0, backend_flags=5, sparse, texture_non_uniform}
}
)");
}

TEST_CASE("control flow, phis and jumps keep their shape") {
    round_trips(R"(shader fragment

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32 = const 10
    loop {
        b1 from b0 b5:
            %2:32 = phi b0: %0, b5: %6
            %3:1 = ige %2, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:1 = ieq %2, %0
        if %4 {
            b5 from b4:
                %6:32 = iadd %2, %1
                continue
        } else {
            b6 from b4:
                return
        }
        b7:
            halt
    }
    b8 from b2:
        %7:32 = phi b2: %2
}
)");
}

TEST_CASE("functions, calls and parallel copies keep their shape") {
    round_trips(R"(shader compute

function "helper" (32x4, 1) {
    b0:
        %0:32x4 = load_param
        %1:1 = load_param {param_idx=1}
}

function "main" entry {
    b0:
        %0:32x4 = undef
        %1:1 = const true
        %2:32 = decl_reg {num_components=4, bit_size=32}
        call "helper" %0, %1
        parallel_copy %3:32x4 = %0, register %2 = %0, %4:1 = %1
}
)");
}

TEST_CASE("whether a value is relaxed or exact is kept") {
    round_trips(R"(shader fragment
output color 0 mask x

function "main" entry {
    b0:
        %0:32 = const 0.5
        %1:32 = relaxed fadd %0, %0
        %2:32 = relaxed exact fmul %1, %0
        %3:32 = fadd %2, %1
        store_output %3, %0 {write_mask=x}
}
)");
}
