// Levels of detail and sizes.
#include <jacquard/nir/build/builder.h>
#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/lower_tex.h>

#include "passes/lower_tex_test.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace lower_tex_test;

using namespace jacquard::nir;

namespace {

bool becomes_txl(const std::string& options, const std::string& lookup) {
    const std::string text = lowered(options, "        %9:32x4 = texture " + lookup + "\n");
    CHECK(text.find("texture txl") != text.find("texture txd"));
    return text.find("texture txl") != std::string::npos;
}

const std::string kPlain = "txd 2d coord %3, ddx %6, ddy %6";
const std::string kClamped = kPlain + ", min_lod %5";
const std::string kFields = " {dest_type=float32, texture=0, sampler=0}";
const std::string kShadowFields = " {dest_type=float32, texture=0, sampler=0, shadow}";

// A txd of constants on a texture whose size is given.
struct Lookup {
    TextureDim dim;
    std::array<float, 3> coord;
    std::array<float, 3> ddx;
    std::array<float, 3> ddy;
    std::array<std::int32_t, 3> size;
};

SsaDef* vector(Builder& b, const std::array<float, 3>& values, unsigned count) {
    std::array<ConstantValue, 3> constants;
    std::transform(values.begin(), values.end(), constants.begin(), constant_from_float);
    return b.constant(32, std::span<const ConstantValue>(constants.data(), count));
}

// The level of detail that the lowered lookup reads.
double lowered_level(const Lookup& lookup) {
    Shader shader(Stage::fragment);
    Function* function = shader.add_function("main", true);
    Builder b(*function);
    TextureInstruction* texture = b.texture(TextureOp::txd);
    const unsigned count = texture_dim_info(lookup.dim).coord_components;
    texture->dim = lookup.dim;
    texture->coord_components = static_cast<std::uint8_t>(count);
    shader.add_texture_source(texture, TextureSourceType::coord, vector(b, lookup.coord, count));
    shader.add_texture_source(texture, TextureSourceType::ddx, vector(b, lookup.ddx, count));
    shader.add_texture_source(texture, TextureSourceType::ddy, vector(b, lookup.ddy, count));
    b.store_output(b.finish_texture(texture), b.imm_int(0));
    function->link_blocks();

    LowerTexOptions options;
    options.lower_txd = true;
    REQUIRE(lower_tex(shader, options));
    for (Instruction& instruction : function->first_block()->instructions()) {
        auto* query = instruction.as<TextureInstruction>();
        if (query != nullptr && query->op == TextureOp::txs) {
            Builder at(shader, Cursor::before_instruction(query));
            std::array<ConstantValue, 3> size;
            std::transform(lookup.size.begin(), lookup.size.end(), size.begin(), [](int extent) {
                return constant_from_bits(static_cast<std::uint64_t>(extent), 32);
            });
            query->value.rewrite_uses(at.constant(
                32, std::span<const ConstantValue>(size.data(), query->value.num_components)));
        }
    }
    fold_constants(shader);
    REQUIRE(texture->op == TextureOp::txl);
    const auto level = constant_components(*texture->source(TextureSourceType::lod)->ssa);
    REQUIRE(level.size() == 1);
    return level[0].f32;
}

using Vector = std::array<double, 3>;

// Where a direction meets the picture that a cube map's face is, in texels.
Vector on_picture(const Lookup& lookup, const Vector& v) {
    if (lookup.dim != TextureDim::dim_cube) {
        return {v[0] * lookup.size[0], v[1] * lookup.size[1], v[2] * lookup.size[2]};
    }
    std::size_t major = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        major = std::abs(lookup.coord[i]) > std::abs(lookup.coord[major]) ? i : major;
    }
    const double half_width = lookup.size[0] / 2.0;
    return {v[(major + 1) % 3] / v[major] * half_width, v[(major + 2) % 3] / v[major] * half_width,
            0.0};
}

// The same from the definition: how far the point moves when the coordinate moves a little.
double expected_level(const Lookup& lookup) {
    constexpr double kStep = 1.0e-7;
    const unsigned count = texture_dim_info(lookup.dim).coord_components;
    double longest = 0.0;
    for (const auto& derivative : {lookup.ddx, lookup.ddy}) {
        Vector from{};
        Vector to{};
        for (std::size_t i = 0; i < count; ++i) {
            from[i] = lookup.coord[i];
            to[i] = from[i] + kStep * static_cast<double>(derivative[i]);
        }
        const Vector start = on_picture(lookup, from);
        const Vector end = on_picture(lookup, to);
        longest =
            std::max(longest, std::hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]));
    }
    return std::log2(longest / kStep);
}

} // namespace

