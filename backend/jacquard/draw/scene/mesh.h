#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace jacquard::driver::draw {

// Beyond this many a mesh is refused before its memory is taken.
inline constexpr std::size_t kMostVertices = std::size_t{1} << 22;
inline constexpr std::size_t kMostTriangles = std::size_t{1} << 22;

struct MeshVertex {
    std::array<float, 3> position{};
    std::array<float, 3> normal{}; // of length 1, or 0 where there is none
    std::array<float, 2> uv{};
};

struct Mesh {
    std::vector<MeshVertex> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles; // numbers of vertices
};

inline constexpr std::array<std::string_view, 3> kMeshNames = {"triangle", "quad", "sphere"};

// An equilateral triangle or a square within x and y of -1 to 1 whose normals are +z, or a ball of
// radius 1. Y is up, front faces are counter-clockwise, (0, 0) of uv is at the lower left. Nothing
// for other names.
[[nodiscard]] std::optional<Mesh> built_in_mesh(std::string_view name);

// Gives the vertices that have no normal the mean of those of the triangles around, larger ones
// counting for more.
void add_missing_normals(Mesh& mesh);

} // namespace jacquard::driver::draw
