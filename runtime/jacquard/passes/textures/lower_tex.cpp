#include <jacquard/passes/textures/lower_tex/steps.h>

namespace jacquard::nir {

namespace {

using namespace texture_lowering;

using Step = bool (*)(Lowering&, TextureInstruction&);

// These steps split a lookup into several before its coordinate is lowered, as each gets its own.
constexpr Step kEarlySplits[] = {split_gather_offsets, lower_to_fragment_fetch};

// Sources get their width first. Coordinates are divided, moved, brought to the shape and clamped,
// in this order, before the level of detail is computed from what they are then.
constexpr Step kSteps[] = {
    widen_sources,     lower_projector,    lower_offset, lower_rect,           lower_1d,   saturate,
    lower_derivatives, lower_clamped_bias, lower_size,   lower_lod_zero_width, lower_srgb,
};

// Closer to the texels than all of those; planes are read and unpacked one by one.
constexpr Step kLastSteps[] = {lower_gather_swizzle, lower_packing};

bool lower(Lowering& lowering, TextureInstruction& texture) {
    for (const Step split : kEarlySplits) {
        if (split(lowering, texture)) {
            return true;
        }
    }
    bool changed = false;
    for (const Step step : kSteps) {
        changed |= step(lowering, texture);
    }
    if (split_planes(lowering, texture)) {
        return true;
    }
    for (const Step step : kLastSteps) {
        changed |= step(lowering, texture);
    }
    return changed;
}

} // namespace

bool lower_tex(Shader& shader, const LowerTexOptions& options) {
    if (!shader.made.has_textures()) {
        return false;
    }
    Lowering lowering{shader, options, {}};
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (auto* texture = instruction.as<TextureInstruction>()) {
                    texture->pass_flags = 0;
                    lowering.pending.push_back(texture);
                }
            }
        }
    }
    bool changed = false;
    for (std::size_t i = 0; i < lowering.pending.size(); ++i) {
        changed |= lower(lowering, *lowering.pending[i]);
    }
    return changed;
}

} // namespace jacquard::nir
