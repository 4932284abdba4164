#include <jacquard/draw/scene/mesh.h>
#include <jacquard/draw/scene/triangle_source.h>

#include "catch.h"
#include "drawn.h"

#include <bit>
#include <random>

using namespace jacquard;
using namespace jacquard::driver::draw;
using namespace jacquard::testing;

namespace {

using Position = std::array<float, 4>;
using Corners = std::vector<std::array<std::uint32_t, 3>>;

constexpr const char* kPlain = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                               "  0: MOV OUT[0], IN[0]\n  1: END\n";

// Vertices of a position and one varying of four words.
ShadedVertices shaded(const std::vector<Position>& positions,
                      const std::vector<Position>& varyings = {}) {
    ShadedVertices vertices;
    vertices.words_each = 8;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (const Position& four :
             {positions[i], i < varyings.size() ? varyings[i] : Position{}}) {
            for (const float value : four) {
                vertices.words.push_back(std::bit_cast<std::uint32_t>(value));
            }
        }
    }
    return vertices;
}

TriangleList placed(const ShadedVertices& vertices, const Corners& corners, std::uint32_t width,
                    std::uint32_t height, Cull cull = Cull::none) {
    static constexpr std::array<std::uint8_t, 2> kFlat = {0, 0};
    return place_triangles(vertices, corners, kFlat, width, height, cull);
}

// Returns how often each pixel is covered, a digit each.
std::string coverage(const TriangleList& list, std::uint32_t width, std::uint32_t height) {
    const auto stage = stage_of(kPlain, false);
    const VaryingLinks links;
    const TriangleSource source(*stage, links, list, width, height);
    std::string text((width + 1) * height, '0');
    for (std::uint32_t y = 0; y < height; ++y) {
        text[(width + 1) * y + width] = '\n';
    }
    source.for_each_quad({0, 0, width, height}, [&](const Quad& quad) {
        for (unsigned corner = 0; corner < kQuadLanes; ++corner) {
            if ((quad.covered >> corner & 1) != 0) {
                ++text[(width + 1) * (quad.y + (corner >> 1)) + quad.x + (corner & 1)];
            }
        }
    });
    return text;
}

} // namespace

TEST_CASE("a triangle covers the pixels whose middles it holds") {
    // The upper left half of the picture.
    const TriangleList list =
        placed(shaded({{-1, -1, 0, 1}, {-1, 1, 0, 1}, {1, -1, 0, 1}}), {{0, 1, 2}}, 6, 6);
    REQUIRE(list.triangles.size() == 1);
    CHECK(list.triangles[0].is_front);
    // The middles on the slanted edge, which is a right one, are the other triangle's.
    CHECK(coverage(list, 6, 6) == "111110\n111100\n111000\n110000\n100000\n000000\n");
}

TEST_CASE("triangles that share edges cover every pixel between them once") {
    std::mt19937 random(7);
    const auto place = [&] { return static_cast<float>(random() % 512) / 256.0F - 1.0F; };
    for (unsigned i = 0; i < 50; ++i) {
        // A fan around an inner point, whose rim is the rim of the picture.
        const float x = place();
        const float y = place();
        const ShadedVertices vertices =
            shaded({{x, y, 0, 1}, {-1, -1, 0, 1}, {1, -1, 0, 1}, {1, 1, 0, 1}, {-1, 1, 0, 1}});
        const TriangleList list =
            placed(vertices, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}}, 9, 7);
        std::string once;
        for (unsigned row = 0; row < 7; ++row) {
            once += "111111111\n";
        }
        INFO(x << ' ' << y);
        CHECK(coverage(list, 9, 7) == once);
    }
}

