#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::driver::draw {

// Corners of pixels are counted in parts of one.
inline constexpr int kSubpixelBits = 8;

enum class Cull : std::uint8_t { none, back, front };

// Vertices as the vertex shader left them.
struct ShadedVertices {
    std::size_t words_each = 0;       // of one vertex, its position among them
    std::size_t position = 0;         // the word where it begins
    std::vector<std::uint32_t> words; // vertex after vertex
};

// A triangle on the picture, all of it in front of the viewer.
struct Triangle {
    std::array<std::int64_t, 3> x{}; // in parts of a pixel
    std::array<std::int64_t, 3> y{};
    std::array<double, 3> depth{};
    std::array<double, 3> inverse_w{};
    std::array<std::size_t, 3> vertex{}; // first word of each in TriangleList::words
    std::size_t provoking = 0;           // of the vertex whose flat outputs count
    std::uint32_t number = 0;            // in the mesh
    bool is_front = true;                // seen counter-clockwise
};

// The triangles of a mesh as they lie on a picture, cut off where they are nearer or farther than
// can be seen. A position is that of Vulkan: x to the right, y down, both -1 to 1, depth 0 to 1,
// all times w.
struct TriangleList {
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> words; // of the vertices, and of those that were made by cutting
    std::size_t words_each = 0;
};

// `flat` tells which slots, four words each, of a vertex are not interpolated.
[[nodiscard]] TriangleList place_triangles(const ShadedVertices& vertices,
                                           std::span<const std::array<std::uint32_t, 3>> triangles,
                                           std::span<const std::uint8_t> flat, std::uint32_t width,
                                           std::uint32_t height, Cull cull);

} // namespace jacquard::driver::draw
