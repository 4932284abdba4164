#include <jacquard/draw/scene/mesh.h>

#include <cmath>
#include <map>
#include <numbers>

namespace jacquard::driver::draw {

namespace {

using Vector = std::array<float, 3>;

Mesh triangle() {
    const float half = std::sqrt(3.0F) / 2.0F;
    const Vector front = {0.0F, 0.0F, 1.0F};
    Mesh mesh;
    mesh.vertices = {{{-half, -0.5F, 0.0F}, front, {0.0F, 0.0F}},
                     {{half, -0.5F, 0.0F}, front, {1.0F, 0.0F}},
                     {{0.0F, 1.0F, 0.0F}, front, {0.5F, 1.0F}}};
    mesh.triangles = {{0, 1, 2}};
    return mesh;
}

Mesh quad() {
    const Vector front = {0.0F, 0.0F, 1.0F};
    Mesh mesh;
    mesh.vertices = {{{-1.0F, -1.0F, 0.0F}, front, {0.0F, 0.0F}},
                     {{1.0F, -1.0F, 0.0F}, front, {1.0F, 0.0F}},
                     {{1.0F, 1.0F, 0.0F}, front, {1.0F, 1.0F}},
                     {{-1.0F, 1.0F, 0.0F}, front, {0.0F, 1.0F}}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

Mesh sphere() {
    constexpr std::uint32_t kAround = 64;
    constexpr std::uint32_t kRows = 32;
    Mesh mesh;
    for (std::uint32_t row = 0; row <= kRows; ++row) {
        const float v = static_cast<float>(row) / kRows;
        const float latitude = (v - 0.5F) * std::numbers::pi_v<float>;
        for (std::uint32_t i = 0; i <= kAround; ++i) {
            const float u = static_cast<float>(i) / kAround;
            const float longitude = (2.0F * u - 1.0F) * std::numbers::pi_v<float>;
            const Vector at = {std::cos(latitude) * std::sin(longitude), std::sin(latitude),
                               std::cos(latitude) * std::cos(longitude)};
            mesh.vertices.push_back({at, at, {u, v}});
        }
    }
    for (std::uint32_t row = 0; row < kRows; ++row) {
        for (std::uint32_t i = 0; i < kAround; ++i) {
            const std::uint32_t first = row * (kAround + 1) + i;
            const std::uint32_t above = first + kAround + 1;
            if (row != 0) {
                mesh.triangles.push_back({first, first + 1, above + 1});
            }
            if (row + 1 != kRows) {
                mesh.triangles.push_back({first, above + 1, above});
            }
        }
    }
    return mesh;
}

Vector minus(const Vector& a, const Vector& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

} // namespace

std::optional<Mesh> built_in_mesh(std::string_view name) {
    return name == kMeshNames[0]   ? std::optional(triangle())
           : name == kMeshNames[1] ? std::optional(quad())
           : name == kMeshNames[2] ? std::optional(sphere())
                                   : std::nullopt;
}

void add_missing_normals(Mesh& mesh) {
    // By position: vertices that differ in their texture coordinates alone are one corner.
    std::map<Vector, Vector> sums;
    for (const std::array<std::uint32_t, 3>& corners : mesh.triangles) {
        const Vector& first = mesh.vertices[corners[0]].position;
        const Vector normal = cross(minus(mesh.vertices[corners[1]].position, first),
                                    minus(mesh.vertices[corners[2]].position, first));
        for (const std::uint32_t corner : corners) {
            Vector& sum = sums[mesh.vertices[corner].position];
            for (std::size_t c = 0; c < 3; ++c) {
                sum[c] += normal[c];
            }
        }
    }
    for (MeshVertex& vertex : mesh.vertices) {
        if (vertex.normal != Vector{}) {
            continue;
        }
        const Vector& sum = sums[vertex.position];
        const float length = std::hypot(sum[0], sum[1], sum[2]);
        for (std::size_t c = 0; c < 3 && length > 0.0F; ++c) {
            vertex.normal[c] = sum[c] / length;
        }
    }
}

} // namespace jacquard::driver::draw
