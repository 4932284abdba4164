#include <jacquard/draw/pictures/mip_texture.h>

#include "catch.h"

#include <bit>

using namespace jacquard;
using namespace jacquard::driver;
using namespace jacquard::driver::draw;

namespace {

// One row of pixels by their first channels.
Picture row(const std::vector<std::uint8_t>& reds) {
    Picture picture(static_cast<std::uint32_t>(reds.size()), 1);
    for (std::uint32_t x = 0; x < reds.size(); ++x) {
        picture.pixel(x, 0)[0] = reds[x];
    }
    return picture;
}

MipTexture texture_of(const Picture& picture, const std::vector<std::string>& options) {
    TextureOptions read;
    std::string fault;
    for (const std::string& option : options) {
        REQUIRE(parse_texture_option(option, read, fault));
    }
    auto texture = MipTexture::make(picture, read, fault);
    INFO(fault);
    REQUIRE(texture);
    return std::move(*texture);
}

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// The first channel, in steps of 255, at a place of a level.
float red(const MipTexture& texture, float u, float level = 0.0F, float v = 0.5F) {
    textures::TextureRequest lookup;
    lookup.num_coordinates = 3;
    lookup.coordinates = {bits(u), bits(v), bits(0.0F)};
    lookup.has_level = true;
    lookup.level = bits(level);
    return std::bit_cast<float>(sample(texture.texture, texture.sampler, lookup)[0]) * 255.0F;
}

float level_of(const MipTexture& texture, float dx, float dy, float bias = 0.0F) {
    textures::TextureRequest lookup;
    lookup.num_coordinates = 3;
    lookup.gradient_x = {bits(dx), 0, 0};
    lookup.gradient_y = {0, bits(dy), 0};
    lookup.bias = bits(bias);
    return level_of_detail(texture.texture, texture.sampler, lookup).accessed;
}

} // namespace

TEST_CASE("the nearest texel is that in whose square the place lies") {
    const MipTexture texture = texture_of(row({10, 20, 30, 40}), {"filter=nearest", "mip=none"});
    CHECK(red(texture, 0.01F) == Approx(10.0F));
    CHECK(red(texture, 0.26F) == Approx(20.0F));
    CHECK(red(texture, 0.99F) == Approx(40.0F));
}

TEST_CASE("a linear filter mixes the texels around by how near their middles are") {
    const MipTexture texture = texture_of(row({0, 100, 200, 100}), {"mip=none", "wrap=clamp"});
    CHECK(red(texture, 0.125F) == Approx(0.0F));
    CHECK(red(texture, 0.25F) == Approx(50.0F));
    CHECK(red(texture, 0.3125F) == Approx(75.0F));
    CHECK(red(texture, 0.375F) == Approx(100.0F));
}

TEST_CASE("outside of a texture its wrap says what is there") {
    const Picture picture = row({0, 40, 80, 200});
    const auto at = [&](const std::string& wrap, float u) {
        return red(texture_of(picture, {"filter=nearest", wrap}), u);
    };
    CHECK(at("wrap=repeat", 1.1F) == Approx(0.0F));
    CHECK(at("wrap=repeat", -0.1F) == Approx(200.0F));
    CHECK(at("wrap=mirror", 1.1F) == Approx(200.0F));
    CHECK(at("wrap=mirror", -0.3F) == Approx(40.0F));
    CHECK(at("wrap=clamp", 7.0F) == Approx(200.0F));
    CHECK(at("wrap=clamp", -7.0F) == Approx(0.0F));
    // Filters wrap, too.
    CHECK(red(texture_of(picture, {"wrap=repeat"}), 0.0F) == Approx(100.0F));
}

TEST_CASE("each level is half as large and holds the means of the one before") {
    const MipTexture texture = texture_of(row({0, 100, 200, 100}), {"filter=nearest"});
    REQUIRE(texture.texture.levels == 3);
    CHECK(texture.texture.size_of(1) == std::array<std::uint32_t, 3>{2, 1, 1});
    CHECK(red(texture, 0.1F, 1.0F) == Approx(50.0F));
    CHECK(red(texture, 0.9F, 1.0F) == Approx(150.0F));
    CHECK(red(texture, 0.5F, 2.0F) == Approx(100.0F));
    CHECK(red(texture, 0.1F, 0.5F) == Approx(25.0F)); // halfway to the next level
    CHECK(red(texture, 0.5F, 77.0F) == Approx(100.0F));
    const MipTexture sharp = texture_of(row({0, 100, 200, 100}), {"filter=nearest", "mip=nearest"});
    CHECK(red(sharp, 0.1F, 0.4F) == Approx(0.0F));
    CHECK(red(sharp, 0.1F, 0.6F) == Approx(50.0F));
}