TEST_CASE("a lowered txd reads the level that its derivatives choose") {
    const auto agrees = [](const Lookup& lookup) {
        CHECK(lowered_level(lookup) == Approx(expected_level(lookup)).margin(1.0e-4));
    };
    agrees({TextureDim::dim_1d, {0.5f}, {0.125f}, {-0.25f}, {64, 0, 0}});
    agrees({TextureDim::dim_2d, {0.5f, 0.25f}, {0.01f, 0.02f}, {0.03f, -0.04f}, {256, 64, 0}});
    agrees({TextureDim::dim_2d, {0.5f, 0.25f}, {0.5f, 0.02f}, {0.03f, -0.04f}, {256, 64, 0}});
    agrees({TextureDim::dim_3d,
            {0.5f, 0.25f, 0.75f},
            {0.01f, 0.02f, 0.5f},
            {0.03f, -0.04f, 0.1f},
            {16, 32, 64}});
    for (const std::array<float, 3> direction :
         {std::array{1.0f, 0.2f, -0.3f}, std::array{-2.0f, 0.2f, 1.3f},
          std::array{0.3f, 1.5f, 0.4f}, std::array{0.3f, -0.7f, -0.4f},
          std::array{0.1f, 0.25f, 3.0f}, std::array{0.1f, 0.25f, -0.5f}}) {
        agrees({TextureDim::dim_cube,
                direction,
                {0.01f, 0.02f, -0.03f},
                {-0.02f, 0.005f, 0.04f},
                {128, 128, 0}});
    }
}

TEST_CASE("lower_txd_clamp takes lookups with min_lod") {
    CHECK(becomes_txl("lower_txd_clamp", kClamped + kFields));
    CHECK_FALSE(becomes_txl("lower_txd_clamp", kPlain + kFields));
}

TEST_CASE("lower_txd_shadow_clamp takes lookups that compare, with min_lod") {
    const std::string compare = ", comparator %8";
    CHECK(becomes_txl("lower_txd_shadow_clamp", kClamped + compare + kShadowFields));
    CHECK_FALSE(becomes_txl("lower_txd_shadow_clamp", kPlain + compare + kShadowFields));
    CHECK_FALSE(becomes_txl("lower_txd_shadow_clamp", kClamped + kFields));
}

TEST_CASE("lower_txd_offset_clamp takes lookups with an offset and min_lod") {
    CHECK(becomes_txl("lower_txd_offset_clamp", kClamped + ", offset %6" + kFields));
    CHECK_FALSE(becomes_txl("lower_txd_offset_clamp", kPlain + ", offset %6" + kFields));
    CHECK_FALSE(becomes_txl("lower_txd_offset_clamp", kClamped + kFields));
}

TEST_CASE("lower_txd_clamp_bindless_sampler takes bindless samplers with min_lod") {
    const std::string handle = ", sampler_handle %8";
    CHECK(becomes_txl("lower_txd_clamp_bindless_sampler", kClamped + handle + kFields));
    CHECK_FALSE(becomes_txl("lower_txd_clamp_bindless_sampler", kPlain + handle + kFields));
    CHECK_FALSE(becomes_txl("lower_txd_clamp_bindless_sampler", kClamped + kFields));
}

TEST_CASE("lower_txd_clamp_if_sampler_index_not_lt_16 takes samplers that may be past 15") {
    const std::string option = "lower_txd_clamp_if_sampler_index_not_lt_16";
    const std::string fields = " {dest_type=float32, texture=0, sampler=";
    CHECK_FALSE(becomes_txl(option, kClamped + fields + "15}"));
    CHECK(becomes_txl(option, kClamped + fields + "16}"));
    CHECK_FALSE(becomes_txl(option, kClamped + ", sampler_offset %0" + fields + "15}"));
    CHECK(becomes_txl(option, kClamped + ", sampler_offset %8" + fields + "0}"));
    CHECK_FALSE(becomes_txl(option, kPlain + fields + "16}"));
}

TEST_CASE("lower_txd_cube_map and lower_txd_shadow leave each other's lookups") {
    const std::string cube = "txd cube coord %4, ddx %7, ddy %7, comparator %8" + kShadowFields;
    CHECK(becomes_txl("lower_txd_cube_map", cube));
    CHECK_FALSE(becomes_txl("lower_txd_shadow", cube));
    CHECK_FALSE(becomes_txl("lower_txd_cube_map", kPlain + kFields));
}

