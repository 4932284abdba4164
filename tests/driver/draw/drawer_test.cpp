#include "catch.h"
#include "drawn.h"

using namespace jacquard;
using namespace jacquard::driver::draw;
using namespace jacquard::testing;

namespace {

constexpr const char* kRing = "FRAG\n"
                              "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                              "DCL OUT[0], COLOR\n"
                              "DCL TEMP[0]\n"
                              "IMM[0] FLT32 { 0.5, 1.0, 0.2, 0.04 }\n"
                              "  0: ADD TEMP[0].xy, IN[0], -IMM[0].xxxx\n"
                              "  1: DP2 TEMP[0].x, TEMP[0], TEMP[0]\n"
                              "  2: SGE TEMP[0].y, TEMP[0].xxxx, IMM[0].wwww\n"
                              "  3: SLT TEMP[0].z, TEMP[0].xxxx, IMM[0].zzzz\n"
                              "  4: MUL OUT[0].xyz, TEMP[0].yyyy, TEMP[0].zzzz\n"
                              "  5: MOV OUT[0].w, IMM[0].yyyy\n"
                              "  6: END\n";

// Leaves out what lies left of the middle.
constexpr const char* kHalf = "FRAG\n"
                              "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                              "DCL OUT[0], COLOR\n"
                              "DCL TEMP[0]\n"
                              "IMM[0] FLT32 { -0.5, 1.0, 0.0, 0.0 }\n"
                              "  0: ADD TEMP[0].x, IN[0], IMM[0].xxxx\n"
                              "  1: KILL_IF TEMP[0].xxxx\n"
                              "  2: MOV OUT[0], IMM[0].yyyy\n"
                              "  3: END\n";

// The colour shows the differences of a varying from a pixel to its neighbours, times eight.
constexpr const char* kSlopes = "FRAG\n"
                                "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                "DCL OUT[0], COLOR\n"
                                "DCL TEMP[0..1]\n"
                                "IMM[0] FLT32 { 4.0, 1.0, 0.0, 0.0 }\n"
                                "  0: DDX TEMP[0].x, IN[0].xxxx\n"
                                "  1: DDY TEMP[0].y, IN[0].yyyy\n"
                                "  2: MUL OUT[0], TEMP[0], IMM[0].xxyy\n"
                                "  3: END\n";

constexpr const char* kTextured = "FRAG\n"
                                  "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                  "DCL OUT[0], COLOR\n"
                                  "DCL SAMP[0]\n"
                                  "DCL SVIEW[0], 2D, FLOAT\n"
                                  "  0: TEX OUT[0], IN[0], SAMP[0], 2D\n"
                                  "  1: END\n";

// Squares of 1 texel, black and white.
Picture chequered(std::uint32_t side) {
    Picture picture(side, side);
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint8_t value = (x + y) % 2 == 0 ? 255 : 0;
            std::fill_n(picture.pixel(x, y), 4, value);
        }
    }
    return picture;
}

Picture textured(bool is_machine, std::uint32_t texels, std::uint32_t pixels,
                 const TextureOptions& options) {
    const auto stage = stage_of(kTextured, is_machine);
    std::string fault;
    auto texture = MipTexture::make(chequered(texels), options, fault);
    REQUIRE(texture);
    const TexturePlace place;
    std::vector<BoundTexture> textures;
    textures.push_back({place, std::move(*texture)});
    return drawn(*stage, pixels, pixels, nullptr, {}, textures);
}

} // namespace

TEST_CASE("a shader draws the same picture in both engines") {
    // The squared distance of these pixels from the middle is from 0.04 to 0.2.
    const std::string expected = "            \n"
                                 "   ######   \n"
                                 "  ########  \n"
                                 " ########## \n"
                                 " ###    ### \n"
                                 " ###    ### \n"
                                 " ###    ### \n"
                                 " ###    ### \n"
                                 " ########## \n"
                                 "  ########  \n"
                                 "   ######   \n"
                                 "            \n";
    CHECK(letters(drawn(*stage_of(kRing, false), 12, 12)) == expected);
    CHECK(letters(drawn(*stage_of(kRing, true), 12, 12)) == expected);
}

TEST_CASE("a picture does not depend on how many threads draw it") {
    const auto stage = stage_of(kRing, true);
    DrawOptions options;
    const Picture one = drawn(*stage, 131, 77, nullptr, options);
    for (const unsigned threads : {2U, 3U, 8U}) {
        options.num_threads = threads;
        CHECK(drawn(*stage, 131, 77, nullptr, options).rgba == one.rgba);
    }
}

TEST_CASE("what a shader discards stays as it was cleared") {
    for (const bool is_machine : {false, true}) {
        DrawOptions options;
        options.clear = {0.5F, 0.0F, 0.0F, 1.0F};
        CHECK(letters(drawn(*stage_of(kHalf, is_machine), 6, 2, nullptr, options)) ==
              ":::###\n:::###\n");
    }
}