TEST_CASE("a size that is no power of two keeps all its texels in the next level") {
    const MipTexture texture = texture_of(row({30, 60, 90}), {"filter=nearest"});
    REQUIRE(texture.texture.levels == 2);
    CHECK(red(texture, 0.5F, 1.0F) == Approx(60.0F));
}

TEST_CASE("the level follows from how many texels a step on the picture passes") {
    const MipTexture texture = texture_of(Picture(64, 64), {});
    CHECK(level_of(texture, 1.0F / 64.0F, 0.0F) == Approx(0.0F));
    CHECK(level_of(texture, 4.0F / 64.0F, 1.0F / 64.0F) == Approx(2.0F));
    CHECK(level_of(texture, 0.0F, 8.0F / 64.0F) == Approx(3.0F));
    CHECK(level_of(texture, 4.0F / 64.0F, 0.0F, 1.5F) == Approx(3.5F));
    CHECK(level_of(texture, 0.0F, 0.0F) == 0.0F);
    CHECK(level_of(texture, 1.0e30F, 0.0F) == 6.0F);
}

TEST_CASE("colours that are coded become linear, and alpha stays") {
    Picture picture(1, 1);
    picture.rgba = {188, 188, 188, 188};
    const MipTexture texture = texture_of(picture, {"srgb"});
    textures::TextureRequest lookup;
    lookup.num_coordinates = 3;
    const RecordedTexel texel = sample(texture.texture, texture.sampler, lookup);
    CHECK(std::bit_cast<float>(texel[0]) == Approx(0.5F).margin(0.005));
    CHECK(std::bit_cast<float>(texel[3]) == Approx(188.0F / 255.0F));
}

TEST_CASE("layers, slices and faces stand one above the other in the picture") {
    Picture picture(1, 6);
    for (std::uint32_t y = 0; y < 6; ++y) {
        picture.pixel(0, y)[0] = static_cast<std::uint8_t>(y * 10);
    }
    const MipTexture cube = texture_of(picture, {"shape=cube"});
    const auto face = [&](float x, float y, float z) {
        textures::TextureRequest lookup;
        lookup.num_coordinates = 3;
        lookup.coordinates = {bits(x), bits(y), bits(z)};
        return std::bit_cast<float>(sample(cube.texture, cube.sampler, lookup)[0]) * 255.0F;
    };
    CHECK(face(1, 0, 0) == Approx(0.0F));
    // A quarter of the way beyond the middle of a face, the next one has a quarter.
    CHECK(face(-1, 0.5F, 0) == Approx(0.75F * 10.0F + 0.25F * 20.0F));
    CHECK(face(0, 1, 0.5F) == Approx(0.75F * 20.0F + 0.25F * 40.0F));
    CHECK(face(0, 0, -1) == Approx(50.0F));

    const MipTexture array = texture_of(picture, {"shape=array", "layers=3", "filter=nearest"});
    textures::TextureRequest lookup;
    lookup.num_coordinates = 3;
    lookup.is_array = true;
    lookup.layer = 2;
    lookup.coordinates = {bits(0.5F), bits(0.9F), 0};
    CHECK(std::bit_cast<float>(sample(array.texture, array.sampler, lookup)[0]) * 255.0F ==
          Approx(50.0F));

    TextureOptions options;
    options.layers = 4;
    std::string fault;
    CHECK(!MipTexture::make(picture, options, fault));
    CHECK(fault == "its rows are not a multiple of 4 layers: it has 1 x 6 pixels");
    options.shape = Shape::cube;
    CHECK(!MipTexture::make(Picture(2, 6), options, fault));
    CHECK(fault == "a cube needs six square pictures one above the other, and it has 2 x 6 pixels");
}

TEST_CASE("what is no option of a texture is told with what would be") {
    TextureOptions options;
    std::string fault;
    CHECK(!parse_texture_option("filter=linaer", options, fault));
    CHECK(fault == "filter is nearest or linear, not 'linaer', did you mean 'linear'?");
    CHECK(!parse_texture_option("fliter=linear", options, fault));
    CHECK(fault == "a texture has no option 'fliter', did you mean 'filter'?");
    CHECK(!parse_texture_option("layers=0", options, fault));
    CHECK(fault == "layers is a number from 1 to 2048, not '0'");
    CHECK(!parse_texture_option("flip=maybe", options, fault));
    CHECK(fault == "flip is no or yes, not 'maybe'");
}
