#include <jacquard/driver/recorded_lookup.h>
#include <jacquard/ir3/emulator/atomics.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver {

namespace {

using Texel = RecordedTexel;

bool is_inside(const RecordedTexture& texture, const RecordedPlace& at) {
    return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.layer >= 0 && at.x < texture.size[0] &&
           at.y < texture.size[1] && at.z < texture.size[2] && at.layer < texture.layers;
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
RecordedPlace filtered_place(const RecordedTexture& texture, const RecordedLookup& request,
                             float shift_x, float shift_y) {
    RecordedPlace place;
    std::array<float, 3> at{};
    for (unsigned c = 0; c < 3; ++c) {
        at[c] = as_float(request.coordinates[c]);
    }
    // What is bound decides the shape, also where the instruction expects another one.
    const bool is_cube = texture.dim == "Cube";
    if (is_cube) {
        const CubePlace on_face = place_on_cube(at, at);
        place.layer = on_face.face;
        at = {on_face.u, on_face.v, 0.0F};
    }
    const auto scaled = [&](unsigned c) {
        return request.is_rectangle ? at[c] : at[c] * static_cast<float>(texture.size[c]);
    };
    place.x = clamped(scaled(0) + shift_x, request.offsets[0], texture.size[0]);
    place.y = request.has_second && texture.dim != "1D"
                  ? clamped(scaled(1) + shift_y, request.offsets[1], texture.size[1])
                  : 0;
    place.z = texture.dim == "3D" ? clamped(scaled(2), request.offsets[2], texture.size[2]) : 0;
    if (request.is_array) {
        const float layer = request.layer_is_number ? static_cast<float>(request.layer)
                                                    : std::floor(as_float(request.layer) + 0.5F);
        const std::int64_t number = clamped(layer, 0, texture.layers);
        place.layer += is_cube ? number * 6 : number;
    }
    return place;
}

} // namespace

CubePlace place_on_cube(const std::array<float, 3>& way, const std::array<float, 3>& chooser) {
    const auto [cx, cy, cz] = chooser;
    const auto [x, y, z] = way;
    CubePlace place;
    float major = cz >= 0 ? z : -z;
    float s = cz >= 0 ? x : -x;
    float t = -y;
    place.face = cz >= 0 ? 4 : 5;
    if (std::fabs(cx) >= std::fabs(cy) && std::fabs(cx) >= std::fabs(cz)) {
        major = cx >= 0 ? x : -x;
        s = cx >= 0 ? -z : z;
        place.face = cx >= 0 ? 0 : 1;
    } else if (std::fabs(cy) >= std::fabs(cz)) {
        major = cy >= 0 ? y : -y;
        s = x;
        t = cy >= 0 ? z : -z;
        place.face = cy >= 0 ? 2 : 3;
    }
    place.u = 0.5F * (s / major + 1.0F);
    place.v = 0.5F * (t / major + 1.0F);
    return place;
}

RecordedTexel compare_texel(const RecordedTexture& texture, const RecordedLookup& lookup,
                            const RecordedTexel& texel) {
    if (!lookup.is_shadow) {
        return texel;
    }
    const bool passes = compares(texture.compare, as_float(lookup.comparator), as_float(texel[0]));
    Texel result;
    result.fill(std::bit_cast<std::uint32_t>(passes ? 1.0F : 0.0F));
    return result;
}

bool find_texel(const RecordedTexture& texture, const RecordedPlace& at, std::size_t& first) {
    const auto texel = static_cast<std::size_t>(
        ((at.layer * texture.size[2] + at.z) * texture.size[1] + at.y) * texture.size[0] + at.x);
    first = texel * texture.num_components;
    return is_inside(texture, at) && first + texture.num_components <= texture.texels.size();
}

RecordedTexel fetch(const RecordedTexture& texture, const RecordedPlace& place) {
    Texel texel{};
    if (!is_inside(texture, place)) {
        return texel;
    }
    texel[3] = texture.is_float ? std::bit_cast<std::uint32_t>(1.0F) : 1;
    std::size_t first = 0;
    const bool is_given = find_texel(texture, place, first);
    for (unsigned c = 0; c < texture.num_components && is_given; ++c) {
        texel[c] = texture.texels[first + c];
    }
    return texel;
}

RecordedPlace image_place(const RecordedTexture& texture,
                          const std::array<std::int32_t, 3>& coordinates) {
    const bool has_depth = texture.size[2] > 1;
    return {coordinates[0], coordinates[1], has_depth ? coordinates[2] : 0,
            has_depth ? 0 : coordinates[2]};
}

RecordedTexel sample(const RecordedTexture& texture, const RecordedLookup& lookup) {
    return compare_texel(texture, lookup,
                         fetch(texture, filtered_place(texture, lookup, 0.0F, 0.0F)));
}

RecordedTexel gather(const RecordedTexture& texture, const RecordedLookup& lookup) {
    // The texels around, beginning with the one below on the left.
    static constexpr std::array<std::array<float, 2>, 4> kCorners = {
        {{-0.5F, 0.5F}, {0.5F, 0.5F}, {0.5F, -0.5F}, {-0.5F, -0.5F}}};
    Texel result;
    for (unsigned i = 0; i < 4; ++i) {
        RecordedLookup one = lookup;
        if (lookup.gather_offsets) {
            one.offsets[0] = (*lookup.gather_offsets)[i][0];
            one.offsets[1] = (*lookup.gather_offsets)[i][1];
        }
        const std::array<float, 2> corner = lookup.gather_offsets ? kCorners[3] : kCorners[i];
        const Texel texel = compare_texel(
            texture, lookup, fetch(texture, filtered_place(texture, one, corner[0], corner[1])));
        result[i] = texel[lookup.is_shadow ? 0 : lookup.component];
    }
    return result;
}

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
    return lookup;
}

