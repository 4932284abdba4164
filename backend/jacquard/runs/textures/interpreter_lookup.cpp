#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/nir/interpreter/handlers/atomic.h>
#include <jacquard/runs/textures/interpreter_lookup.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>
#include <utility>

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
    const std::array<std::uint32_t, 3> size = texture.size_of(request.level);
    const unsigned count = nir::texture_dim_info(request.dim).size_components;
    std::copy_n(size.begin(), count, result.components.begin());
    if (request.instruction->is_array) {
        result.components[count] = image_size(texture, request.level)[3];
    }
    return result;
}

Texel answer_of_one(std::uint32_t number) {
    Texel one;
    one.components[0] = number;
    return one;
}

Texel level_answer(const LevelOfDetail& level) {
    Texel answer;
    answer.components[0] = std::bit_cast<std::uint32_t>(level.accessed);
    answer.components[1] = std::bit_cast<std::uint32_t>(level.computed);
    return answer;
}

// The place that an access to an image names.
RecordedPlace place_of(const RecordedTexture& texture, const ImageRequest& request) {
    std::array<std::int32_t, 3> coordinates{};
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
        coordinates[c] = static_cast<std::int32_t>(request.coordinates[c]);
    }
    RecordedPlace place = image_place(texture, coordinates);
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
    if (request.op == TextureOp::txl) {
        lookup.level = std::bit_cast<float>(request.level);
    }
    lookup.bias = std::bit_cast<float>(request.bias);
    lookup.min_level = std::bit_cast<float>(request.min_level);
    lookup.gradient_x = request.gradient_x;
    lookup.gradient_y = request.gradient_y;
    return lookup;
}

Texel look_up(const RecordedTexture& texture, const SamplerState& sampler,
              const TextureRequest& request) {
    const auto whole = [&](unsigned c) {
        return c < request.num_coordinates
                   ? std::int64_t{static_cast<std::int32_t>(request.coordinates[c])} +
                         request.offsets[c]
                   : 0;
    };
    switch (request.op) {
    case TextureOp::txs: return size_of(texture, request);
    case TextureOp::query_levels: return answer_of_one(texture.levels);
    case TextureOp::texture_samples: return answer_of_one(texture.samples);
    case TextureOp::lod: return level_answer(level_of_detail(texture, sampler, lookup_of(request)));
    case TextureOp::txf:
    case TextureOp::txf_ms: {
        RecordedPlace place{whole(0), whole(1), whole(2)};
        place.layer = request.instruction->is_array ? static_cast<std::int32_t>(request.layer) : 0;
        place.level = request.op == TextureOp::txf ? request.level : 0;
        place.sample = request.sample_index;
        return texel_of(fetch(texture, place));
    }
    case TextureOp::tg4: return texel_of(gather(texture, sampler, lookup_of(request)));
    default: return texel_of(sample(texture, sampler, lookup_of(request)));
    }
}

nir::interpreter::ImageAnswer access_image(RecordedTexture& texture, const ImageRequest& request) {
    nir::interpreter::ImageAnswer answer;
    if (request.action == ImageAction::size) {
        const std::array<std::uint32_t, 4> size = image_size(texture, request.level);
        std::copy(size.begin(), size.end(), answer.components.begin());
        return answer;
    }
    if (request.action == ImageAction::levels || request.action == ImageAction::samples) {
        answer.components[0] =
            request.action == ImageAction::levels ? texture.levels : texture.samples;
        return answer;
    }
    const RecordedPlace place = place_of(texture, request);
    if (!texture.has(place)) {
        return answer;
    }
    if (request.action == ImageAction::load) {
        const RecordedTexel read = fetch(texture, place);
        const std::span<const std::byte> bytes = texel_bytes(std::as_const(texture), place);
        const bool is_wide = nir::has_wide_components(texture.format);
        const nir::TexelComponents wide =
            is_wide ? nir::decode_texel(texture.format, bytes) : nir::TexelComponents{};
        for (std::size_t c = 0; c < read.size(); ++c) {
            answer.components[c] = is_wide ? wide[c] : narrowed(texture, request, read[c]);
        }
        return answer;
    }
    if (request.action != ImageAction::store && request.action != ImageAction::atomic) {
        return answer; // nothing is known of what else can be asked
    }
    const std::span<std::byte> bytes = texel_bytes(texture, place);
    nir::TexelComponents components = nir::decode_texel(texture.format, bytes);
    if (request.action == ImageAction::store) {
        for (std::size_t c = 0; c < components.size(); ++c) {
            components[c] = widened(texture, request, request.data[c]);
        }
    } else if (request.action == ImageAction::atomic) {
        const unsigned width = nir::has_wide_components(texture.format) ? 64 : 32;
        answer.components[0] = components[0];
        components[0] =
            nir::interpreter::apply_atomic(request.instruction->atomic_op(), width, components[0],
                                           request.data[0], request.compare);
    }
    nir::encode_texel(texture.format, components, bytes);
    return answer;
}

} // namespace jacquard::driver
