#pragma once

#include <jacquard/generated/passes/lower_tex.h>
#include <jacquard/nir/build/core_builder.h>

#include <utility>
#include <vector>

// The steps of lower_tex, a file for each subject, and what they share. Each looks at one texture
// instruction and says whether it changed it.
namespace jacquard::nir::texture_lowering {

// In pass_flags: a lookup of one plane, made from one whose coordinate is finished.
inline constexpr std::uint8_t kIsPlane = 1;

struct Lowering {
    Shader& shader;
    const LowerTexOptions& options;
    std::vector<TextureInstruction*> pending; // instructions that a step made, for all steps

    [[nodiscard]] static bool has(const TextureInstruction& texture, TextureSourceType type) {
        return texture.source_index(type) >= 0;
    }
};

// Sources.
bool widen_sources(Lowering& lowering, TextureInstruction& texture);
// Coordinates.
bool lower_projector(Lowering& lowering, TextureInstruction& texture);
bool lower_offset(Lowering& lowering, TextureInstruction& texture);
bool lower_rect(Lowering& lowering, TextureInstruction& texture);
bool lower_1d(Lowering& lowering, TextureInstruction& texture);
bool saturate(Lowering& lowering, TextureInstruction& texture);
// Levels of detail.
bool lower_derivatives(Lowering& lowering, TextureInstruction& texture);
bool lower_clamped_bias(Lowering& lowering, TextureInstruction& texture);
// Queries.
bool lower_size(Lowering& lowering, TextureInstruction& texture);
bool lower_lod_zero_width(Lowering& lowering, TextureInstruction& texture);
// Results.
bool lower_packing(Lowering& lowering, TextureInstruction& texture);
bool lower_gather_swizzle(Lowering& lowering, TextureInstruction& texture);
bool lower_srgb(Lowering& lowering, TextureInstruction& texture);
// These put several instructions in the place of one, which is gone where they say true.
bool split_gather_offsets(Lowering& lowering, TextureInstruction& texture);
bool split_planes(Lowering& lowering, TextureInstruction& texture);
bool lower_to_fragment_fetch(Lowering& lowering, TextureInstruction& texture);

[[nodiscard]] inline CoreBuilder builder_before(Lowering& lowering, TextureInstruction& texture) {
    return {lowering.shader, Cursor::before_instruction(&texture)};
}

// The number of the texture or sampler, which for a dereference is the binding of the variable and
// the constant element of its array. ~0: it is not known.
[[nodiscard]] std::uint32_t texture_number(const TextureInstruction& texture);
[[nodiscard]] std::uint32_t sampler_number(const TextureInstruction& texture);

[[nodiscard]] inline bool is_in_mask(std::uint32_t mask, std::uint32_t number) {
    return number < 32 && (mask >> number & 1) != 0;
}

// The coordinate without its layer.
[[nodiscard]] unsigned spatial_components(const TextureInstruction& texture);
[[nodiscard]] Operand spatial(const TextureInstruction& texture);
// Makes `position` the coordinate, followed by the layer it had.
void set_spatial(CoreBuilder& b, TextureInstruction& texture, const Operand& position);
// Removes a source; null when there is none of that type.
SsaDef* take_source(Lowering& lowering, TextureInstruction& texture, TextureSourceType type);
// Changes a source, or adds it.
void put_source(Lowering& lowering, TextureInstruction& texture, TextureSourceType type,
                SsaDef* value);

// Another operation on the same texture and sampler, with what is known of them; the result is as
// wide as `type`. The caller adds other sources and gives it to `finish`.
[[nodiscard]] TextureInstruction*
same_texture(Lowering& lowering, const TextureInstruction& texture, TextureOp op, AluType type);
// The same operation with the same sources.
[[nodiscard]] TextureInstruction* same_lookup(Lowering& lowering,
                                              const TextureInstruction& texture);
SsaDef* finish(Lowering& lowering, CoreBuilder& b, TextureInstruction* made);

// Width, height and depth of a level in texels, as floats of `bit_size` bits. Null: level 0.
Operand float_size(Lowering& lowering, CoreBuilder& b, const TextureInstruction& texture,
                   SsaDef* level, unsigned bit_size);
[[nodiscard]] SsaDef* int_to_float(CoreBuilder& b, const Operand& value, unsigned bit_size);
[[nodiscard]] SsaDef* to_float_width(CoreBuilder& b, const Operand& value, unsigned bit_size);
[[nodiscard]] inline SsaDef* to_float32(CoreBuilder& b, const Operand& value) {
    return to_float_width(b, value, 32);
}
[[nodiscard]] bool is_zero(const SsaDef& value); // a constant 0
// The level that the derivatives of a txd choose, before clamping. Not for a txd without them.
[[nodiscard]] SsaDef* level_of_derivatives(Lowering& lowering, CoreBuilder& b,
                                           const TextureInstruction& texture);
// Returns the result of lod for a lookup with implicit derivatives: the level accessed and the one
// computed.
[[nodiscard]] SsaDef* query_level(Lowering& lowering, CoreBuilder& b,
                                  const TextureInstruction& texture);

// Makes all uses of the instruction's value uses of what make(CoreBuilder&, SsaDef* value) gives.
template <typename Make>
void replace_result(Lowering& lowering, TextureInstruction& texture, Make&& make) {
    SsaDef uses_before;
    texture.value.rewrite_uses(&uses_before);
    CoreBuilder b(lowering.shader, Cursor::after_instruction(&texture));
    uses_before.rewrite_uses(std::forward<Make>(make)(b, &texture.value));
}

// The four components `color`, followed by the residency code where the instruction has one.
[[nodiscard]] SsaDef* with_residency(CoreBuilder& b, const TextureInstruction& texture,
                                     const Operand& color);

} // namespace jacquard::nir::texture_lowering
