// Levels of detail and sizes.
#include <jacquard/generated/passes/fold_constants.h>
#include <jacquard/generated/passes/lower_tex.h>
#include <jacquard/nir/build/builder.h>

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

// Returns the point in which a direction meets the picture of a cube map's face, in texels.
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
