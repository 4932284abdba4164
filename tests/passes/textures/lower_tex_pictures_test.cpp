// Pictures of other colour spaces.
#include "passes/lower_tex_test.h"

using namespace lower_tex_test;

TEST_CASE("lower_y_uv_external reads two planes and makes them RGB by BT.601") {
    CHECK(
        lowered(
            "lower_y_uv_external=2",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=1, sampler=1}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture tex 2d coord %3, plane %9 {dest_type=float32, texture=1, sampler=1}
        %11:32 = const 1
        %12:32x4 = texture tex 2d coord %3, plane %11 {dest_type=float32, texture=1, sampler=1}
        %13:32 = const 1.0
        %14:32x3 = const -0.8742022, 0.5316678, -1.0856308
        %15:32x3 = const 1.5960268, -0.81296766, 0
        %16:32x3 = fmul %12.yyy, %15
        %17:32x3 = fadd %14, %16
        %18:32x3 = const 0, -0.3917623, 2.0172322
        %19:32x3 = fmul %12.xxx, %18
        %20:32x3 = fadd %17, %19
        %21:32x3 = const 1.1643835, 1.1643835, 1.1643835
        %22:32x3 = fmul %10.xxx, %21
        %23:32x3 = fadd %20, %22
        %24:32x4 = vec4 %23.x, %23.y, %23.z, %13
)");
}

