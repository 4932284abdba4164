#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/textures/texture_filter.h>
#include <jacquard/runs/textures/texture_lookup.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace jacquard::driver {

namespace {

using textures::ImageRequest;
using textures::ImageTexel;
using textures::Texel;
using textures::TextureRequest;

Texel texel_of(const RecordedTexel& words) {
    Texel texel;
    std::copy(words.begin(), words.end(), texel.components.begin());
    return texel;
}

// The bound texture decides which coordinates count, even if the instruction expects another shape.
RecordedPlace place_of(const RecordedTexture& texture, const TextureRequest& request) {
    const auto whole = [&](unsigned c) {
        return c < request.num_coordinates
                   ? std::int64_t{static_cast<std::int32_t>(request.coordinates[c])} +
                         request.offsets[c]
                   : 0;
    };
    RecordedPlace place;
    place.x = whole(0);
    place.y = texture.dim == "1D" ? 0 : whole(1);
    place.z = texture.dim == "3D" ? whole(2) : 0;
    place.layer = request.is_array ? static_cast<std::int32_t>(request.layer) : 0;
    place.level = request.level;
    place.sample = request.sample_index;
    return place;
}

RecordedPlace place_of(const RecordedTexture& texture, const ImageRequest& request) {
    const auto& [x, y, z, unused] = request.coordinates;
    RecordedPlace place = image_place(texture, {x, y, z});
    place.level = request.level;
    place.sample = request.sample;
    return place;
}

bool has_halves(const RecordedTexture& texture, const ImageRequest& request) {
    return request.bit_size == 16 && texture.info().value == nir::TexelValue::as_float;
}

// Converts a shader's data to the codec's width, and the other way round.
std::uint64_t widened(const RecordedTexture& texture, const ImageRequest& request,
                      std::uint64_t data) {
    if (has_halves(texture, request)) {
        return std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(data)));
    }
    const bool is_signed = texture.info().value == nir::TexelValue::as_int;
    return request.bit_size == 16 && is_signed
               ? static_cast<std::uint32_t>(std::int32_t{static_cast<std::int16_t>(data)})
               : data;
}

std::uint64_t narrowed(const RecordedTexture& texture, const ImageRequest& request,
                       std::uint64_t component) {
    return has_halves(texture, request)
               ? float_to_half(std::bit_cast<float>(static_cast<std::uint32_t>(component)))
               : component;
}

ImageTexel load(const RecordedTexture& texture, const RecordedPlace& place,
                const ImageRequest& request) {
    ImageTexel answer;
    const std::span<const std::byte> bytes = texel_bytes(texture, place);
    if (nir::has_wide_components(texture.format) && !bytes.empty()) {
        answer.components = nir::decode_texel(texture.format, bytes);
        return answer;
    }
    const RecordedTexel texel = fetch(texture, place);
    for (std::size_t c = 0; c < texel.size(); ++c) {
        answer.components[c] = narrowed(texture, request, texel[c]);
    }
    return answer;
}

} // namespace

Texel look_up(const RecordedTexture& texture, const SamplerState& sampler,
              const TextureRequest& request) {
    Texel answer;
    switch (request.kind) {
    case TextureRequest::Kind::size: {
        const std::array<std::uint32_t, 3> size = texture.size_of(request.level);
        std::copy(size.begin(), size.end(), answer.components.begin());
        answer.components[3] = image_size(texture, request.level)[3];
        return answer;
    }
    case TextureRequest::Kind::counts:
        answer.components[0] = texture.levels;
        answer.components[1] = texture.samples;
        return answer;
    case TextureRequest::Kind::level_of_detail: {
        const LevelOfDetail level = level_of_detail(texture, sampler, request);
        answer.components[0] = std::bit_cast<std::uint32_t>(level.accessed);
        answer.components[1] = std::bit_cast<std::uint32_t>(level.computed);
        return answer;
    }
    case TextureRequest::Kind::fetch: return texel_of(fetch(texture, place_of(texture, request)));
    case TextureRequest::Kind::gather: return texel_of(gather(texture, sampler, request));
    case TextureRequest::Kind::sample: break;
    }
    return texel_of(sample(texture, sampler, request));
}

ImageTexel access_image(RecordedTexture& texture, const ImageRequest& request) {
    using Kind = ImageRequest::Kind;
    ImageTexel answer;
    if (request.kind == Kind::size) {
        const std::array<std::uint32_t, 4> size = image_size(texture, request.level);
        std::copy(size.begin(), size.end(), answer.components.begin());
        return answer;
    }
    if (request.kind == Kind::counts) {
        answer.components = {texture.levels, texture.samples, 0, 0};
        return answer;
    }
    const RecordedPlace place = place_of(texture, request);
    if (request.kind == Kind::other || !texture.has(place)) {
        return answer; // nothing is known of what else can be asked
    }
    if (request.kind == Kind::load) {
        return load(texture, place, request);
    }
    const std::span<std::byte> bytes = texel_bytes(texture, place);
    if (bytes.empty()) {
        return answer; // there is such a texel, but nothing to write to
    }
    nir::TexelComponents components = nir::decode_texel(texture.format, bytes);
    if (request.kind == Kind::atomic) {
        const unsigned width = nir::has_wide_components(texture.format) ? 64 : 32;
        answer.components[0] = components[0];
        components[0] = request.update->updated(components[0], width);
    } else {
        for (std::size_t c = 0; c < std::min<std::size_t>(request.num_components, 4); ++c) {
            components[c] = widened(texture, request, request.data[c]);
        }
    }
    nir::encode_texel(texture.format, components, bytes);
    return answer;
}

} // namespace jacquard::driver