TEST_CASE("lower_txd computes the level from the derivatives in texels") {
    CHECK(
        lowered(
            "lower_txd",
            R"(        %9:32x4 = texture txd 2d coord %3, ddx %6, ddy %3, min_lod %8 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32 = const 0
        %10:32x2 = texture txs 2d lod %9 {dest_type=int32, texture=1, sampler=0}
        %11:32x2 = i2f32 %10
        %12:32x2 = fmul %6, %11
        %13:32x2 = fmul %3, %11
        %14:32 = fdot2 %12, %12
        %15:32 = fdot2 %13, %13
        %16:32 = const 0.5
        %17:32 = fmax %14, %15
        %18:32 = flog2 %17
        %19:32 = fmul %18, %16
        %20:32 = fmax %19, %8
        %21:32x4 = texture txl 2d coord %3, lod %20 {dest_type=float32, texture=1, sampler=0}
)");
}

TEST_CASE("lower_txd_array leaves the layer alone") {
    CHECK(
        lowered(
            "lower_txd_array",
            R"(        %9:32x4 = texture txd 2d coord %4, ddx %6, ddy %3 {dest_type=float32, texture=1, sampler=0, array}
)") == R"(
        %9:32 = const 0
        %10:32x3 = texture txs 2d lod %9 {dest_type=int32, texture=1, sampler=0, array}
        %11:32x2 = i2f32 %10.xy
        %12:32x2 = fmul %6, %11
        %13:32x2 = fmul %3, %11
        %14:32 = fdot2 %12, %12
        %15:32 = fdot2 %13, %13
        %16:32 = const 0.5
        %17:32 = fmax %14, %15
        %18:32 = flog2 %17
        %19:32 = fmul %18, %16
        %20:32x4 = texture txl 2d coord %4, lod %19 {dest_type=float32, texture=1, sampler=0, array}
)");
}

TEST_CASE("lower_txd_cube_map projects the derivatives to the face") {
    CHECK(
        lowered(
            "lower_txd_cube_map",
            R"(        %9:32x4 = texture txd cube coord %4, ddx %7, ddy %4 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32x3 = fabs %4
        %10:1 = fge %9.y, %9.x
        %11:32 = fmax %9.x, %9.y
        %12:1 = fge %9.z, %11
        %13:32 = bcsel %10, %4.y, %4.x
        %14:32 = bcsel %12, %4.z, %13
        %15:32 = frcp %14
        %16:32x2 = bcsel %10.xx, %4.xz, %4.zy
        %17:32x2 = bcsel %12.xx, %4.xy, %16
        %18:32x2 = fmul %17, %15.xx
        %19:32 = const 0.5
        %20:32 = fmul %15, %19
        %21:32 = bcsel %10, %7.y, %7.x
        %22:32 = bcsel %12, %7.z, %21
        %23:32x2 = fmul %18, %22.xx
        %24:32x2 = bcsel %10.xx, %7.xz, %7.zy
        %25:32x2 = bcsel %12.xx, %7.xy, %24
        %26:32x2 = fsub %25, %23
        %27:32x2 = fmul %26, %20.xx
        %28:32 = bcsel %10, %4.y, %4.x
        %29:32 = bcsel %12, %4.z, %28
        %30:32x2 = fmul %18, %29.xx
        %31:32x2 = bcsel %10.xx, %4.xz, %4.zy
        %32:32x2 = bcsel %12.xx, %4.xy, %31
        %33:32x2 = fsub %32, %30
        %34:32x2 = fmul %33, %20.xx
        %35:32 = const 0
        %36:32x2 = texture txs cube lod %35 {dest_type=int32, texture=1, sampler=0}
        %37:32x2 = i2f32 %36
        %38:32x2 = fmul %27, %37
        %39:32x2 = fmul %34, %37
        %40:32 = fdot2 %38, %38
        %41:32 = fdot2 %39, %39
        %42:32 = const 0.5
        %43:32 = fmax %40, %41
        %44:32 = flog2 %43
        %45:32 = fmul %44, %42
        %46:32x4 = texture txl cube coord %4, lod %45 {dest_type=float32, texture=1, sampler=0}
)");
}

TEST_CASE("lower_txd_3d takes the depth into account") {
    CHECK(
        lowered(
            "lower_txd_3d",
            R"(        %9:32x4 = texture txd 3d coord %4, ddx %7, ddy %4 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32 = const 0
        %10:32x3 = texture txs 3d lod %9 {dest_type=int32, texture=1, sampler=0}
        %11:32x3 = i2f32 %10
        %12:32x3 = fmul %7, %11
        %13:32x3 = fmul %4, %11
        %14:32 = fdot3 %12, %12
        %15:32 = fdot3 %13, %13
        %16:32 = const 0.5
        %17:32 = fmax %14, %15
        %18:32 = flog2 %17
        %19:32 = fmul %18, %16
        %20:32x4 = texture txl 3d coord %4, lod %19 {dest_type=float32, texture=1, sampler=0}
)");
}

TEST_CASE("lower_txd_shadow keeps the comparator") {
    CHECK(
        lowered(
            "lower_txd_shadow",
            R"(        %9:32 = texture txd 1d coord %5, ddx %8, ddy %5, comparator %8 {dest_type=float32, texture=1, sampler=0, shadow, new_style_shadow}
)") == R"(
        %9:32 = const 0
        %10:32 = texture txs 1d lod %9 {dest_type=int32, texture=1, sampler=0, shadow}
        %11:32 = i2f32 %10
        %12:32 = fmul %8, %11
        %13:32 = fmul %5, %11
        %14:32 = fabs %12
        %15:32 = fabs %13
        %16:32 = fmax %14, %15
        %17:32 = flog2 %16
        %18:32 = texture txl 1d coord %5, comparator %8, lod %17 {dest_type=float32, texture=1, sampler=0, shadow, new_style_shadow}
)");
}

TEST_CASE("lower_txb_shadow_clamp asks for the level, biases and clamps it") {
    CHECK(
        lowered(
            "lower_txb_shadow_clamp",
            R"(        %9:32 = texture txb 2d coord %3, bias %8, min_lod %5, comparator %8 {dest_type=float32, texture=1, sampler=0, shadow, new_style_shadow}
)") == R"(
        %9:32x2 = texture lod 2d coord %3 {dest_type=float32, texture=1, sampler=0, shadow}
        %10:32 = mov %9.y
        %11:32 = fadd %10, %8
        %12:32 = fmax %11, %5
        %13:32 = texture txl 2d coord %3, comparator %8, lod %12 {dest_type=float32, texture=1, sampler=0, shadow, new_style_shadow}
)");
}

TEST_CASE("lower_txs_lod halves the size of level 0, but not the layers") {
    CHECK(
        lowered(
            "lower_txs_lod",
            R"(        %9:32x3 = texture txs 2d lod %8 {dest_type=int32, texture=1, sampler=0, array}
)") == R"(
        %9:32 = const 0
        %10:32x3 = texture txs 2d lod %9 {dest_type=int32, texture=1, sampler=0, array}
        %11:32 = const 1
        %12:32x2 = ishr %10.xy, %8.xx
        %13:32x2 = imax %12, %11.xx
        %14:32x3 = vec3 %13.x, %13.y, %10.z
)");
}

TEST_CASE("lower_txs_lod leaves level 0") {
    stays("lower_txs_lod",
          R"(        %9:32x2 = texture txs 2d lod %0 {dest_type=int32, texture=1, sampler=0}
)");
}

TEST_CASE("lower_txs_cube_array counts six layers a cube") {
    CHECK(
        lowered(
            "lower_txs_cube_array",
            R"(        %9:32x3 = texture txs cube lod %0 {dest_type=int32, texture=1, sampler=0, array}
)") == R"(
        %9:32x3 = texture txs 2d lod %0 {dest_type=int32, texture=1, sampler=0, array}
        %10:32 = const 6
        %11:32 = idiv %9.z, %10
        %12:32x3 = vec3 %9.x, %9.y, %11
)");
}

TEST_CASE("lower_lod_zero_width says -FLT_MAX where the coordinate stands still") {
    CHECK(lowered(
              "lower_lod_zero_width",
              R"(        %9:32x2 = texture lod 2d coord %3 {dest_type=float32, texture=1, sampler=0}
)") == R"(
        %9:32x2 = ddx %3
        %10:32x2 = fabs %9
        %11:32x2 = ddy %3
        %12:32x2 = fabs %11
        %13:32x2 = fadd %10, %12
        %14:32 = const 0
        %15:1 = feq %13.x, %14
        %16:1 = feq %13.y, %14
        %17:1 = iand %15, %16
        %18:32x2 = texture lod 2d coord %3 {dest_type=float32, texture=1, sampler=0}
        %19:32 = const 0xff7fffff
        %20:32 = bcsel %17, %19, %18.y
        %21:32x2 = vec2 %18.x, %20
)");
}
