#pragma once

#include <jacquard/passes/lower_tex.h>
#include <jacquard/passes/registry.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace jacquard::nir {

// What lists of passes call an option of lower_tex: one of its masks or switches. Callbacks have
// switches that choose for all instructions.
struct LowerTexParameter {
    PassParameter parameter;
    std::uint32_t LowerTexOptions::*mask = nullptr;
    bool LowerTexOptions::*is_on = nullptr;
};

#define JACQUARD_MASK(option, doc)                                                                 \
    LowerTexParameter {                                                                            \
        {#option, doc, true}, &LowerTexOptions::option                                             \
    }
#define JACQUARD_SWITCH(option, doc)                                                               \
    LowerTexParameter {                                                                            \
        {#option, doc}, nullptr, &LowerTexOptions::option                                          \
    }

inline constexpr auto kLowerTexOptions = std::to_array<LowerTexParameter>({
    JACQUARD_MASK(lower_txp, "projectors of the shapes in the mask"),
    JACQUARD_SWITCH(lower_txp_array, "projectors of arrays"),
    JACQUARD_SWITCH(lower_txf_offset, "offsets of fetches"),
    JACQUARD_SWITCH(lower_rect_offset, "offsets in rect textures"),
    {{"lower_offset", "all offsets"}},
    JACQUARD_SWITCH(lower_rect, "rect textures become 2d"),
    JACQUARD_SWITCH(lower_1d, "1d textures become 2d"),
    JACQUARD_SWITCH(lower_1d_shadow, "1d shadow textures become 2d"),
    JACQUARD_MASK(lower_y_uv_external, "textures of a plane for Y and one for UV"),
    JACQUARD_MASK(lower_y_vu_external, "textures of a plane for Y and one for VU"),
    JACQUARD_MASK(lower_y_u_v_external, "textures of a plane each for Y, U and V"),
    JACQUARD_MASK(lower_yx_xuxv_external, "textures of pairs of Y, read as two planes"),
    JACQUARD_MASK(lower_ayuv_external, "textures of AYUV words"),
    JACQUARD_MASK(lower_xyuv_external, "textures of XYUV words"),
    JACQUARD_MASK(bt709_external, "textures of BT.709 colours"),
    JACQUARD_MASK(bt2020_external, "textures of BT.2020 colours"),
    JACQUARD_MASK(yuv_full_range_external, "textures of full range"),
    JACQUARD_MASK(saturate_s, "samplers that clamp s"),
    JACQUARD_MASK(saturate_t, "samplers that clamp t"),
    JACQUARD_MASK(saturate_r, "samplers that clamp r"),
    JACQUARD_MASK(lower_srgb, "textures of sRGB colours"),
    JACQUARD_SWITCH(lower_txd, "lookups with derivatives"),
    JACQUARD_SWITCH(lower_txd_cube_map, "those of cube maps"),
    JACQUARD_SWITCH(lower_txd_3d, "those of 3d textures"),
    JACQUARD_SWITCH(lower_txd_array, "those of arrays"),
    JACQUARD_SWITCH(lower_txd_shadow, "those that compare, save cube maps"),
    JACQUARD_SWITCH(lower_txd_clamp, "those with min_lod"),
    JACQUARD_SWITCH(lower_txd_shadow_clamp, "those that compare, with min_lod"),
    JACQUARD_SWITCH(lower_txd_offset_clamp, "those with an offset and min_lod"),
    JACQUARD_SWITCH(lower_txd_clamp_bindless_sampler, "those of bindless samplers, with min_lod"),
    JACQUARD_SWITCH(lower_txd_clamp_if_sampler_index_not_lt_16,
                    "those of samplers that may be past 15, with min_lod"),
    JACQUARD_SWITCH(lower_txb_shadow_clamp, "biased lookups that compare, with min_lod"),
    JACQUARD_SWITCH(lower_txs_lod, "sizes of levels other than 0"),
    JACQUARD_SWITCH(lower_txs_cube_array, "sizes of cube arrays"),
    JACQUARD_SWITCH(lower_tg4_broadcom_swizzle, "gathers that come as BAGR"),
    JACQUARD_SWITCH(lower_tg4_offsets, "gathers with four offsets"),
    JACQUARD_SWITCH(lower_to_fragment_fetch_amd, "multisample fetches through the fragment mask"),
    {{"packing", "texels of all lookups come packed in parts of 8 or 16 bits", true}},
    JACQUARD_SWITCH(lower_lod_zero_width, "level of detail of coordinates that do not change"),
});

#undef JACQUARD_MASK
#undef JACQUARD_SWITCH

inline constexpr auto kLowerTexParameters = [] {
    std::array<PassParameter, kLowerTexOptions.size()> parameters{};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        parameters[i] = kLowerTexOptions[i].parameter;
    }
    return parameters;
}();

bool lower_tex(Shader& shader, PassArguments arguments);

} // namespace jacquard::nir
