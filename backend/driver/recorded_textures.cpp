#include <jacquard/driver/recorded_textures.h>
#include <jacquard/nir/interpreter/atomic.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver {

namespace {

using nir::ImageAction;
using nir::TextureOp;
using nir::interpreter::ImageRequest;
using nir::interpreter::Texel;
using nir::interpreter::TextureRequest;

struct Place {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    std::int64_t layer = 0;
};

bool is_inside(const RecordedTexture& texture, const Place& at) {
    return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.layer >= 0 && at.x < texture.size[0] &&
           at.y < texture.size[1] && at.z < texture.size[2] && at.layer < texture.layers;
}

std::size_t index_of(const RecordedTexture& texture, const Place& at) {
    const auto texel = static_cast<std::size_t>(
        ((at.layer * texture.size[2] + at.z) * texture.size[1] + at.y) * texture.size[0] + at.x);
    return texel * texture.num_components;
}

// Components that the format lacks are 0, the last one 1.
Texel texel_at(const RecordedTexture& texture, const Place& at) {
    Texel texel;
    if (!is_inside(texture, at)) {
        return texel;
    }
    texel.components[3] = texture.is_float ? std::bit_cast<std::uint32_t>(1.0F) : 1;
    const std::size_t first = index_of(texture, at);
    for (unsigned c = 0; c < texture.num_components && first + c < texture.texels.size(); ++c) {
        texel.components[c] = texture.texels[first + c];
    }
    return texel;
}

float as_float(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}

std::int64_t clamped(float scaled, std::int32_t offset, std::uint32_t size) {
    const float texel = std::floor(scaled);
    const std::int64_t whole = !(texel > -1.0e9F) ? -1'000'000'000
                               : texel > 1.0e9F   ? 1'000'000'000
                                                  : static_cast<std::int64_t>(texel);
    return std::clamp<std::int64_t>(whole + offset, 0, std::int64_t{size} - 1);
}

// The face that a direction points at and the coordinates on it.
void face_of(const TextureRequest& request, Place& place, float& u, float& v) {
    const float x = as_float(request.coordinates[0]);
    const float y = as_float(request.coordinates[1]);
    const float z = as_float(request.coordinates[2]);
    const float ax = std::fabs(x);
    const float ay = std::fabs(y);
    const float az = std::fabs(z);
    float major = az;
    float s = z >= 0 ? x : -x;
    float t = -y;
    place.layer = z >= 0 ? 4 : 5;
    if (ax >= ay && ax >= az) {
        major = ax;
        s = x >= 0 ? -z : z;
        place.layer = x >= 0 ? 0 : 1;
    } else if (ay >= az) {
        major = ay;
        s = x;
        t = y >= 0 ? z : -z;
        place.layer = y >= 0 ? 2 : 3;
    }
    u = 0.5F * (s / major + 1.0F);
    v = 0.5F * (t / major + 1.0F);
}

bool compares(const std::string& how, float reference, float texel) {
    if (how == "less") {
        return reference < texel;
    }
    if (how == "greater") {
        return reference > texel;
    }
    if (how == "greater_or_equal") {
        return reference >= texel;
    }
    if (how == "equal") {
        return reference == texel;
    }
    return reference <= texel;
}

// Where a filtered lookup finds its texel, `shift` texels away.
Place filtered_place(const RecordedTexture& texture, const TextureRequest& request, float shift_x,
                     float shift_y) {
    Place place;
    std::array<float, 3> at{};
    for (unsigned c = 0; c < 3; ++c) {
        at[c] = as_float(request.coordinates[c]);
    }
    // What is bound decides the shape, also where the instruction expects another one.
    const bool is_cube = texture.dim == "Cube";
    if (is_cube) {
        face_of(request, place, at[0], at[1]);
        at[2] = 0.0F;
    }
    const bool is_rect = request.dim == nir::TextureDim::dim_rect;
    const auto scaled = [&](unsigned c) {
        return is_rect ? at[c] : at[c] * static_cast<float>(texture.size[c]);
    };
    place.x = clamped(scaled(0) + shift_x, request.offsets[0], texture.size[0]);
    place.y = request.num_coordinates > 1 && texture.dim != "1D"
                  ? clamped(scaled(1) + shift_y, request.offsets[1], texture.size[1])
                  : 0;
    place.z = texture.dim == "3D" ? clamped(scaled(2), request.offsets[2], texture.size[2]) : 0;
    if (request.instruction->is_array) {
        const float layer = std::nearbyint(as_float(request.layer));
        const std::int64_t number = clamped(layer, 0, texture.layers);
        place.layer += is_cube ? number * 6 : number;
    }
    return place;
}

Texel gather(const RecordedTexture& texture, const TextureRequest& request) {
    // The texels around, beginning with the one below on the left.
    static constexpr std::array<std::array<float, 2>, 4> kCorners = {
        {{-0.5F, 0.5F}, {0.5F, 0.5F}, {0.5F, -0.5F}, {-0.5F, -0.5F}}};
    Texel result;
    for (unsigned i = 0; i < 4; ++i) {
        TextureRequest one = request;
        if (request.instruction->has_gather_offsets) {
            one.offsets[0] = request.instruction->gather_offsets[i][0];
            one.offsets[1] = request.instruction->gather_offsets[i][1];
        }
        const std::array<float, 2> corner =
            request.instruction->has_gather_offsets ? kCorners[3] : kCorners[i];
        const Texel texel = texel_at(texture, filtered_place(texture, one, corner[0], corner[1]));
        result.components[i] = request.instruction->is_shadow
                                   ? std::bit_cast<std::uint32_t>(
                                         compares(texture.compare, as_float(request.comparator),
                                                  as_float(texel.components[0]))
                                             ? 1.0F
                                             : 0.0F)
                                   : texel.components[request.instruction->component];
    }
    return result;
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

void RecordedTextures::set(const RecordedCase& recorded, std::span<const Resource> resources) {
    textures_.assign(end_of(resources, ResourceKind::texture), nullptr);
    for (const Resource& resource : resources) {
        if (resource.kind == ResourceKind::texture) {
            const auto elements = elements_of(recorded.textures, resource);
            std::copy(elements.begin(), elements.end(), textures_.begin() + resource.first);
        }
    }
}

Texel RecordedTextures::lookup(const TextureRequest& request) {
    if (request.texture >= textures_.size() || textures_[request.texture] == nullptr) {
        return {};
    }
    const RecordedTexture& texture = *textures_[request.texture];
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
        return texel_at(
            texture,
            {integer(0), request.num_coordinates > 1 ? integer(1) : 0,
             request.num_coordinates > 2 ? integer(2) : 0,
             request.instruction->is_array ? static_cast<std::int32_t>(request.layer) : 0});
    case TextureOp::tg4: return gather(texture, request);
    default: break;
    }
    Texel texel = texel_at(texture, filtered_place(texture, request, 0.0F, 0.0F));
    if (request.instruction->is_shadow) {
        const bool passes =
            compares(texture.compare, as_float(request.comparator), as_float(texel.components[0]));
        texel = {};
        texel.components.fill(std::bit_cast<std::uint32_t>(passes ? 1.0F : 0.0F));
    }
    return texel;
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

nir::interpreter::ImageAnswer RecordedImages::access(const ImageRequest& request) {
    nir::interpreter::ImageAnswer answer;
    if (request.image >= by_number_.size() || by_number_[request.image] < 0) {
        return answer;
    }
    RecordedTexture& texture = images_[static_cast<std::size_t>(by_number_[request.image])].texture;
    const auto coordinate = [&](unsigned c) {
        return std::int64_t{static_cast<std::int32_t>(request.coordinates[c])};
    };
    if (request.action == ImageAction::size) {
        for (unsigned c = 0; c < 3; ++c) {
            answer.components[c] = texture.size[c];
        }
        return answer;
    }
    // Images are recorded with one level and one sample.
    if (request.action == ImageAction::levels || request.action == ImageAction::samples) {
        answer.components[0] = 1;
        return answer;
    }
    const bool is_3d = texture.size[2] > 1;
    const Place place = {coordinate(0), coordinate(1), is_3d ? coordinate(2) : 0,
                         is_3d ? 0 : coordinate(2)};
    const bool is_there =
        is_inside(texture, place) &&
        index_of(texture, place) + texture.num_components <= texture.texels.size();
    if (!is_there) {
        return answer;
    }
    std::uint32_t* texel = &texture.texels[index_of(texture, place)];
    if (request.action == ImageAction::store) {
        for (unsigned c = 0; c < texture.num_components; ++c) {
            texel[c] = static_cast<std::uint32_t>(request.data[c]);
        }
    } else if (request.action == ImageAction::load) {
        const Texel read = texel_at(texture, place);
        for (unsigned c = 0; c < 4; ++c) {
            answer.components[c] = read.components[c];
        }
    } else if (request.action == ImageAction::atomic) {
        answer.components[0] = *texel;
        *texel = static_cast<std::uint32_t>(nir::interpreter::apply_atomic(
            request.instruction->atomic_op(), 32, *texel, request.data[0], request.compare));
    }
    return answer;
}

} // namespace jacquard::driver
