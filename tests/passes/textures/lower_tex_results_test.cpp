// The results of lookups, and lookups that become several.
#include <jacquard/generated/passes/lower_tex.h>

#include "passes/lower_tex_test.h"

using namespace lower_tex_test;

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
