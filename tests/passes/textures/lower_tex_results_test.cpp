// What lookups give, and lookups that become several.
#include <jacquard/passes/lower_tex.h>

#include "passes/lower_tex_test.h"

using namespace lower_tex_test;

TEST_CASE("lower_srgb makes colours linear, but not alpha") {
    CHECK(lowered(
              "lower_srgb=2",
              R"(        %9:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=1, sampler=0}
        %10:32 = const 0.07739938
        %11:32x3 = fmul %9.xyz, %10.xxx
        %12:32 = const 0.9478673
        %13:32 = const 0.055
        %14:32x3 = fadd %9.xyz, %13.xxx
        %15:32x3 = fmul %14, %12.xxx
        %16:32 = const 2.4
        %17:32x3 = fpow %15, %16.xxx
        %18:32 = const 0.04045
        %19:1x3 = fge %18.xxx, %9.xyz
        %20:32x3 = bcsel %19, %11, %17
        %21:32x4 = vec4 %20.x, %20.y, %20.z, %9.w
)");
}

TEST_CASE("lower_srgb leaves gathers of alpha") {
    stays(
        "lower_srgb=2",
        R"(        %9:32x4 = texture tg4 2d coord %3 {dest_type=float32, texture=1, sampler=0, component=3}
)");
}

TEST_CASE("lower_tg4_broadcom_swizzle puts the texels into order") {
    CHECK(lowered(
              "lower_tg4_broadcom_swizzle",
              R"(        %9:32x4 = texture tg4 2d coord %3 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32x4 = texture tg4 2d coord %3 {dest_type=float32, texture=1, sampler=0}
        %10:32x4 = mov %9.zwyx
)");
}

TEST_CASE("lower_tg4_offsets gathers once for each offset") {
    CHECK(
        lowered(
            "lower_tg4_offsets",
            R"(        %9:32x4 = texture tg4 2d coord %3 {dest_type=float32, texture=1, sampler=0, component=2, gather_offsets -8 -7 0 0 1 2 7 7}
)") == R"(
        %9:32x2 = const 0xfffffff8, 0xfffffff9
        %10:32x4 = texture tg4 2d coord %3, offset %9 {dest_type=float32, texture=1, sampler=0, component=2}
        %11:32x2 = const 0, 0
        %12:32x4 = texture tg4 2d coord %3, offset %11 {dest_type=float32, texture=1, sampler=0, component=2}
        %13:32x2 = const 1, 2
        %14:32x4 = texture tg4 2d coord %3, offset %13 {dest_type=float32, texture=1, sampler=0, component=2}
        %15:32x2 = const 7, 7
        %16:32x4 = texture tg4 2d coord %3, offset %15 {dest_type=float32, texture=1, sampler=0, component=2}
        %17:32x4 = vec4 %10.w, %12.w, %14.w, %16.w
)");
}

TEST_CASE("lower_to_fragment_fetch_amd looks for the sample in the fragment mask") {
    CHECK(
        lowered(
            "lower_to_fragment_fetch_amd",
            R"(        %9:32x4 = texture txf_ms ms coord %3, ms_index %8 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32 = texture fragment_mask_fetch_amd ms coord %3 {dest_type=uint32, texture=1, sampler=0}
        %10:32 = const 4
        %11:32 = imul %8, %10
        %12:32 = ubfe %9, %11, %10
        %13:32x4 = texture fragment_fetch_amd ms coord %3, ms_index %12 {dest_type=float32, texture=1, sampler=0}
)");
}

TEST_CASE("lower_to_fragment_fetch_amd finds samples identical where all are fragment 0") {
    CHECK(
        lowered(
            "lower_to_fragment_fetch_amd",
            R"(        %10:1 = texture samples_identical ms coord %3 {dest_type=bool1, texture=1, sampler=0}
        %9:32 = b2i32 %10
)") == R"(
        %9:32 = texture fragment_mask_fetch_amd ms coord %3 {dest_type=uint32, texture=1, sampler=0}
        %10:32 = const 0
        %11:1 = ieq %9, %10
        %12:32 = b2i32 %11
)");
}

TEST_CASE("packing in 16 bits unpacks half floats") {
    CHECK(lowered(
              "packing=16",
              R"(        %9:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32x4 = texture tex 2d coord %3 {dest_type=uint32, texture=1, sampler=0}
        %10:32x2 = unpack_half_2x16 %9.x
        %11:32x2 = unpack_half_2x16 %9.y
        %12:32x4 = vec4 %10.x, %10.y, %11.x, %11.y
)");
}

TEST_CASE("packing in 16 bits unpacks integers") {
    CHECK(
        lowered("packing=16",
                R"(        %9:32x4 = texture tex 2d coord %3 {dest_type=int32, texture=1, sampler=0}
)") == R"(
        %9:32x4 = texture tex 2d coord %3 {dest_type=uint32, texture=1, sampler=0}
        %10:32 = const 0
        %11:32 = extract_i16 %9.x, %10
        %12:32 = const 1
        %13:32 = extract_i16 %9.x, %12
        %14:32 = const 0
        %15:32 = extract_i16 %9.y, %14
        %16:32 = const 1
        %17:32 = extract_i16 %9.y, %16
        %18:32x4 = vec4 %11, %13, %15, %17
)");
}

TEST_CASE("packing in 8 bits unpacks normalised bytes") {
    CHECK(lowered(
              "packing=8",
              R"(        %9:32x4 = texture tex 2d coord %3 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32x4 = texture tex 2d coord %3 {dest_type=uint32, texture=1, sampler=0}
        %10:32x4 = unpack_unorm_4x8 %9.x
)");
}

TEST_CASE("callbacks get their data and choose instruction by instruction") {
    const std::string lookup = "coord %3, offset %6 {dest_type=float32, texture=";
    const std::string lines = "        %10:32x4 = texture txf 2d lod %0, " + lookup +
                              "1, sampler=0}\n        %9:32x4 = texture txf 2d lod %0, " + lookup +
                              "2, sampler=0}\n        store_output %9, %0 {write_mask=xyzw}\n"
                              "        store_output %10, %0 {write_mask=xyzw}\n";
    const std::uint32_t chosen = 1;
    jacquard::nir::LowerTexOptions options;
    options.callback_data = &chosen;
    options.lower_offset_filter = [](const jacquard::nir::TextureInstruction& texture,
                                     const void* data) {
        return texture.texture_index == *static_cast<const std::uint32_t*>(data);
    };
    const std::string text =
        after([&options](jacquard::nir::Shader& shader) { CHECK(lower_tex(shader, options)); },
              kInputs + lines);
    CHECK(text.find("coord %9 {dest_type=float32, texture=1") != std::string::npos);
    CHECK(text.find("offset %6 {dest_type=float32, texture=2") != std::string::npos);
}

TEST_CASE("lower_tg4_offsets joins the residency codes of its gathers") {
    const std::string text = lowered(
        "lower_tg4_offsets",
        "        %10:32x5 = texture tg4 2d coord %3 {dest_type=float32, texture=1, sampler=0, "
        "sparse, gather_offsets 0 0 1 0 2 0 3 0}\n        %9:32x2 = mov %10.xe\n");
    CHECK(text == R"(
        %9:32x2 = const 0, 0
        %10:32x5 = texture tg4 2d coord %3, offset %9 {dest_type=float32, texture=1, sampler=0, sparse}
        %11:32x2 = const 1, 0
        %12:32x5 = texture tg4 2d coord %3, offset %11 {dest_type=float32, texture=1, sampler=0, sparse}
        %13:32x2 = const 2, 0
        %14:32x5 = texture tg4 2d coord %3, offset %13 {dest_type=float32, texture=1, sampler=0, sparse}
        %15:32x2 = const 3, 0
        %16:32x5 = texture tg4 2d coord %3, offset %15 {dest_type=float32, texture=1, sampler=0, sparse}
        %17:32 = mov %10.e
        %18:32 = mov %12.e
        %19:32 = sparse_residency_code_and %17, %18
        %20:32 = mov %14.e
        %21:32 = sparse_residency_code_and %19, %20
        %22:32 = mov %16.e
        %23:32 = sparse_residency_code_and %21, %22
        %24:32x5 = vec5 %10.d, %12.d, %14.d, %16.d, %23
        %25:32x2 = mov %24.ae
)");
}

TEST_CASE("masks of textures and samplers count bindings where these are variables") {
    const std::string header = R"(decl_var uniform sampler "plain" {binding=3}
)";
    const std::string body = kInputs + R"(        %9:32 = deref_var "plain"
        %10:32x4 = texture tex 2d coord %3, sampler_deref %9 {dest_type=float32, texture=0, sampler=0}
        store_output %10, %0 {write_mask=xyzw}
)";
    const auto saturated = [&](const std::string& mask) {
        const auto list = jacquard::nir::parse_pass_list("lower_tex:saturate_s=" + mask);
        const std::string text = after(
            [&list](jacquard::nir::Shader& shader) { list.calls[0].run(shader); }, body, header);
        return text.find("fsat") != std::string::npos;
    };
    CHECK(saturated("8"));
    CHECK_FALSE(saturated("1"));
}
