#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace jacquard::ir3 {

inline constexpr std::uint32_t kWordBytes = 4;
inline constexpr std::uint32_t kSlotBytes = 16;

// A stage before the rasteriser stores its outputs in memory, where the stage that follows looks
// for them.
struct StageLayout {
    std::vector<StoredPlace> outputs; // by number of the output
    std::uint32_t bytes = 0;          // of a vertex, or of a patch
};

// Vertices store one output behind the other, 16 bytes each. A patch stores those that it has as a
// whole first; then follows for each output of a vertex the room of all its vertices. Tessellation
// levels stand in a memory of their own, whose words `patches` decides.
[[nodiscard]] StageLayout stage_layout(const nir::Shader& shader, PatchKind patches);

// Words that the tessellator reads for each patch: the number of the primitive, outer levels, inner
// levels.
struct LevelCounts {
    std::uint32_t outer = 0;
    std::uint32_t inner = 0;

    [[nodiscard]] std::uint32_t words() const { return 1 + outer + inner; }
};
[[nodiscard]] LevelCounts level_counts(PatchKind patches);

// The kind of patches that a shader is made for: what it says itself, else `otherwise`.
[[nodiscard]] PatchKind patch_kind(const nir::Shader& shader, PatchKind otherwise);

// Vertices that a control shader makes of a patch, or a geometry shader at most; 1 where it does
// not say.
[[nodiscard]] std::uint32_t vertices_out(const nir::Shader& shader);

// Whether the shader takes what a stage before it stored.
[[nodiscard]] bool takes_stored_inputs(nir::Stage stage);

// The header that the hardware gives in the first registers, if any: of tessellation or geometry.
enum class ChainHeader : std::uint8_t { none, patch, primitive };
[[nodiscard]] ChainHeader chain_header(nir::Stage stage, NextStage feeds);

} // namespace jacquard::ir3
