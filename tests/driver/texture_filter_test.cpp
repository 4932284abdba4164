#include <jacquard/runs/textures/cube_faces.h>
#include <jacquard/runs/textures/sampler_words.h>
#include <jacquard/runs/textures/texture_filter.h>

#include "catch.h"

#include <bit>
#include <string>
#include <utility>
#include <vector>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// A texture of one component whose texels are these numbers.
RecordedTexture texture_of(std::string dim, std::array<std::uint32_t, 3> size,
                           const std::vector<float>& texels, std::uint32_t layers = 1,
                           std::uint32_t levels = 1) {
    RecordedTexture texture;
    texture.dim = std::move(dim);
    texture.format = nir::TexelFormat::r32f;
    texture.size = size;
    texture.layers = layers;
    texture.levels = levels;
    for (const float texel : texels) {
        texture.texels.push_back(bits(texel));
    }
    REQUIRE(texture.texels.size() == texture.num_words());
    return texture;
}

SamplerState sampler_of(const std::vector<std::pair<std::string, std::string>>& words) {
    SamplerState sampler;
    for (const auto& [key, value] : words) {
        INFO(key << ' ' << value);
        CHECK(!tell_sampler(sampler, key, value));
    }
    return sampler;
}

textures::TextureRequest at(float u, float v = 0.0F, float w = 0.0F) {
    textures::TextureRequest lookup;
    lookup.num_coordinates = 3;
    lookup.coordinates = {bits(u), bits(v), bits(w)};
    return lookup;
}

float red(const RecordedTexture& texture, const SamplerState& sampler,
          const textures::TextureRequest& lookup) {
    return std::bit_cast<float>(sample(texture, sampler, lookup)[0]);
}

} // namespace

TEST_CASE("a texel outside is the one that the address mode names") {
    const RecordedTexture row = texture_of("1D", {4, 1, 1}, {10, 20, 30, 40});
    // The middles of the texels -5 to 8.
    const std::vector<std::pair<std::string, std::vector<float>>> rows = {
        {"repeat", {40, 10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40, 10}},
        {"mirrored_repeat", {40, 40, 30, 20, 10, 10, 20, 30, 40, 40, 30, 20, 10, 10}},
        {"clamp_to_edge", {10, 10, 10, 10, 10, 10, 20, 30, 40, 40, 40, 40, 40, 40}},
        {"clamp_to_border", {0, 0, 0, 0, 0, 10, 20, 30, 40, 0, 0, 0, 0, 0}},
        {"mirror_clamp_to_edge", {40, 40, 30, 20, 10, 10, 20, 30, 40, 40, 40, 40, 40, 40}}};
    for (const auto& [mode, wanted] : rows) {
        INFO(mode);
        const SamplerState sampler = sampler_of({{"address", mode}});
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            INFO(static_cast<int>(i) - 5);
            CHECK(red(row, sampler, at((static_cast<float>(i) - 4.5F) / 4)) == wanted[i]);
        }
    }
}

TEST_CASE("each axis has an address mode of its own") {
    const RecordedTexture square = texture_of("2D", {2, 2, 1}, {1, 2, 3, 4});
    const SamplerState sampler =
        sampler_of({{"address_u", "repeat"}, {"address_v", "clamp_to_edge"}});
    CHECK(red(square, sampler, at(1.25F, 1.25F)) == 3);
    CHECK(red(square, sampler, at(-0.25F, -0.25F)) == 2);
}

TEST_CASE("a linear filter takes the mean by distance, borders among it") {
    const RecordedTexture row = texture_of("1D", {2, 1, 1}, {10, 20});
    const SamplerState edge = sampler_of({{"filter", "linear"}});
    CHECK(red(row, edge, at(0.5F)) == 15);
    CHECK(red(row, edge, at(0.375F)) == 12.5F);
    CHECK(red(row, edge, at(0.0F)) == 10);
    const SamplerState around = sampler_of({{"filter", "linear"}, {"address", "repeat"}});
    CHECK(red(row, around, at(0.0F)) == 15);
    const SamplerState border = sampler_of({{"filter", "linear"}, {"address", "clamp_to_border"}});
    CHECK(red(row, border, at(0.0F)) == 5);
    const SamplerState white = sampler_of(
        {{"filter", "linear"}, {"address", "clamp_to_border"}, {"border", "opaque_white"}});
    CHECK(red(row, white, at(0.0F)) == 5.5F);
    const RecordedTexture square = texture_of("2D", {2, 2, 1}, {0, 4, 8, 12});
    CHECK(red(square, edge, at(0.5F, 0.5F)) == 6);
    CHECK(red(square, edge, at(0.375F, 0.5F)) == 5);
    const RecordedTexture volume = texture_of("3D", {2, 1, 2}, {0, 8, 16, 24});
    CHECK(red(volume, edge, at(0.5F, 0.5F, 0.5F)) == 12);
    CHECK(red(volume, edge, at(0.5F, 0.5F, 0.25F)) == 4);
}

