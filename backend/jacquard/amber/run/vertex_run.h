#pragma once

#include <jacquard/amber/run/stage_wave.h>
#include <jacquard/amber/script/script.h>
#include <jacquard/draw/scene/triangles.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver::amber {

// The values of a location for each vertex, four components each; missing ones are (0, 0, 0, 1).
struct VertexAttribute {
    std::uint32_t location = 0;
    std::vector<std::array<std::uint32_t, 4>> values; // by vertex of the draw
};

// The attributes that buffers give to vertices with these numbers, in this order, all of one
// instance. False where a buffer's type is none that vertices have, which `diagnostics` tells.
[[nodiscard]] bool fetch_attributes(const Script& script, const Pipeline& pipeline,
                                    std::span<const std::uint32_t> vertices, std::uint32_t instance,
                                    std::vector<VertexAttribute>& attributes,
                                    Diagnostics& diagnostics);

// Whether there is vertex data for all that the shader reads; `fault` says for what there is none.
[[nodiscard]] bool has_attributes(const RunnableStage& stage,
                                  const std::vector<VertexAttribute>& attributes,
                                  std::string& fault);

// Which vertices a vertex shader runs for.
struct VertexBatch {
    std::span<const std::uint32_t> numbers; // as the shader sees them
    std::uint32_t base_instance = 0;
    std::uint32_t instance = 0; // counted from that one on
};

// Runs the shader for all vertices. What it does to storage buffers and images stands in `given`
// afterwards. False when it faults, which `fault` explains.
[[nodiscard]] bool shade_vertices(const RunnableStage& stage, const VertexBatch& batch,
                                  const std::vector<VertexAttribute>& attributes,
                                  RecordedCase& given, draw::ShadedVertices& shaded,
                                  std::string& fault);

} // namespace jacquard::driver::amber
