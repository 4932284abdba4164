// Where a lowered lookup reads.
#include "passes/lower_tex_test.h"

using namespace lower_tex_test;

TEST_CASE(
    "lower_txp divides the coordinate and the comparator by the projector, for the shapes named") {
    CHECK(
        lowered(
            "lower_txp=2",
            R"(        %9:32x4 = texture tex 2d coord %3, projector %5, comparator %8 {dest_type=float32, texture=0, sampler=0, shadow}
)") == R"(
        %9:32x2 = fdiv %3, %5.xx
        %10:32 = fdiv %8, %5
        %11:32x4 = texture tex 2d coord %9, comparator %10 {dest_type=float32, texture=0, sampler=0, shadow}
)");
}

TEST_CASE("lower_txp leaves the projectors of other shapes") {
    stays(
        "lower_txp=4",
        R"(        %9:32x4 = texture tex 2d coord %3, projector %5 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_txp_array divides all but the layer") {
    CHECK(
        lowered(
            "lower_txp_array",
            R"(        %9:32x4 = texture tex 2d coord %4, projector %5 {dest_type=float32, texture=0, sampler=0, array}
)") == R"(
        %9:32x2 = fdiv %4.xy, %5.xx
        %10:32x3 = vec3 %9.x, %9.y, %4.z
        %11:32x4 = texture tex 2d coord %10 {dest_type=float32, texture=0, sampler=0, array}
)");
}

TEST_CASE("lower_txf_offset moves the texel that is fetched") {
    CHECK(
        lowered(
            "lower_txf_offset",
            R"(        %9:32x4 = texture txf 2d coord %4, lod %0, offset %6 {dest_type=float32, texture=0, sampler=0, array}
)") == R"(
        %9:32x2 = iadd %4.xy, %6
        %10:32x3 = vec3 %9.x, %9.y, %4.z
        %11:32x4 = texture txf 2d coord %10, lod %0 {dest_type=float32, texture=0, sampler=0, array}
)");
}

TEST_CASE("lower_rect_offset moves the coordinate, which is in texels") {
    CHECK(
        lowered(
            "lower_rect_offset",
            R"(        %9:32x4 = texture tex rect coord %3, offset %6 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32x2 = i2f32 %6
        %10:32x2 = fadd %3, %9
        %11:32x4 = texture tex rect coord %10 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_rect_offset moves the coordinate after the projector has divided") {
    CHECK(
        lowered(
            "lower_rect_offset",
            R"(        %9:32x4 = texture tex rect coord %3, projector %5, offset %6 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32x2 = fdiv %3, %5.xx
        %10:32x2 = i2f32 %6
        %11:32x2 = fadd %9, %10
        %12:32x4 = texture tex rect coord %11 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_offset_filter moves the coordinate by texels of level 0 where that is read") {
    CHECK(
        lowered(
            "lower_offset",
            R"(        %9:32x4 = texture txl 2d coord %3, lod %0, offset %6 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = const 0
        %10:32x2 = texture txs 2d lod %9 {dest_type=int32, texture=0, sampler=0}
        %11:32x2 = i2f32 %10
        %12:32x2 = i2f32 %6
        %13:32x2 = fdiv %12, %11
        %14:32x2 = fadd %3, %13
        %15:32x4 = texture txl 2d coord %14, lod %0 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_offset_filter asks for the level that is read where derivatives choose it") {
    CHECK(
        lowered(
            "lower_offset",
            R"(        %9:32x4 = texture tex 2d coord %3, offset %6 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32x2 = texture lod 2d coord %3 {dest_type=float32, texture=0, sampler=0}
        %10:32 = mov %9.x
        %11:32 = const 0
        %12:32 = fmax %10, %11
        %13:32 = const 0.5
        %14:32 = fadd %12, %13
        %15:32 = f2i32 %14
        %16:32 = const 0xffffffff
        %17:32 = texture query_levels 2d {dest_type=int32, texture=0, sampler=0}
        %18:32 = iadd %17, %16
        %19:32 = imin %15, %18
        %20:32x2 = texture txs 2d lod %19 {dest_type=int32, texture=0, sampler=0}
        %21:32x2 = i2f32 %20
        %22:32x2 = i2f32 %6
        %23:32x2 = fdiv %22, %21
        %24:32x2 = fadd %3, %23
        %25:32x4 = texture tex 2d coord %24 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_rect divides by the size") {
    CHECK(
        lowered(
            "lower_rect",
            R"(        %9:32x4 = texture txd rect coord %3, ddx %6, ddy %6 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = const 0
        %10:32x2 = texture txs 2d lod %9 {dest_type=int32, texture=0, sampler=0}
        %11:32x2 = i2f32 %10
        %12:32x2 = fdiv %3, %11
        %13:32x2 = fdiv %6, %11
        %14:32x2 = fdiv %6, %11
        %15:32x4 = texture txd 2d coord %12, ddx %13, ddy %14 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_rect fetches from level 0") {
    CHECK(
        lowered(
            "lower_rect",
            R"(        %9:32x4 = texture txf rect coord %3 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture txf 2d coord %3, lod %9 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_1d gives lookups a second coordinate in front of the layer") {
    CHECK(
        lowered(
            "lower_1d",
            R"(        %9:32x4 = texture txd 1d coord %3, ddx %5, ddy %8, offset %0 {dest_type=float32, texture=0, sampler=0, array}
)") == R"(
        %9:32 = const 0.5
        %10:32x2 = vec2 %3.x, %9
        %11:32x3 = vec3 %10.x, %10.y, %3.y
        %12:32 = const 0
        %13:32x2 = vec2 %5, %12
        %14:32 = const 0
        %15:32x2 = vec2 %8, %14
        %16:32 = const 0
        %17:32x2 = vec2 %0, %16
        %18:32x4 = texture txd 2d coord %11, ddx %13, ddy %15, offset %17 {dest_type=float32, texture=0, sampler=0, array}
)");
}

TEST_CASE("lower_1d gives the second coordinate after the projector has divided") {
    CHECK(
        lowered(
            "lower_1d",
            R"(        %9:32x4 = texture tex 1d coord %5, projector %8 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = fdiv %5, %8
        %10:32 = const 0.5
        %11:32x2 = vec2 %9, %10
        %12:32x4 = texture tex 2d coord %11 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_1d fetches from row 0") {
    CHECK(
        lowered(
            "lower_1d",
            R"(        %9:32x4 = texture txf 1d coord %5, lod %0 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = const 0
        %10:32x2 = vec2 %5, %9
        %11:32x4 = texture txf 2d coord %10, lod %0 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("lower_1d takes the height out of sizes") {
    CHECK(
        lowered(
            "lower_1d",
            R"(        %9:32x2 = texture txs 1d lod %0 {dest_type=int32, texture=0, sampler=0, array}
)") == R"(
        %9:32x3 = texture txs 2d lod %0 {dest_type=int32, texture=0, sampler=0, array}
        %10:32x2 = mov %9.xz
)");
}

TEST_CASE("lower_1d_shadow widens lookups that compare") {
    CHECK(
        lowered(
            "lower_1d_shadow",
            R"(        %9:32x4 = texture tex 1d coord %5, comparator %8 {dest_type=float32, texture=0, sampler=0, shadow}
)") == R"(
        %9:32 = const 0.5
        %10:32x2 = vec2 %5, %9
        %11:32x4 = texture tex 2d coord %10, comparator %8 {dest_type=float32, texture=0, sampler=0, shadow}
)");
}

TEST_CASE("lower_1d_shadow leaves the others") {
    stays("lower_1d_shadow",
          R"(        %9:32x4 = texture tex 1d coord %5 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("saturate_s clamps the first coordinate of the samplers named") {
    CHECK(lowered(
              "saturate_s=2",
              R"(        %9:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32 = fsat %3.x
        %10:32x2 = vec2 %9, %3.y
        %11:32x4 = texture tex 2d coord %10 {dest_type=float32, texture=0, sampler=1}
)");
}

TEST_CASE("saturate_t clamps after the projector has divided") {
    CHECK(
        lowered(
            "saturate_s=1:saturate_t=2",
            R"(        %9:32x4 = texture tex 2d coord %3, projector %5 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32x2 = fdiv %3, %5.xx
        %10:32 = fsat %9.y
        %11:32x2 = vec2 %9.x, %10
        %12:32x4 = texture tex 2d coord %11 {dest_type=float32, texture=0, sampler=1}
)");
}

TEST_CASE("saturate_t leaves layers") {
    stays(
        "saturate_t=1",
        R"(        %9:32x4 = texture tex 1d coord %3 {dest_type=float32, texture=0, sampler=0, array}
)");
}

TEST_CASE("saturate_r clamps the third coordinate") {
    CHECK(lowered(
              "saturate_r=1",
              R"(        %9:32x4 = texture tex 3d coord %4 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = fsat %4.z
        %10:32x3 = vec3 %4.x, %4.y, %9
        %11:32x4 = texture tex 3d coord %10 {dest_type=float32, texture=0, sampler=0}
)");
}

TEST_CASE("saturate_s holds a coordinate in texels within the size") {
    CHECK(
        lowered(
            "saturate_s=1",
            R"(        %9:32x4 = texture tex rect coord %3 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32x2 = texture txs rect {dest_type=int32, texture=0, sampler=0}
        %10:32x2 = i2f32 %9
        %11:32 = const 0
        %12:32 = fmax %3.x, %11
        %13:32 = fmin %12, %10.x
        %14:32x2 = vec2 %13, %3.y
        %15:32x4 = texture tex rect coord %14 {dest_type=float32, texture=0, sampler=0}
)");
}
