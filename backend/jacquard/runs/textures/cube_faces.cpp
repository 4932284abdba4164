#include <jacquard/runs/textures/cube_faces.h>

#include <algorithm>
#include <cmath>

namespace jacquard::driver {

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

std::array<float, 3> direction_of(const CubePlace& place) {
    const float s = 2.0F * place.u - 1.0F;
    const float t = 2.0F * place.v - 1.0F;
    switch (place.face) {
    case 0: return {1.0F, -t, -s};
    case 1: return {-1.0F, -t, s};
    case 2: return {s, 1.0F, t};
    case 3: return {s, -1.0F, -t};
    case 4: return {s, -t, 1.0F};
    default: return {-s, -t, -1.0F};
    }
}

// The middle of a texel beside a face points at the texel of the next face that touches the same
// piece of the edge: seen from the middle of the cube it moves along the edge by less than half a
// texel.
CubeTexel continued(const CubeTexel& texel, std::uint32_t size) {
    const auto is_within = [size](std::int64_t at) { return at >= 0 && at < size; };
    if (is_within(texel.x) && is_within(texel.y)) {
        return texel;
    }
    const auto along = static_cast<float>(size);
    const CubePlace beside = {texel.face, (static_cast<float>(texel.x) + 0.5F) / along,
                              (static_cast<float>(texel.y) + 0.5F) / along};
    const std::array<float, 3> way = direction_of(beside);
    const CubePlace place = place_on_cube(way, way);
    const auto whole = [&](float at) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at * along)), 0,
                                        std::int64_t{size} - 1);
    };
    return {place.face, whole(place.u), whole(place.v)};
}

} // namespace jacquard::driver
