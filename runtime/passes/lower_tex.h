#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

// How a sampler hands out texels that the target returns packed.
enum class TexturePacking : std::uint8_t {
    none,
    halves, // up to two words of half floats or of 16-bit integers, by the type of the result
    bytes,  // one word of four unsigned normalised bytes
};

// Which texture operations the target lacks. Masks whose name ends in `_external`, lower_srgb and
// the matrices count from bit 0 by the number of the texture, saturate_* by that of the sampler.
//
// The callbacks get `callback_data` as it stands; null callbacks choose nothing.
struct LowerTexOptions {
    // Projectors, for the shapes whose TextureDim is a bit of the mask.
    std::uint32_t lower_txp = 0;
    bool lower_txp_array = false; // for arrays of any shape

    // Offsets of texels, added to the coordinate instead. Where the level of detail is not known to
    // be 0, a whole one is computed, that of the nearest level.
    bool lower_txf_offset = false;
    bool lower_rect_offset = false;
    bool (*lower_offset_filter)(const TextureInstruction& texture,
                                const void* callback_data) = nullptr;

    // Shapes. A 1D texture becomes a 2D one of height 1.
    bool lower_rect = false;
    bool lower_1d = false;
    bool lower_1d_shadow = false;

    // Pictures of other colour spaces, made RGB. The name says which channels each plane holds.
    std::uint32_t lower_y_uv_external = 0;
    std::uint32_t lower_y_vu_external = 0;
    std::uint32_t lower_y_u_v_external = 0;
    std::uint32_t lower_yx_xuxv_external = 0;
    std::uint32_t lower_ayuv_external = 0;
    std::uint32_t lower_xyuv_external = 0;
    // The matrix is that of ITU-R BT.601 with luma of 16 to 235 unless one of these says otherwise.
    std::uint32_t bt709_external = 0;
    std::uint32_t bt2020_external = 0;
    std::uint32_t yuv_full_range_external = 0;

    // Coordinates held within the texture. Projectors of such lookups are divided by as well.
    // Directions into a cube map have no such coordinates and stay.
    std::uint32_t saturate_s = 0;
    std::uint32_t saturate_t = 0;
    std::uint32_t saturate_r = 0;

    std::uint32_t lower_srgb = 0;

    // txd, computed as txl.
    bool lower_txd = false; // all of them
    bool lower_txd_cube_map = false;
    bool lower_txd_3d = false;
    bool lower_txd_array = false;
    bool lower_txd_shadow = false;       // but not cube maps
    bool lower_txd_clamp = false;        // with min_lod
    bool lower_txd_shadow_clamp = false; // with a comparator and min_lod
    bool lower_txd_offset_clamp = false; // with an offset and min_lod
    bool lower_txd_clamp_bindless_sampler = false;
    bool lower_txd_clamp_if_sampler_index_not_lt_16 = false;

    // txb with a comparator and min_lod, computed as txl of what lod says.
    bool lower_txb_shadow_clamp = false;

    // Sizes.
    bool lower_txs_lod = false; // of other levels than 0
    bool lower_txs_cube_array = false;

    // Gathers.
    bool lower_tg4_broadcom_swizzle = false;
    bool lower_tg4_offsets = false;

    // txf_ms and samples_identical, through the map from samples to fragments.
    bool lower_to_fragment_fetch_amd = false;

    TexturePacking (*lower_tex_packing)(const TextureInstruction& texture,
                                        const void* callback_data) = nullptr;

    // lod gives -FLT_MAX as its unclamped level where the coordinate does not change at all.
    bool lower_lod_zero_width = false;

    const void* callback_data = nullptr;
};

// Computes texture operations from others that the target has.
//
// Before: any shader; divisions by projectors are fdiv and divisions by 6 idiv, so passes that
// lower those come later. After: what the options name is gone; sizes asked for are txs, levels of
// detail lod. True when something changed.
bool lower_tex(Shader& shader, const LowerTexOptions& options);

} // namespace jacquard::nir