TEST_CASE("what is nearer than the near plane is cut off, and nothing else") {
    // Depth runs from -1 at the left edge to 1 at the right edge: the left half is too near.
    const ShadedVertices vertices = shaded({{-1, -1, -1, 1}, {-1, 3, -1, 1}, {3, -1, 3, 1}});
    const TriangleList list = placed(vertices, {{0, 1, 2}}, 4, 2);
    CHECK(coverage(list, 4, 2) == "0011\n0011\n");
    // Triangles behind the viewer are not drawn, though w is negative there.
    const ShadedVertices behind = shaded({{0, 0, -1, -1}, {1, 0, -1, -1}, {0, 1, -1, -1}});
    CHECK(placed(behind, {{0, 1, 2}}, 4, 2).triangles.empty());
}

TEST_CASE("a cut gives varyings that lie where the triangle lies") {
    // The varying is the depth; cut at 0 it stays so.
    const ShadedVertices vertices = shaded({{-1, -1, -1, 1}, {-1, 3, -1, 1}, {3, -1, 3, 1}},
                                           {{-1, 0, 0, 1}, {-1, 0, 0, 1}, {3, 0, 0, 1}});
    const TriangleList list = placed(vertices, {{0, 1, 2}}, 4, 2);
    for (const Triangle& triangle : list.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::bit_cast<float>(list.words[triangle.vertex[i] + 4]) ==
                  Approx(triangle.depth[i]).margin(1e-6));
        }
    }
}

TEST_CASE("culling leaves out the triangles that show that side") {
    const ShadedVertices vertices = shaded({{-1, -1, 0, 1}, {-1, 1, 0, 1}, {1, -1, 0, 1}});
    CHECK(placed(vertices, {{0, 1, 2}}, 4, 4, Cull::back).triangles.size() == 1);
    CHECK(placed(vertices, {{0, 1, 2}}, 4, 4, Cull::front).triangles.empty());
    CHECK(placed(vertices, {{0, 2, 1}}, 4, 4, Cull::back).triangles.empty());
}