TEST_CASE("rows count from below where that is asked for") {
    DrawOptions options;
    const auto stage = stage_of("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                "  0: MOV OUT[0], IN[0].yyyy\n  1: END\n",
                                true);
    CHECK(letters(drawn(*stage, 2, 5, nullptr, options)) == "  \n..\n::\n**\n##\n");
    options.bottom_up = true;
    CHECK(letters(drawn(*stage, 2, 5, nullptr, options)) == "##\n**\n::\n..\n  \n");
}

TEST_CASE("differences are those of whole quads, at the rim of the picture, too") {
    // 1/8 of the width, 1/5 of the height.
    for (const bool is_machine : {false, true}) {
        const Picture picture = drawn(*stage_of(kSlopes, is_machine), 8, 5);
        for (std::uint32_t y = 0; y < 5; ++y) {
            for (std::uint32_t x = 0; x < 8; ++x) {
                CHECK(int{picture.pixel(x, y)[0]} == 128); // 4/8
                CHECK(int{picture.pixel(x, y)[1]} == 204); // 4/5
            }
        }
    }
}

TEST_CASE("textures are filtered alike in both engines") {
    for (const Filter filter : {Filter::nearest, Filter::linear}) {
        for (const MipFilter mip : {MipFilter::none, MipFilter::nearest, MipFilter::linear}) {
            for (const std::uint32_t pixels : {3U, 8U, 21U}) {
                TextureOptions options;
                options.filter = filter;
                options.mip = mip;
                CHECK(difference(textured(false, 8, pixels, options),
                                 textured(true, 8, pixels, options)) <= 1);
            }
        }
    }
}

TEST_CASE("a texture as large as the picture is seen texel by texel") {
    TextureOptions options;
    options.filter = Filter::nearest;
    CHECK(letters(textured(true, 4, 4, options)) == "# # \n # #\n# # \n # #\n");
    // Twice as large.
    CHECK(letters(textured(true, 2, 4, options)) == "##  \n##  \n  ##\n  ##\n");
}

TEST_CASE("a texture smaller on the picture than it is is read from a smaller level") {
    TextureOptions options;
    // Sixteen texels a pixel, half of which are white.
    CHECK(letters(textured(true, 16, 4, options)) == "::::\n::::\n::::\n::::\n");
    options.mip = MipFilter::none;
    options.filter = Filter::nearest;
    CHECK(letters(textured(true, 16, 4, options)) == "####\n####\n####\n####\n");
}

TEST_CASE("a shader that needs more steps than the limit allows ends the picture with a reason") {
    constexpr const char* kEndless = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                     "DCL TEMP[0]\n"
                                     "  0: BGNLOOP\n"
                                     "  1: ADD TEMP[0], TEMP[0], IN[0]\n"
                                     "  2: ENDLOOP\n"
                                     "  3: MOV OUT[0], TEMP[0]\n"
                                     "  4: END\n";
    for (const bool is_machine : {false, true}) {
        StageOptions options;
        options.is_machine = is_machine;
        options.limits.steps = 1000;
        Diagnostics diagnostics("endless.tgsi", kEndless);
        const auto stage = Stage::load(kEndless, StageForm::tgsi, options, diagnostics);
        INFO(diagnostics.render());
        REQUIRE(stage != nullptr);
        DrawOptions draw;
        draw.num_threads = 2;
        std::string fault;
        REQUIRE(choose_outputs(*stage, {}, draw, fault));
        PictureSampler sampler({}, {}, {});
        const CornerSource source(*stage, 64, 64);
        Picture picture(64, 64);
        Drawer drawer(*stage, sampler, draw);
        CHECK(!drawer.draw(source, picture, fault));
        CHECK(fault.find("1000") != std::string::npos);
    }
}

TEST_CASE("progress is told from nothing to all") {
    const auto stage = stage_of(kRing, true);
    DrawOptions options;
    std::string fault;
    REQUIRE(choose_outputs(*stage, {}, options, fault));
    PictureSampler sampler({}, {}, {});
    const CornerSource source(*stage, 70, 70);
    Picture picture(70, 70);
    std::vector<std::size_t> told;
    Drawer drawer(*stage, sampler, options);
    REQUIRE(drawer.draw(source, picture, fault, [&](std::size_t done, std::size_t all) {
        CHECK(all == 9);
        told.push_back(done);
    }));
    CHECK(told == std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("the output that is shown is the one of the location that is asked for") {
    const auto stage = stage_of("FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR[1]\n"
                                "DCL OUT[1], COLOR[0]\nDCL OUT[2], POSITION\n"
                                "  0: MOV OUT[0], IN[0]\n  1: MOV OUT[1], IN[0]\n"
                                "  2: MOV OUT[2].z, IN[0].xxxx\n  3: END\n",
                                false);
    DrawOptions options;
    std::string fault;
    REQUIRE(choose_outputs(*stage, {}, options, fault));
    CHECK(stage->outputs()[options.colour].semantic_index == 0);
    REQUIRE(options.depth);
    CHECK(stage->outputs()[*options.depth].semantic == nir::Semantic::position);
    REQUIRE(choose_outputs(*stage, 1, options, fault));
    CHECK(stage->outputs()[options.colour].semantic_index == 1);
    CHECK(!choose_outputs(*stage, 2, options, fault));
    CHECK(fault == "the shader has no output at location 2");
}
