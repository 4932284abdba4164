#include <jacquard/driver/recorded_textures.h>
#include <jacquard/nir/interpreter/atomic.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using nir::ImageAction;
using nir::TextureOp;
using nir::interpreter::ImageRequest;
using nir::interpreter::Texel;
using nir::interpreter::TextureRequest;

Texel texel_of(const RecordedTexel& words) {
    Texel texel;
    std::copy(words.begin(), words.end(), texel.components.begin());
    return texel;
}

Texel size_of(const RecordedTexture& texture, const TextureRequest& request) {
    Texel result;
    const unsigned count = nir::texture_dim_info(request.dim).coord_components;
    unsigned next = 0;
    for (; next < count && next < 3; ++next) {
        result.components[next] = texture.size[next];
    }
    next = request.dim == nir::TextureDim::dim_cube ? 2 : next;
    if (request.instruction->is_array) {
        result.components[next] =
            request.dim == nir::TextureDim::dim_cube ? texture.layers / 6 : texture.layers;
    }
    return result;
}

// Numbers of the resources of a kind, as far as `last`.
std::size_t end_of(std::span<const Resource> resources, ResourceKind kind) {
    std::size_t end = 0;
    for (const Resource& resource : resources) {
        if (resource.kind == kind) {
            end = std::max<std::size_t>(end, resource.first + std::size_t{resource.count});
        }
    }
    return end;
}

} // namespace

RecordedLookup lookup_of(const TextureRequest& request) {
    RecordedLookup lookup;
    lookup.coordinates = request.coordinates;
    lookup.has_second = request.num_coordinates > 1;
    lookup.is_rectangle = request.dim == nir::TextureDim::dim_rect;
    lookup.is_array = request.instruction->is_array;
    lookup.layer = request.layer;
    lookup.is_shadow = request.instruction->is_shadow;
    lookup.comparator = request.comparator;
    lookup.component = request.instruction->component;
    lookup.offsets = request.offsets;
    if (request.instruction->has_gather_offsets) {
        GatherOffsets& offsets = lookup.gather_offsets.emplace();
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            const auto& [x, y] = request.instruction->gather_offsets[i];
            offsets[i] = {x, y};
        }
    }
    return lookup;
}

void RecordedTextures::set(const RecordedCase& recorded, std::span<const Resource> resources) {
    textures_.assign(end_of(resources, ResourceKind::texture), nullptr);
    for (const Resource& resource : resources) {
        if (resource.kind == ResourceKind::texture) {
            const auto elements = elements_of(recorded.textures, resource);
            std::copy(elements.begin(), elements.end(), textures_.begin() + resource.first);
        }
    }
}

Texel look_up(const RecordedTexture& texture, const TextureRequest& request) {
    const auto integer = [&](unsigned c) {
        return std::int64_t{static_cast<std::int32_t>(request.coordinates[c])} + request.offsets[c];
    };
    switch (request.op) {
    case TextureOp::txs: return size_of(texture, request);
    case TextureOp::query_levels:
    case TextureOp::texture_samples: {
        Texel one;
        one.components[0] = 1;
        return one;
    }
    case TextureOp::lod: return {};
    case TextureOp::txf:
    case TextureOp::txf_ms:
        return texel_of(
            fetch(texture,
                  {integer(0), request.num_coordinates > 1 ? integer(1) : 0,
                   request.num_coordinates > 2 ? integer(2) : 0,
                   request.instruction->is_array ? static_cast<std::int32_t>(request.layer) : 0}));
    case TextureOp::tg4: return texel_of(gather(texture, lookup_of(request)));
    default: return texel_of(sample(texture, lookup_of(request)));
    }
}

const RecordedTexture* RecordedTextures::find(std::uint64_t number) const {
    return number < textures_.size() ? textures_[number] : nullptr;
}

Texel RecordedTextures::lookup(const TextureRequest& request) {
    const RecordedTexture* texture = find(request.texture);
    return texture != nullptr ? look_up(*texture, request) : Texel{};
}

void RecordedImages::set(const RecordedCase& recorded, std::span<const Resource> resources) {
    images_.clear();
    for (const auto& [key, texture] : recorded.images) {
        images_.push_back({key, texture});
    }
    by_number_.assign(end_of(resources, ResourceKind::image), -1);
    for (const Resource& resource : resources) {
        if (resource.kind != ResourceKind::image) {
            continue;
        }
        const auto elements = elements_of(recorded.images, resource);
        for (std::size_t i = 0; i < elements.size(); ++i) {
            for (std::size_t k = 0; k < recorded.images.size(); ++k) {
                if (elements[i] == &recorded.images[k].second) {
                    by_number_[resource.first + i] = static_cast<int>(k);
                }
            }
        }
    }
}

const Words* RecordedImages::content(std::string_view key) const {
    for (const Image& image : images_) {
        if (image.key == key) {
            return &image.texture.texels;
        }
    }
    return nullptr;
}

nir::interpreter::ImageAnswer access_image(RecordedTexture& texture, const ImageRequest& request) {
    nir::interpreter::ImageAnswer answer;
    if (request.action == ImageAction::size) {
        for (unsigned c = 0; c < 3; ++c) {
            const bool is_layers = c == 2 && texture.size[c] <= 1;
            answer.components[c] = is_layers ? texture.layers : texture.size[c];
        }
        return answer;
    }
    // Images are recorded with one level and one sample.
    if (request.action == ImageAction::levels || request.action == ImageAction::samples) {
        answer.components[0] = 1;
        return answer;
    }
    std::array<std::int32_t, 3> coordinates{};
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
        coordinates[c] = static_cast<std::int32_t>(request.coordinates[c]);
    }
    const RecordedPlace place = image_place(texture, coordinates);
    std::size_t first = 0;
    if (!find_texel(texture, place, first)) {
        return answer;
    }
    std::uint32_t* texel = &texture.texels[first];
    if (request.action == ImageAction::store) {
        for (unsigned c = 0; c < texture.num_components; ++c) {
            texel[c] = static_cast<std::uint32_t>(request.data[c]);
        }
    } else if (request.action == ImageAction::load) {
        const RecordedTexel read = fetch(texture, place);
        std::copy(read.begin(), read.end(), answer.components.begin());
    } else if (request.action == ImageAction::atomic) {
        answer.components[0] = *texel;
        *texel = static_cast<std::uint32_t>(nir::interpreter::apply_atomic(
            request.instruction->atomic_op(), 32, *texel, request.data[0], request.compare));
    }
    return answer;
}

RecordedTexture* RecordedImages::find(std::uint64_t number) {
    const bool is_given = number < by_number_.size() && by_number_[number] >= 0;
    return is_given ? &images_[static_cast<std::size_t>(by_number_[number])].texture : nullptr;
}

nir::interpreter::ImageAnswer RecordedImages::access(const ImageRequest& request) {
    RecordedTexture* image = find(request.image);
    return image != nullptr ? access_image(*image, request) : nir::interpreter::ImageAnswer{};
}

} // namespace jacquard::driver