TEST_CASE("positions that are no numbers, or far away, draw nothing and harm nothing") {
    const float nan = std::bit_cast<float>(0x7fc00000U);
    CHECK(placed(shaded({{nan, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}}), {{0, 1, 2}}, 4, 4)
              .triangles.empty());
    const TriangleList far = placed(
        shaded({{-1e9F, -1e9F, 0, 1}, {1e9F, -1e9F, 0, 1}, {0, 1e9F, 0, 1}}), {{0, 1, 2}}, 4, 4);
    CHECK(coverage(far, 4, 4) == "1111\n1111\n1111\n1111\n");
    // Beyond what is exact they stay within the numbers that places are counted in.
    for (const float size : {1e30F, 3e38F}) {
        (void)placed(shaded({{-size, -size, 0, 1}, {size, -size, 0, 1}, {0, size, 0, 1e-30F}}),
                     {{0, 1, 2}}, 16384, 16384);
    }
    CHECK(placed(shaded({{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}), {{0, 1, 2}}, 4, 4)
              .triangles.empty());
}

TEST_CASE("varyings are correct in perspective in both engines") {
    // The right corners are four times as far away. At the middle of the picture's width, a part t
    // of the way with 1/w = 1 + t (1/4 - 1), the varying is (t / 4) / (1 + t (1/4 - 1)).
    const ShadedVertices vertices =
        shaded({{-1, -1, 0, 1}, {-1, 1, 0, 1}, {4, -4, 0, 4}, {4, 4, 0, 4}},
               {{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}});
    constexpr std::uint32_t kWidth = 32;
    const TriangleList list = placed(vertices, {{0, 1, 2}, {2, 1, 3}}, kWidth, 8);
    VaryingLinks links;
    links.links = {{0, 1, nir::Interpolation::smooth}};
    for (const bool is_machine : {false, true}) {
        const auto stage = stage_of(kPlain, is_machine);
        const TriangleSource source(*stage, links, list, kWidth, 8);
        const Picture picture = drawn(*stage, kWidth, 8, &source);
        for (std::uint32_t x = 0; x < kWidth; ++x) {
            const double t = (x + 0.5) / kWidth;
            const double value = (t / 4.0) / (1.0 + t * (0.25 - 1.0));
            CHECK(std::abs(picture.pixel(x, 3)[0] - value * 255.0) <= 0.51);
        }
    }
}

TEST_CASE("nearer triangles hide farther ones, in whatever order they come") {
    const ShadedVertices vertices = shaded({{-1, -1, 0.5F, 1},
                                            {-1, 3, 0.5F, 1},
                                            {3, -1, 0.5F, 1},
                                            {-1, -1, 0.25F, 1},
                                            {-1, 1, 0.25F, 1},
                                            {1, -1, 0.25F, 1}},
                                           {{0.3F, 0, 0, 1},
                                            {0.3F, 0, 0, 1},
                                            {0.3F, 0, 0, 1},
                                            {1, 0, 0, 1},
                                            {1, 0, 0, 1},
                                            {1, 0, 0, 1}});
    VaryingLinks links;
    links.links = {{0, 1, nir::Interpolation::smooth}};
    const auto stage = stage_of(kPlain, true);
    for (const Corners& order : {Corners{{0, 1, 2}, {3, 4, 5}}, Corners{{3, 4, 5}, {0, 1, 2}}}) {
        const TriangleList list = placed(vertices, order, 6, 6);
        const TriangleSource source(*stage, links, list, 6, 6);
        CHECK(letters(drawn(*stage, 6, 6, &source)) ==
              "#####.\n####..\n###...\n##....\n#.....\n......\n");
    }
}

TEST_CASE("a depth that the shader writes counts in place of the triangle's own") {
    // The farther triangle says that it is near, by the last component of its varying.
    constexpr const char* kDepth = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                   "DCL OUT[1], POSITION\n"
                                   "  0: MOV OUT[0], IN[0].xxxx\n"
                                   "  1: MOV OUT[1].z, IN[0].wwww\n  2: END\n";
    const Position near_grey = {0.3F, 0, 0, 0.1F};
    const Position far_white = {1, 0, 0, 0.9F};
    const ShadedVertices vertices =
        shaded({{-1, -1, 0.5F, 1},
                {-1, 3, 0.5F, 1},
                {3, -1, 0.5F, 1},
                {-1, -1, 0.25F, 1},
                {-1, 1, 0.25F, 1},
                {1, -1, 0.25F, 1}},
               {near_grey, near_grey, near_grey, far_white, far_white, far_white});
    VaryingLinks links;
    links.links = {{0, 1, nir::Interpolation::smooth}};
    for (const bool is_machine : {false, true}) {
        const auto stage = stage_of(kDepth, is_machine);
        for (const Corners& order :
             {Corners{{0, 1, 2}, {3, 4, 5}}, Corners{{3, 4, 5}, {0, 1, 2}}}) {
            const TriangleList list = placed(vertices, order, 4, 2);
            const TriangleSource source(*stage, links, list, 4, 2);
            CHECK(letters(drawn(*stage, 4, 2, &source)) == "....\n....\n");
        }
    }
}

TEST_CASE("the built-in meshes have normals of length 1 and faces that look outwards") {
    for (const std::string_view name : kMeshNames) {
        CAPTURE(name);
        const std::optional<Mesh> mesh = built_in_mesh(name);
        REQUIRE(mesh);
        for (const MeshVertex& vertex : mesh->vertices) {
            CHECK(vertex.normal[0] * vertex.normal[0] + vertex.normal[1] * vertex.normal[1] +
                      vertex.normal[2] * vertex.normal[2] ==
                  Approx(1.0F));
        }
        // A mesh without normals gets the like of those it has.
        Mesh bare = *mesh;
        for (MeshVertex& vertex : bare.vertices) {
            vertex.normal = {};
        }
        add_missing_normals(bare);
        for (const std::array<std::uint32_t, 3>& corners : mesh->triangles) {
            for (const std::uint32_t corner : corners) {
                float cosine = 0.0F;
                for (std::size_t c = 0; c < 3; ++c) {
                    cosine += bare.vertices[corner].normal[c] * mesh->vertices[corner].normal[c];
                }
                CHECK(cosine > 0.99F);
            }
        }
    }
    CHECK(!built_in_mesh("cube"));
}
