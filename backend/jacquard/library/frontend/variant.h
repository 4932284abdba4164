#pragma once

#include <jacquard/generated/errors/statuses.h>
#include <jacquard/generated/ir3/default_part.h>
#include <jacquard/generated/passes/shader_state.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <optional>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// The options in which the compiled forms of one shader may differ.
struct VariantKey {
    std::uint32_t gpu = ir3::kDefaultPart; // part number
    bool precise = false;                  // nothing is fused, reordered or approximated
    // The compiler checks its own work; a bug that it finds in itself makes the status `failed`.
    bool check = false;
    // The stage that takes the outputs of a vertex or tessellation evaluation shader.
    ir3::NextStage feeds = ir3::NextStage::rasteriser;
    // The kind of patches of a control shader that does not state it.
    ir3::PatchKind patches = ir3::PatchKind::quads;
    // The form of a vertex shader for the pass that sorts primitives into bins: of its outputs only
    // what says where they lie.
    bool binning = false;
    // The varyings that the fragment shader reads which a vertex shader is linked with, from
    // varyings_read_by(). The other outputs are removed. If unknown, all are kept.
    std::optional<std::uint64_t> read_varyings = {};
    // State beside the shader; what is not for its stage makes no difference.
    nir::ShaderState state = {};
    // Lanes of a full wave; 0: as it suits the part and the program.
    std::uint32_t wave_size = 0;
    // The width of values for which 16 bits would do. Full precision gives the bits that the
    // interpreter gives for the shader as it is written, unless other options change them.
    ir3::Precision precision = ir3::Precision::relaxed;

    friend auto operator<=>(const VariantKey&, const VariantKey&) = default;
};

} // namespace jacquard::driver

JACQUARD_END_API
