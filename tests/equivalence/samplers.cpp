#include <jacquard/generated/nir/enums.h>

#include "surroundings.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::nir {

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    return Random(a ^ (b * 0xd6e8feb86659fd93U)).bits();
}

float as_float(std::uint32_t word) {
    return std::bit_cast<float>(word);
}

bool takes_texels(const textures::TextureRequest& request) {
    const TextureOpInfo& info = texture_op_info(request.instruction->op);
    return info.result == TextureResult::sampled && !info.needs_sampler;
}

} // namespace

// A multiple of 1/8 between -2 and 2, never 0.
float LinearSampler::weight(std::uint64_t what, std::uint64_t which) const {
    const auto number = static_cast<int>(mixed(mixed(seed_, what), which) % 32) - 16;
    return static_cast<float>(number == 0 ? 16 : number) / 8.0F;
}

std::uint32_t LinearSampler::size(const textures::TextureRequest& request, unsigned axis,
                                  std::uint32_t level) const {
    const auto log = static_cast<std::uint32_t>(3 + mixed(mixed(seed_, request.texture), axis) % 6);
    return std::max(1U, level < 32 ? (1U << log) >> level : 0U);
}

// Returns the factor that turns a coordinate into texels.
float LinearSampler::texels_along(const textures::TextureRequest& request, unsigned axis) const {
    const bool in_texels = takes_texels(request) ||
                           request.instruction->dim == TextureDim::dim_rect ||
                           request.instruction->dim == TextureDim::dim_cube;
    return in_texels ? 1.0F : static_cast<float>(size(request, axis, 0));
}

void LinearSampler::query(const textures::TextureRequest& request, textures::Texel& texel) const {
    switch (request.instruction->op) {
    case TextureOp::txs:
        for (unsigned axis = 0; axis < 3; ++axis) {
            texel.components[axis] = size(request, axis, request.level);
        }
        texel.components[3] = 6;
        break;
    case TextureOp::query_levels:
    case TextureOp::texture_samples: texel.components = {4, 4}; break;
    case TextureOp::lod:
        for (unsigned c = 0; c < 2; ++c) {
            float sum = weight(request.texture, 40 + c);
            for (unsigned axis = 0; axis < request.num_coordinates; ++axis) {
                const float texels = texels_along(request, axis);
                sum += weight(axis, 50 + c) * texels * as_float(request.gradient_x[axis]) +
                       weight(axis, 60 + c) * texels * as_float(request.gradient_y[axis]);
            }
            texel.components[c] = std::bit_cast<std::uint32_t>(sum);
        }
        break;
    default:
        for (unsigned c = 0; c < texel.components.size(); ++c) {
            texel.components[c] = static_cast<std::uint32_t>(
                mixed(mixed(request.texture, request.sampler), 70 + c) % 2);
        }
        break;
    }
}

textures::Texel LinearSampler::lookup(const textures::TextureRequest& request) {
    textures::Texel texel;
    if (texture_op_info(request.instruction->op).is_query) {
        query(request, texel);
        return texel;
    }
    const bool whole = takes_texels(request);
    const std::uint64_t texture = mixed(request.texture ^ (request.texture_handle << 8),
                                        texture_op_info(request.instruction->op).needs_sampler
                                            ? request.sampler ^ (request.sampler_handle << 8)
                                            : 0xffff);
    const float level = whole ? static_cast<float>(static_cast<std::int32_t>(request.level))
                              : as_float(request.level);
    const auto layer = static_cast<float>(static_cast<std::int32_t>(request.layer));
    const bool gives_level = request.instruction->op == TextureOp::txl || whole;
    const float used_level =
        std::max(gives_level ? level : as_float(request.bias), as_float(request.min_level));
    const bool is_gather = request.instruction->op == TextureOp::tg4;
    for (unsigned c = 0; c < 4; ++c) {
        const unsigned which = is_gather ? request.instruction->component : c;
        float sum = weight(texture, which);
        for (unsigned axis = 0; axis < request.num_coordinates; ++axis) {
            const float texels = texels_along(request, axis);
            float at =
                whole ? static_cast<float>(static_cast<std::int32_t>(request.coordinates[axis]))
                      : as_float(request.coordinates[axis]);
            at = at * texels + static_cast<float>(request.offsets[axis]);
            if (is_gather && axis < 2) {
                const auto& offsets = request.instruction->gather_offsets[c];
                at += request.instruction->has_gather_offsets
                          ? static_cast<float>(offsets[axis])
                          : static_cast<float>(axis == 0 ? (c == 1 || c == 2) : (c < 2));
            }
            sum += weight(texture ^ which, 10 + axis) * at;
            if (request.instruction->op == TextureOp::txd) {
                sum += weight(texture, 20 + axis) * texels * as_float(request.gradient_x[axis]) +
                       weight(texture, 24 + axis) * texels * as_float(request.gradient_y[axis]);
            }
        }
        sum += weight(texture, 13) * layer + weight(texture, 14) * used_level +
               weight(texture, 15) * static_cast<float>(request.sample_index) +
               weight(texture, 16) * static_cast<float>(request.plane);
        if (request.instruction->is_shadow) {
            sum = as_float(request.comparator) <= sum ? 1.0F : 0.0F;
        }
        const bool is_float = request.instruction->dest_type.base == BaseType::float_type;
        texel.components[c] =
            is_float ? std::bit_cast<std::uint32_t>(sum)
                     : static_cast<std::uint32_t>(mixed(std::bit_cast<std::uint32_t>(sum), c));
    }
    texel.residency = 1;
    return texel;
}

textures::ImageTexel TracedImages::access(const textures::ImageRequest& request) {
    using Kind = textures::ImageRequest::Kind;
    const bool writes = request.kind == Kind::store || request.kind == Kind::atomic;
    std::uint64_t place = mixed(seed_, request.image);
    for (unsigned axis = 0; axis < request.num_coordinates; ++axis) {
        place = mixed(place, static_cast<std::uint32_t>(request.coordinates[axis]) + axis);
    }
    place = mixed(mixed(place, request.sample), request.level);
    textures::ImageTexel answer;
    if (writes) {
        std::uint64_t what = mixed(place, static_cast<std::uint64_t>(request.kind));
        for (const std::uint64_t data : request.data) {
            what = mixed(what, data);
        }
        trace += mixed(what, request.compare);
    }
    for (unsigned c = 0; c < 4; ++c) {
        const std::uint64_t word = mixed(place, 100 + c);
        answer.components[c] =
            request.kind == Kind::size     ? 8U << c
            : request.kind == Kind::counts ? 4
            : request.kind == Kind::load
                ? std::bit_cast<std::uint32_t>(
                      static_cast<float>(static_cast<int>(word % 257) - 128) / 16.0F)
                : word % 64;
    }
    answer.residency = 1;
    return answer;
}

} // namespace jacquard::nir
