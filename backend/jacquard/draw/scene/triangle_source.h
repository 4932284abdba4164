#pragma once

#include <jacquard/draw/quads.h>
#include <jacquard/draw/scene/mesh.h>
#include <jacquard/draw/scene/triangles.h>

#include <optional>
#include <string>
#include <vector>

namespace jacquard::driver::draw {

// Describes how the outputs of a vertex shader reach a fragment shader.
struct VaryingLinks {
    struct Link {
        std::size_t input = 0;  // slot of the fragment shader
        std::size_t output = 0; // slot of the vertex shader
        nir::Interpolation interpolation = nir::Interpolation::smooth;
    };
    std::vector<Link> links;
    std::vector<std::uint8_t> flat; // by slot of the vertex shader: not interpolated
};

// Returns no links if the fragment shader reads an input that the vertex shader does not write, or
// if the vertex shader writes no position; `fault` then says which.
[[nodiscard]] std::optional<VaryingLinks> link_stages(const Stage& vertex, const Stage& fragment,
                                                      std::string& fault);

// Runs the vertex shader for all vertices of a mesh: the locations 0, 1 and 2 are position, normal
// and texture coordinate. False when it faults, which `fault` explains.
[[nodiscard]] bool shade_vertices(const Stage& vertex, StageRunner& runner, const Mesh& mesh,
                                  ShadedVertices& shaded, std::string& fault);

// The triangles of a mesh, nearer ones before farther ones.
class TriangleSource final : public QuadSource {
  public:
    // All must outlive the source.
    TriangleSource(const Stage& fragment, const VaryingLinks& links, const TriangleList& list,
                   std::uint32_t width, std::uint32_t height)
        : stage_(fragment), links_(links), list_(list), width_(width), height_(height) {}

    void for_each_quad(const Tile& tile,
                       const std::function<void(const Quad&)>& visit) const override;
    void fill(std::span<const Quad> quads, std::span<std::uint32_t> inputs,
              WaveValues& values) const override;
    [[nodiscard]] bool has_depth() const override { return true; }

  private:
    void visit_triangle(std::uint32_t number, const Tile& tile,
                        const std::function<void(const Quad&)>& visit) const;

    const Stage& stage_;
    const VaryingLinks& links_;
    const TriangleList& list_;
    std::uint32_t width_;
    std::uint32_t height_;
};

} // namespace jacquard::driver::draw