TEST_CASE("lower_y_u_v_external reads three planes, here of full range and BT.709") {
    CHECK(
        lowered(
            "lower_y_u_v_external=1:bt709_external=1:yuv_full_range_external=1",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture tex 2d coord %3, plane %9 {dest_type=float32, texture=0, sampler=1}
        %11:32 = const 1
        %12:32x4 = texture tex 2d coord %3, plane %11 {dest_type=float32, texture=0, sampler=1}
        %13:32 = const 2
        %14:32x4 = texture tex 2d coord %3, plane %13 {dest_type=float32, texture=0, sampler=1}
        %15:32 = const 1.0
        %16:32x3 = const -0.7904878, 0.32900947, -0.93143845
        %17:32x3 = const 1.5748, -0.46812427, 0
        %18:32x3 = fmul %14.xxx, %17
        %19:32x3 = fadd %16, %18
        %20:32x3 = const 0, -0.18732427, 1.8556
        %21:32x3 = fmul %12.xxx, %20
        %22:32x3 = fadd %19, %21
        %23:32x3 = const 1.0, 1.0, 1.0
        %24:32x3 = fmul %10.xxx, %23
        %25:32x3 = fadd %22, %24
        %26:32x4 = vec4 %25.x, %25.y, %25.z, %15
)");
}

TEST_CASE("lower_y_vu_external reads the colour differences the other way around") {
    CHECK(
        lowered(
            "lower_y_vu_external=1:bt2020_external=1",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture tex 2d coord %3, plane %9 {dest_type=float32, texture=0, sampler=1}
        %11:32 = const 1
        %12:32x4 = texture tex 2d coord %3, plane %11 {dest_type=float32, texture=0, sampler=1}
        %13:32 = const 1.0
        %14:32x3 = const -0.9156879, 0.3474585, -1.1481451
        %15:32x3 = const 1.6786741, -0.6504243, 0
        %16:32x3 = fmul %12.xxx, %15
        %17:32x3 = fadd %14, %16
        %18:32x3 = const 0, -0.1873261, 2.1417723
        %19:32x3 = fmul %12.yyy, %18
        %20:32x3 = fadd %17, %19
        %21:32x3 = const 1.1643835, 1.1643835, 1.1643835
        %22:32x3 = fmul %10.xxx, %21
        %23:32x3 = fadd %20, %22
        %24:32x4 = vec4 %23.x, %23.y, %23.z, %13
)");
}

TEST_CASE("lower_yx_xuxv_external reads U and V from every other component") {
    CHECK(
        lowered(
            "lower_yx_xuxv_external=1",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture tex 2d coord %3, plane %9 {dest_type=float32, texture=0, sampler=1}
        %11:32 = const 1
        %12:32x4 = texture tex 2d coord %3, plane %11 {dest_type=float32, texture=0, sampler=1}
        %13:32 = const 1.0
        %14:32x3 = const -0.8742022, 0.5316678, -1.0856308
        %15:32x3 = const 1.5960268, -0.81296766, 0
        %16:32x3 = fmul %12.www, %15
        %17:32x3 = fadd %14, %16
        %18:32x3 = const 0, -0.3917623, 2.0172322
        %19:32x3 = fmul %12.yyy, %18
        %20:32x3 = fadd %17, %19
        %21:32x3 = const 1.1643835, 1.1643835, 1.1643835
        %22:32x3 = fmul %10.xxx, %21
        %23:32x3 = fadd %20, %22
        %24:32x4 = vec4 %23.x, %23.y, %23.z, %13
)");
}

TEST_CASE("lower_ayuv_external reads one plane, alpha included") {
    CHECK(
        lowered(
            "lower_ayuv_external=1",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture tex 2d coord %3, plane %9 {dest_type=float32, texture=0, sampler=1}
        %11:32x3 = const -0.8742022, 0.5316678, -1.0856308
        %12:32x3 = const 1.5960268, -0.81296766, 0
        %13:32x3 = fmul %10.xxx, %12
        %14:32x3 = fadd %11, %13
        %15:32x3 = const 0, -0.3917623, 2.0172322
        %16:32x3 = fmul %10.yyy, %15
        %17:32x3 = fadd %14, %16
        %18:32x3 = const 1.1643835, 1.1643835, 1.1643835
        %19:32x3 = fmul %10.zzz, %18
        %20:32x3 = fadd %17, %19
        %21:32x4 = vec4 %20.x, %20.y, %20.z, %10.w
)");
}

TEST_CASE("lower_xyuv_external reads one plane and is opaque") {
    CHECK(
        lowered(
            "lower_xyuv_external=1",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=0, sampler=1}
)") == R"(
        %9:32 = const 0
        %10:32x4 = texture tex 2d coord %3, plane %9 {dest_type=float32, texture=0, sampler=1}
        %11:32 = const 1.0
        %12:32x3 = const -0.8742022, 0.5316678, -1.0856308
        %13:32x3 = const 1.5960268, -0.81296766, 0
        %14:32x3 = fmul %10.xxx, %13
        %15:32x3 = fadd %12, %14
        %16:32x3 = const 0, -0.3917623, 2.0172322
        %17:32x3 = fmul %10.yyy, %16
        %18:32x3 = fadd %15, %17
        %19:32x3 = const 1.1643835, 1.1643835, 1.1643835
        %20:32x3 = fmul %10.zzz, %19
        %21:32x3 = fadd %18, %20
        %22:32x4 = vec4 %21.x, %21.y, %21.z, %11
)");
}

TEST_CASE("planes are read at a clamped coordinate, unpacked one by one, and linear at the end") {
    CHECK(
        lowered(
            "lower_y_uv_external=1:saturate_s=1:packing=8:lower_srgb=1",
            R"(        %9:32x4 = texture tex external coord %3 {dest_type=float32, texture=0, sampler=0}
)") == R"(
        %9:32 = fsat %3.x
        %10:32x2 = vec2 %9, %3.y
        %11:32 = const 0
        %12:32x4 = texture tex 2d coord %10, plane %11 {dest_type=uint32, texture=0, sampler=0}
        %13:32x4 = unpack_unorm_4x8 %12.x
        %14:32 = const 1
        %15:32x4 = texture tex 2d coord %10, plane %14 {dest_type=uint32, texture=0, sampler=0}
        %16:32x4 = unpack_unorm_4x8 %15.x
        %17:32 = const 1.0
        %18:32x3 = const -0.8742022, 0.5316678, -1.0856308
        %19:32x3 = const 1.5960268, -0.81296766, 0
        %20:32x3 = fmul %16.yyy, %19
        %21:32x3 = fadd %18, %20
        %22:32x3 = const 0, -0.3917623, 2.0172322
        %23:32x3 = fmul %16.xxx, %22
        %24:32x3 = fadd %21, %23
        %25:32x3 = const 1.1643835, 1.1643835, 1.1643835
        %26:32x3 = fmul %13.xxx, %25
        %27:32x3 = fadd %24, %26
        %28:32x4 = vec4 %27.x, %27.y, %27.z, %17
        %29:32 = const 0.07739938
        %30:32x3 = fmul %28.xyz, %29.xxx
        %31:32 = const 0.9478673
        %32:32 = const 0.055
        %33:32x3 = fadd %28.xyz, %32.xxx
        %34:32x3 = fmul %33, %31.xxx
        %35:32 = const 2.4
        %36:32x3 = fpow %34, %35.xxx
        %37:32 = const 0.04045
        %38:1x3 = fge %37.xxx, %28.xyz
        %39:32x3 = bcsel %38, %30, %36
        %40:32x4 = vec4 %39.x, %39.y, %39.z, %28.w
)");
}