ir3::Texel look_up(const RecordedTexture& texture, const ir3::TextureRequest& request) {
    using ir3::LookupKind;
    const RecordedLookup lookup = lookup_of(request);
    const auto whole = [&](unsigned c) {
        return std::int64_t{static_cast<std::int32_t>(request.coordinates[c])} + request.offsets[c];
    };
    switch (request.lookup) {
    case LookupKind::size_query: {
        ir3::Texel size = {texture.size[0], texture.size[1], texture.size[2], 0};
        size[3] = texture.dim == "Cube" ? texture.layers / 6 : texture.layers;
        return size;
    }
    case LookupKind::buffer_query: return {texture.size[0], 0, 0, 0};
    case LookupKind::level_query: return {0, 0, 1, 1}; // one level, one sample
    case LookupKind::level_of_detail: return {};
    case LookupKind::fetch:
        return fetch(texture, {whole(0), texture.dim == "1D" ? 0 : whole(1),
                               request.three_coordinates ? whole(2) : 0,
                               static_cast<std::int32_t>(request.layer)});
    case LookupKind::gather: return gather(texture, lookup);
    default: return sample(texture, lookup);
    }
}

std::array<std::uint32_t, 4> access_image(RecordedTexture& texture,
                                          const ir3::ImageRequest& request) {
    using Kind = ir3::ImageRequest::Kind;
    if (request.kind == Kind::size) {
        return {texture.size[0], texture.size[1],
                texture.size[2] > 1 ? texture.size[2] : texture.layers, 0};
    }
    const RecordedPlace place = image_place(texture, request.coordinates);
    if (request.kind == Kind::load) {
        return fetch(texture, place);
    }
    std::size_t first = 0;
    if (!find_texel(texture, place, first)) {
        return {};
    }
    std::uint32_t* texel = &texture.texels[first];
    if (request.kind == Kind::atomic) {
        const std::uint32_t old = *texel;
        *texel = ir3::apply_atomic(request.operation, request.type == ir3::DataType::s32, old,
                                   request.data[0], request.compare);
        return {old, 0, 0, 0};
    }
    std::copy_n(request.data.begin(),
                std::min<unsigned>(request.num_components, texture.num_components), texel);
    return {};
}

} // namespace jacquard::driver
