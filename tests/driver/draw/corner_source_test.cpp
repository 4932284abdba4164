#include "catch.h"
#include "drawn.h"

#include <bit>

using namespace jacquard;
using namespace jacquard::driver::draw;
using namespace jacquard::testing;

namespace {

constexpr const char* kPlain = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\n"
                               "DCL IN[1], GENERIC[3], CONSTANT\nDCL OUT[0], COLOR\n"
                               "  0: ADD OUT[0], IN[0], IN[1]\n  1: END\n";

// The words of an input at the pixel of a quad that begins at x and y.
std::array<float, 4> input_at(const CornerSource& source, std::size_t slot, std::uint32_t x,
                              std::uint32_t y) {
    std::vector<std::uint32_t> inputs(2 * 4 * kWaveLanes);
    WaveValues values;
    Quad quad;
    quad.x = x & ~1U;
    quad.y = y & ~1U;
    source.fill({&quad, 1}, inputs, values);
    std::array<float, 4> result{};
    for (std::size_t c = 0; c < 4; ++c) {
        const std::size_t lane = (x & 1) + 2 * (y & 1);
        result[c] = std::bit_cast<float>(inputs[(slot * 4 + c) * kWaveLanes + lane]);
    }
    return result;
}

} // namespace

TEST_CASE("a varying that is not given is the place on the picture") {
    const auto stage = stage_of(kPlain, false);
    const CornerSource source(*stage, 8, 4);
    // The middle of the pixel (5, 2).
    CHECK(input_at(source, 0, 5, 2) == std::array<float, 4>{5.5F / 8, 2.5F / 4, 0.0F, 1.0F});
}

TEST_CASE("corner values are mixed exactly at the middles of pixels") {
    const auto stage = stage_of(kPlain, false);
    CornerSource source(*stage, 8, 4);
    std::string fault;
    REQUIRE(source.set("0", {{0.0, 10.0}, {8.0, 20.0}, {16.0, 30.0}, {24.0, 80.0}}, fault));
    for (std::uint32_t y = 0; y < 4; ++y) {
        for (std::uint32_t x = 0; x < 8; ++x) {
            const double u = (x + 0.5) / 8;
            const double v = (y + 0.5) / 4;
            const auto mixed = [&](double a, double b, double c, double d) {
                return static_cast<float>((1 - v) * ((1 - u) * a + u * b) +
                                          v * ((1 - u) * c + u * d));
            };
            CHECK(input_at(source, 0, x, y) ==
                  std::array<float, 4>{mixed(0, 8, 16, 24), mixed(10, 20, 30, 80), 0.0F, 1.0F});
        }
    }
}

TEST_CASE("one value for all corners, and a flat varying, are the same everywhere") {
    const auto stage = stage_of(kPlain, false);
    CornerSource source(*stage, 8, 4);
    std::string fault;
    REQUIRE(source.set("0", {{0.5, 0.25, 0.125}}, fault));
    CHECK(input_at(source, 0, 7, 3) == std::array<float, 4>{0.5F, 0.25F, 0.125F, 1.0F});
    REQUIRE(source.set("3", {{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}, {7.0, 8.0}}, fault));
    CHECK(input_at(source, 1, 7, 3) == std::array<float, 4>{1.0F, 2.0F, 0.0F, 1.0F});
}

TEST_CASE("what is no varying, or no number of numbers, is told") {
    const auto stage = stage_of(kPlain, false);
    CornerSource source(*stage, 8, 4);
    std::string fault;
    CHECK(!source.set("1", {{1.0}}, fault));
    CHECK(fault == "the shader reads no varying '1'");
    using Corners = std::vector<std::vector<double>>;
    for (const Corners& wrong : {Corners{{1, 2, 3, 4, 5}}, Corners{{1}, {2}},
                                 Corners{{1}, {2}, {3}, {4, 5}}, Corners{{}}}) {
        fault.clear();
        CHECK(!source.set("0", wrong, fault));
        CHECK(fault == "a varying takes 1 to 4 numbers, or as many for each of the four corners");
    }
}

TEST_CASE("pixels beyond the rim of a picture of odd size are helpers") {
    const auto stage = stage_of(kPlain, false);
    const CornerSource source(*stage, 3, 3);
    std::string text;
    source.for_each_quad({0, 0, 3, 3}, [&](const Quad& quad) {
        text += std::to_string(quad.x) + ',' + std::to_string(quad.y) + ':' +
                std::to_string(quad.covered) + ' ';
    });
    CHECK(text == "0,0:15 2,0:5 0,2:3 2,2:1 ");
}
