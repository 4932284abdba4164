#include <jacquard/driver/draw/picture_sampler.h>
#include <jacquard/driver/recorded_textures.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver::draw {

namespace {

using nir::TextureOp;

std::array<float, 3> floats(const std::array<std::uint32_t, 3>& words) {
    return {std::bit_cast<float>(words[0]), std::bit_cast<float>(words[1]),
            std::bit_cast<float>(words[2])};
}

template <typename Answer>
Answer answer_of(const RecordedTexel& words) {
    if constexpr (std::is_same_v<Answer, ir3::Texel>) {
        return words;
    } else {
        Answer answer;
        std::copy(words.begin(), words.end(), answer.components.begin());
        return answer;
    }
}

} // namespace

bool TexturePlace::means(const Resource& resource, std::uint32_t which) const {
    if (name.empty()) {
        return set == resource.set && binding == resource.binding && element == which;
    }
    // Numbers that a shader's language writes so are part of the name.
    return (name == resource.name && element == which) ||
           (which == 0 && name + '[' + std::to_string(element) + ']' == resource.name);
}

std::vector<std::uint32_t> textures_read(const nir::Shader& shader,
                                         std::span<const Resource> resources) {
    std::vector<std::uint32_t> numbers;
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* texture = instruction.as<nir::TextureInstruction>();
            if (texture == nullptr) {
                continue;
            }
            const Resource* resource =
                ir3::find_resource(resources, ResourceKind::texture, texture->texture_index);
            const bool is_any =
                texture->source(nir::TextureSourceType::texture_offset) != nullptr &&
                resource != nullptr;
            const std::uint32_t first = is_any ? resource->first : texture->texture_index;
            for (std::uint32_t i = 0; i < (is_any ? resource->count : 1); ++i) {
                numbers.push_back(first + i);
            }
        }
    }
    return numbers;
}

PictureSampler::PictureSampler(std::span<const BoundTexture> textures,
                               std::span<const Resource> resources,
                               std::span<const std::uint32_t> read) {
    for (const Resource& resource : resources) {
        if (resource.kind != ResourceKind::texture) {
            continue;
        }
        by_number_.resize(
            std::max<std::size_t>(by_number_.size(), resource.first + std::size_t{resource.count}),
            nullptr);
        for (std::uint32_t i = 0; i < resource.count; ++i) {
            const auto found =
                std::find_if(textures.begin(), textures.end(), [&](const BoundTexture& bound) {
                    return bound.place.means(resource, i);
                });
            if (found != textures.end()) {
                by_number_[resource.first + i] = &found->texture;
            } else if (std::find(read.begin(), read.end(), resource.first + i) != read.end()) {
                missing_.push_back(
                    '\'' + resource.name +
                    (resource.count > 1 ? '[' + std::to_string(i) + ']' : std::string()) +
                    "' (set " + std::to_string(resource.set) + ", binding " +
                    std::to_string(resource.binding) + ')');
            }
        }
    }
}

nir::interpreter::Texel PictureSampler::lookup(const nir::interpreter::TextureRequest& request) {
    const MipTexture* texture = find(request.texture);
    if (texture == nullptr) {
        return {};
    }
    LevelRequest level;
    switch (request.op) {
    case TextureOp::txs: return look_up(texture->level(request.level), request);
    case TextureOp::query_levels: {
        nir::interpreter::Texel count;
        count.components[0] = texture->num_levels();
        return count;
    }
    case TextureOp::txf:
    case TextureOp::txf_ms:
    case TextureOp::texture_samples:
        return request.level < texture->num_levels()
                   ? look_up(texture->level(request.level), request)
                   : nir::interpreter::Texel{};
    case TextureOp::tg4:
        return answer_of<nir::interpreter::Texel>(texture->gather(lookup_of(request)));
    case TextureOp::txl: level.level = std::bit_cast<float>(request.level); break;
    case TextureOp::txb: level.bias = std::bit_cast<float>(request.bias); break;
    default: break;
    }
    level.gradient_x = floats(request.gradient_x);
    level.gradient_y = floats(request.gradient_y);
    const RecordedLookup lookup = lookup_of(request);
    if (request.op == TextureOp::lod) {
        nir::interpreter::Texel answer;
        const std::array<float, 2> levels = texture->level_of(lookup, level);
        answer.components[0] = std::bit_cast<std::uint32_t>(levels[1]);
        answer.components[1] = std::bit_cast<std::uint32_t>(levels[0]);
        return answer;
    }
    return answer_of<nir::interpreter::Texel>(texture->sample(lookup, level));
}

ir3::Texel PictureSampler::lookup(const ir3::TextureRequest& request) {
    using ir3::LookupKind;
    const MipTexture* texture = find(request.texture);
    if (texture == nullptr) {
        return {};
    }
    LevelRequest level;
    const RecordedLookup lookup = lookup_of(request);
    switch (request.lookup) {
    case LookupKind::size_query: return look_up(texture->level(request.level), request);
    case LookupKind::level_query: return {0, 0, texture->num_levels(), 1};
    case LookupKind::buffer_query: return look_up(texture->level(0), request);
    case LookupKind::fetch:
        return request.level < texture->num_levels()
                   ? look_up(texture->level(request.level), request)
                   : ir3::Texel{};
    case LookupKind::gather: return texture->gather(lookup);
    default: break;
    }
    if (request.own_level) {
        level.level = std::bit_cast<float>(request.level);
    } else {
        level.bias = std::bit_cast<float>(request.level);
    }
    level.gradient_x = floats(request.gradient_x);
    level.gradient_y = floats(request.gradient_y);
    if (request.lookup == LookupKind::level_of_detail) {
        const std::array<float, 2> levels = texture->level_of(lookup, level);
        // In parts of a level.
        constexpr float kParts = 256.0F;
        return {static_cast<std::uint32_t>(levels[1] * kParts),
                static_cast<std::uint32_t>(static_cast<std::int32_t>(levels[0] * kParts)), 0, 0};
    }
    return texture->sample(lookup, level);
}

} // namespace jacquard::driver::draw
