#include <jacquard/ir3/emulator/memory/atomics.h>
#include <jacquard/runs/textures/program_lookup.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

constexpr float kParts = 256.0F; // of a level, in which a query answers
constexpr float kMostLevels = 127.0F;

ir3::Texel answer_to_level_query(const RecordedTexture& texture, const SamplerState& sampler,
                                 const RecordedLookup& lookup) {
    const LevelOfDetail level = level_of_detail(texture, sampler, lookup);
    const auto in_parts = [](float value) {
        return static_cast<std::uint32_t>(
            static_cast<std::int32_t>(std::clamp(value, -kMostLevels, kMostLevels) * kParts));
    };
    return {in_parts(level.accessed), in_parts(level.computed), 0, 0};
}

} // namespace

RecordedLookup lookup_of(const ir3::TextureRequest& request) {
    RecordedLookup lookup;
    lookup.coordinates = request.coordinates;
    lookup.is_array = request.array;
    lookup.layer = request.layer;
    lookup.layer_is_number = true;
    lookup.is_shadow = request.shadow;
    lookup.comparator = request.shadow_reference;
    lookup.component = request.component;
    lookup.offsets = request.offsets;
    if (request.own_level) {
        lookup.level = std::bit_cast<float>(request.level);
    } else {
        lookup.bias = std::bit_cast<float>(request.level);
    }
    lookup.gradient_x = request.gradient_x;
    lookup.gradient_y = request.gradient_y;
    return lookup;
}

ir3::Texel look_up(const RecordedTexture& texture, const SamplerState& sampler,
                   const ir3::TextureRequest& request) {
    using ir3::LookupKind;
    const auto whole = [&](unsigned c) {
        return std::int64_t{static_cast<std::int32_t>(request.coordinates[c])} + request.offsets[c];
    };
    switch (request.lookup) {
    case LookupKind::size_query: {
        const std::array<std::uint32_t, 3> size = texture.size_of(request.level);
        return {size[0], size[1], size[2], image_size(texture, request.level)[3]};
    }
    case LookupKind::buffer_query: return {texture.size[0], 0, 0, 0};
    case LookupKind::level_query: return {0, 0, texture.levels, texture.samples};
    case LookupKind::level_of_detail:
        return answer_to_level_query(texture, sampler, lookup_of(request));
    case LookupKind::fetch: {
        RecordedPlace place;
        place.x = whole(0);
        place.y = texture.dim == "1D" ? 0 : whole(1);
        place.z = texture.dim == "3D" ? whole(2) : 0;
        place.layer = request.array ? static_cast<std::int32_t>(request.layer) : 0;
        place.level = request.level;
        place.sample = request.sample_index;
        return fetch(texture, place);
    }
    case LookupKind::gather: return gather(texture, sampler, lookup_of(request));
    default: return sample(texture, sampler, lookup_of(request));
    }
}

std::array<std::uint32_t, 4> access_image(RecordedTexture& texture,
                                          const ir3::ImageRequest& request) {
    using Kind = ir3::ImageRequest::Kind;
    if (request.kind == Kind::size) {
        return image_size(texture, 0);
    }
    const RecordedPlace place = image_place(texture, request.coordinates);
    if (request.kind == Kind::load) {
        return fetch(texture, place);
    }
    if (request.kind == Kind::atomic) {
        if (!texture.has(place)) {
            return {};
        }
        const std::uint32_t old = fetch(texture, place)[0];
        const std::uint32_t changed =
            ir3::apply_atomic(request.operation, request.type == ir3::DataType::s32, old,
                              request.data[0], request.compare);
        store(texture, place, std::array{changed});
        return {old, 0, 0, 0};
    }
    store(texture, place,
          std::span(request.data).first(std::min<std::size_t>(request.num_components, 4)));
    return {};
}

} // namespace jacquard::driver
