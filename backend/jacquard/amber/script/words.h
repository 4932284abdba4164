#pragma once

#include <jacquard/amber/script/script.h>

#include <array>
#include <span>
#include <string_view>

// The words of scripts, and what they mean.
namespace jacquard::driver::amber {

template <typename T>
struct Word {
    std::string_view word;
    T meaning{};
};

// A part of the language that is read and not run, and why. Pages and tests list the same.
struct RefusedPart {
    std::string_view name;
    std::string_view reason;
};

enum class Refused : std::uint8_t {
    opencl,
    ray_tracing,
    timed_execution,
    geometry,
    tessellation,
    adjacency,
    patches,
    blend_constants,
    dual_source_blending,
    advanced_blending,
    multisampling,
    subgroup_size,
    wide_vertex_input,
    depth_bias,
    histogram_of_formats,
    included_files,
    logic_operations,
    primitive_restart,
    rasteriser_discard,
    pictures,
};

[[nodiscard]] std::span<const RefusedPart> refused_parts();
[[nodiscard]] const RefusedPart& refused_part(Refused part);

[[nodiscard]] std::span<const Word<std::optional<nir::Stage>>> stage_words();
[[nodiscard]] std::span<const Word<Topology>> topology_words();
[[nodiscard]] std::span<const Word<BindingKind>> binding_words();
[[nodiscard]] std::span<const Word<StencilOperation>> stencil_words();
[[nodiscard]] std::span<const Word<BlendFactor>> blend_factor_words();
[[nodiscard]] std::span<const Word<BlendOperation>> blend_operation_words();
[[nodiscard]] std::span<const std::string_view> advanced_blend_words();
[[nodiscard]] std::span<const std::string_view> feature_words();

// Null where no word is written so.
template <typename T>
[[nodiscard]] const Word<T>* find_word(std::span<const Word<T>> words, std::string_view written) {
    for (const Word<T>& word : words) {
        if (word.word == written) {
            return &word;
        }
    }
    return nullptr;
}

} // namespace jacquard::driver::amber