TEST_CASE("the border has the colour that is chosen, in the components of the format") {
    RecordedTexture texture = texture_of("2D", {1, 1, 1}, {7});
    const auto border = [&](const char* colour) {
        return sample(texture, sampler_of({{"address", "clamp_to_border"}, {"border", colour}}),
                      at(2.0F, 0.5F));
    };
    const std::uint32_t one = bits(1.0F);
    CHECK(border("transparent_black") == RecordedTexel{0, 0, 0, one}); // it has no alpha
    CHECK(border("opaque_white") == RecordedTexel{one, 0, 0, one});
    texture.format = nir::TexelFormat::rgba8;
    CHECK(border("transparent_black") == RecordedTexel{});
    CHECK(border("opaque_black") == RecordedTexel{0, 0, 0, one});
    CHECK(border("opaque_white") == RecordedTexel{one, one, one, one});
    texture.format = nir::TexelFormat::rgba8ui;
    CHECK(border("opaque_white") == RecordedTexel{1, 1, 1, 1});
}

TEST_CASE("levels are chosen by what is given, the bias and the limits of the sampler") {
    // 4, 2 and 1 texels.
    const RecordedTexture row = texture_of("1D", {4, 1, 1}, {0, 0, 0, 0, 10, 10, 20}, 1, 3);
    const auto value = [&](float level, const SamplerState& sampler) {
        textures::TextureRequest lookup = at(0.5F);
        lookup.has_level = true;
        lookup.level = bits(level);
        return red(row, sampler, lookup);
    };
    const SamplerState nearest;
    CHECK(value(-3.0F, nearest) == 0);
    CHECK(value(0.5F, nearest) == 0); // ceil(d + 0.5) - 1
    CHECK(value(0.51F, nearest) == 10);
    CHECK(value(1.5F, nearest) == 10);
    CHECK(value(9.0F, nearest) == 20);
    const SamplerState linear = sampler_of({{"mip", "linear"}});
    CHECK(value(0.25F, linear) == 2.5F);
    CHECK(value(1.75F, linear) == 17.5F);
    CHECK(value(5.0F, linear) == 20);
    CHECK(value(0.25F, sampler_of({{"mip", "linear"}, {"bias", "1"}})) == 12.5F);
    CHECK(value(0.0F, sampler_of({{"mip", "linear"}, {"min_level", "0.5"}})) == 5);
    CHECK(value(9.0F, sampler_of({{"mip", "linear"}, {"max_level", "1.25"}})) == 12.5F);
    textures::TextureRequest lookup = at(0.5F);
    lookup.gradient_x = {bits(0.5F), 0, 0}; // two texels: level 1
    CHECK(red(row, nearest, lookup) == 10);
    lookup.bias = bits(1.0F);
    CHECK(red(row, nearest, lookup) == 20);
    CHECK(level_of_detail(row, linear, lookup).computed == 2);
    lookup.bias = bits(7.0F);
    CHECK(level_of_detail(row, linear, lookup).accessed == 2);
    CHECK(level_of_detail(row, linear, lookup).computed == 8);
}

TEST_CASE("what is magnified and what is minified have filters of their own") {
    const RecordedTexture row = texture_of("1D", {2, 1, 1}, {10, 20});
    const SamplerState sampler = sampler_of({{"magnify", "linear"}, {"minify", "nearest"}});
    textures::TextureRequest lookup = at(0.5F);
    lookup.has_level = true;
    lookup.level = bits(0.0F);
    CHECK(red(row, sampler, lookup) == 15);
    lookup.level = bits(0.25F);
    CHECK(red(row, sampler, lookup) == 20);
}

