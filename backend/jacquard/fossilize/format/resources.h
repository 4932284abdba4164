#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::fossilize {

// The kinds of entries of a database, by the number that their names begin with.
enum class ResourceTag : std::uint8_t {
    application_info = 0,
    sampler = 1,
    descriptor_set_layout = 2,
    pipeline_layout = 3,
    shader_module = 4,
    render_pass = 5,
    graphics_pipeline = 6,
    compute_pipeline = 7,
    application_blob_link = 8,
    raytracing_pipeline = 9,
    bucket_info = 10,
};
inline constexpr std::size_t kNumTags = 11;

// The kind as a message calls it.
[[nodiscard]] std::string_view name_of(ResourceTag tag);

// The member of the JSON that describes the objects of a kind, by their hashes. Render passes that
// vkCreateRenderPass2 made stand in one of their own. Empty for kinds that are neither read nor
// written.
[[nodiscard]] std::string_view section_of(ResourceTag tag);
inline constexpr std::string_view kNewerRenderPasses = "renderPasses2";

// The hash as the names of entries have it: 16 digits.
[[nodiscard]] std::string text_of_hash(std::uint64_t hash);

} // namespace jacquard::fossilize