TEST_CASE("a comparison is made for each texel before the filter") {
    RecordedTexture row = texture_of("1D", {2, 1, 1}, {0.25F, 0.75F});
    row.format = nir::TexelFormat::d32f;
    const auto value = [&](const char* how, float reference, const char* filter = "nearest",
                           float u = 0.25F) {
        textures::TextureRequest lookup = at(u);
        lookup.is_shadow = true;
        lookup.comparator = bits(reference);
        return red(row, sampler_of({{"compare", how}, {"filter", filter}}), lookup);
    };
    const float lower = 0.125F;
    const float equal = 0.25F;
    const float higher = 0.5F;
    const float none = std::bit_cast<float>(0x7fc00000);
    const std::vector<std::pair<const char*, std::array<float, 4>>> tests = {
        {"never", {0, 0, 0, 0}},
        {"less", {1, 0, 0, 0}},
        {"equal", {0, 1, 0, 0}},
        {"less_or_equal", {1, 1, 0, 0}},
        {"greater", {0, 0, 1, 0}},
        {"not_equal", {1, 0, 1, 1}},
        {"greater_or_equal", {0, 1, 1, 0}},
        {"always", {1, 1, 1, 1}}};
    for (const auto& [how, wanted] : tests) {
        INFO(how);
        CHECK(value(how, lower) == wanted[0]);
        CHECK(value(how, equal) == wanted[1]);
        CHECK(value(how, higher) == wanted[2]);
        CHECK(value(how, none) == wanted[3]);
    }
    CHECK(value("less", 0.5F, "linear", 0.5F) == 0.5F);
    CHECK(value("less", 0.5F, "linear", 0.625F) == 0.75F);
    // A depth that is a fixed point number is not above 1, nor is a reference.
    RecordedTexture fixed = texture_of("1D", {1, 1, 1}, {0});
    fixed.format = nir::TexelFormat::d16;
    fixed.texels = {0xffff};
    textures::TextureRequest lookup = at(0.5F);
    lookup.is_shadow = true;
    lookup.comparator = bits(2.0F);
    CHECK(red(fixed, sampler_of({{"compare", "equal"}}), lookup) == 1);
}

TEST_CASE("coordinates that count texels are not scaled") {
    const RecordedTexture row = texture_of("1D", {4, 1, 1}, {10, 20, 30, 40});
    const SamplerState sampler = sampler_of({{"coordinates", "texels"}});
    CHECK(red(row, sampler, at(2.5F)) == 30);
    CHECK(red(row, sampler, at(7.0F)) == 40);
}

TEST_CASE("layers are clamped to those that there are") {
    const RecordedTexture layers = texture_of("1D", {1, 1, 1}, {0, 1, 2, 3}, 4);
    const auto value = [&](std::uint32_t layer) {
        textures::TextureRequest lookup = at(0.5F);
        lookup.is_array = true;
        lookup.layer = layer;
        return red(layers, {}, lookup);
    };
    CHECK(value(0) == 0);
    CHECK(value(2) == 2);
    CHECK(value(90) == 3);
}

TEST_CASE("offsets count texels and are added before the address mode") {
    const RecordedTexture row = texture_of("1D", {4, 1, 1}, {10, 20, 30, 40});
    textures::TextureRequest lookup = at(0.1F);
    lookup.offsets = {-1, 0, 0};
    CHECK(red(row, sampler_of({{"address", "repeat"}}), lookup) == 40);
    lookup.offsets = {2, 0, 0};
    CHECK(red(row, {}, lookup) == 30);
}

TEST_CASE("a gather begins below on the left and goes on against the sun") {
    const RecordedTexture square = texture_of("2D", {2, 2, 1}, {1, 2, 3, 4});
    const RecordedTexel texel = gather(square, {}, at(0.5F, 0.5F));
    CHECK(texel == RecordedTexel{bits(3), bits(4), bits(2), bits(1)});
}

TEST_CASE("a texel beside a face of a cube is that of the face which it touches") {
    // The +X face has +Z at its left and -Z at its right, +Y above and -Y below.
    const auto same = [](const CubeTexel& one, const CubeTexel& other) {
        return one.face == other.face && one.x == other.x && one.y == other.y;
    };
    for (std::int64_t along = 0; along < 4; ++along) {
        CHECK(same(continued({0, -1, along}, 4), {4, 3, along}));
        CHECK(same(continued({0, 4, along}, 4), {5, 0, along}));
        CHECK(same(continued({0, along, -1}, 4), {2, 3, 3 - along}));
        CHECK(same(continued({0, along, 4}, 4), {3, 3, along}));
        CHECK(same(continued({4, along, -1}, 4), {2, along, 3}));
        CHECK(same(continued({1, 4, along}, 4), {4, 0, along}));
    }
    CHECK(same(continued({3, 1, 2}, 4), {3, 1, 2}));
    // Going over an edge and back leads to the texel at the edge.
    for (std::int64_t face = 0; face < 6; ++face) {
        for (std::int64_t along = 0; along < 5; ++along) {
            for (const CubeTexel& beside :
                 {CubeTexel{face, -1, along}, CubeTexel{face, 5, along}, CubeTexel{face, along, -1},
                  CubeTexel{face, along, 5}}) {
                const CubeTexel there = continued(beside, 5);
                CHECK(there.face != face);
                CHECK(there.face / 2 != face / 2);
                CHECK((there.x == 0 || there.x == 4 || there.y == 0 || there.y == 4));
            }
        }
    }
}

TEST_CASE("a filter crosses the edges of a cube, and at a corner takes the mean of three") {
    // Each face has one number: 0 to 5.
    std::vector<float> texels;
    for (int face = 0; face < 6; ++face) {
        texels.insert(texels.end(), 4, static_cast<float>(face));
    }
    const RecordedTexture cube = texture_of("Cube", {2, 2, 1}, texels, 6);
    const SamplerState linear = sampler_of({{"filter", "linear"}});
    CHECK(red(cube, linear, at(1.0F, 0.0F, 0.0F)) == 0);
    // Half of +X and half of +Z.
    CHECK(red(cube, linear, at(1.0F, 0.0F, 1.0F)) == 2);
    // A quarter each of +X, +Y and +Z, and of their mean.
    CHECK(red(cube, linear, at(1.0F, 1.0F, 1.0F)) == 2);
    CHECK(red(cube, {}, at(0.9F, 1.0F, 0.9F)) == 2);
}

TEST_CASE("samples of a texel stand side by side") {
    RecordedTexture texture;
    texture.dim = "2D";
    texture.format = nir::TexelFormat::r32ui;
    texture.size = {2, 1, 1};
    texture.samples = 4;
    texture.texels = {0, 1, 2, 3, 10, 11, 12, 13};
    RecordedPlace place;
    place.x = 1;
    place.sample = 2;
    CHECK(fetch(texture, place)[0] == 12);
    place.sample = 4;
    CHECK(fetch(texture, place) == RecordedTexel{});
}

TEST_CASE("what a sampler is not told is told with what was meant") {
    SamplerState sampler;
    const auto key = tell_sampler(sampler, "adress", "repeat");
    REQUIRE(key);
    CHECK(key->is_key);
    CHECK(key->message == "a sampler has no 'adress'");
    const auto value = tell_sampler(sampler, "address", "repeet");
    REQUIRE(value);
    CHECK(!value->is_key);
    CHECK(value->message == "'repeet' is not a value of 'address'");
    CHECK(tell_sampler(sampler, "anisotropy", "4")->message ==
          "'anisotropy' of samplers is not supported");
    CHECK(tell_sampler(sampler, "bias", "much")->message ==
          "'bias' takes a number, as in 1.5, not 'much'");
    CHECK(sampler == SamplerState{});
}

TEST_CASE("a sampler becomes itself of the words that it prints") {
    const SamplerState sampler = sampler_of({{"address_u", "repeat"},
                                             {"address_w", "clamp_to_border"},
                                             {"magnify", "linear"},
                                             {"minify", "linear"},
                                             {"mip", "linear"},
                                             {"bias", "-0.5"},
                                             {"min_level", "0.25"},
                                             {"max_level", "3"},
                                             {"compare", "greater"},
                                             {"border", "opaque_white"},
                                             {"coordinates", "texels"}});
    SamplerState again;
    for (const SamplerWord& word : sampler_words(sampler)) {
        INFO(word.key);
        CHECK(!tell_sampler(again, word.key, word.value));
    }
    CHECK(again == sampler);
    CHECK(sampler_words(SamplerState{}).empty());
}
