#include <jacquard/driver/draw/mip_texture.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver::draw {

namespace {

float as_float(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}

float linear_of(float value) {
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

// The whole number below, within what any texture can have.
std::int64_t floor_of(float value) {
    constexpr float kFar = 1.0e9F;
    return static_cast<std::int64_t>(std::floor(value > -kFar ? std::min(value, kFar) : -kFar));
}

std::int64_t wrapped(std::int64_t at, std::uint32_t size, Wrap wrap) {
    const auto count = std::int64_t{size};
    switch (wrap) {
    case Wrap::clamp: return std::clamp<std::int64_t>(at, 0, count - 1);
    case Wrap::repeat: return (at % count + count) % count;
    case Wrap::mirror: break;
    }
    const std::int64_t period = (at % (2 * count) + 2 * count) % (2 * count);
    return period < count ? period : 2 * count - 1 - period;
}

// The sizes of the next level; false behind the last one.
bool halve(RecordedTexture& level) {
    bool is_smaller = false;
    for (std::uint32_t& size : level.size) {
        is_smaller = is_smaller || size > 1;
        size = std::max(size / 2, 1U);
    }
    level.texels.assign(
        std::size_t{level.size[0]} * level.size[1] * level.size[2] * level.layers * 4, 0);
    return is_smaller;
}

// Each texel is the mean of those that it covers, at most three along an axis.
void shrink(const RecordedTexture& from, RecordedTexture& to) {
    const auto range = [&](unsigned axis, std::uint32_t at) {
        const std::uint64_t size = from.size[axis];
        const std::uint64_t first = at * size / to.size[axis];
        const std::uint64_t end = ((at + 1) * size + to.size[axis] - 1) / to.size[axis];
        return std::array<std::uint64_t, 2>{first, end};
    };
    std::size_t next = 0;
    for (std::uint32_t layer = 0; layer < to.layers; ++layer) {
        for (std::uint32_t z = 0; z < to.size[2]; ++z) {
            for (std::uint32_t y = 0; y < to.size[1]; ++y) {
                for (std::uint32_t x = 0; x < to.size[0]; ++x) {
                    const std::array<std::array<std::uint64_t, 2>, 3> ranges = {
                        range(0, x), range(1, y), range(2, z)};
                    std::array<float, 4> sum{};
                    float count = 0.0F;
                    for (std::uint64_t k = ranges[2][0]; k < ranges[2][1]; ++k) {
                        for (std::uint64_t j = ranges[1][0]; j < ranges[1][1]; ++j) {
                            for (std::uint64_t i = ranges[0][0]; i < ranges[0][1]; ++i) {
                                const std::size_t first =
                                    (((layer * from.size[2] + k) * from.size[1] + j) *
                                         from.size[0] +
                                     i) *
                                    4;
                                for (std::size_t c = 0; c < 4; ++c) {
                                    sum[c] += as_float(from.texels[first + c]);
                                }
                                count += 1.0F;
                            }
                        }
                    }
                    for (const float channel : sum) {
                        to.texels[next++] = std::bit_cast<std::uint32_t>(channel / count);
                    }
                }
            }
        }
    }
}

} // namespace

std::optional<MipTexture> MipTexture::make(const Picture& picture, const TextureOptions& options,
                                           std::string& fault) {
    const std::uint32_t parts = options.shape == Shape::cube ? 6 : options.layers;
    if (parts == 0 || picture.height % parts != 0 ||
        (options.shape == Shape::cube && picture.height / parts != picture.width)) {
        fault =
            options.shape == Shape::cube
                ? "a cube needs six square pictures one above the other, and it has "
                : "its rows are not a multiple of " + std::to_string(parts) + " layers: it has ";
        fault += std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels";
        return std::nullopt;
    }
    MipTexture texture;
    texture.options_ = options;
    RecordedTexture& first = texture.levels_.emplace_back();
    const std::uint32_t rows = picture.height / parts;
    first.dim = options.shape == Shape::cube     ? "Cube"
                : options.shape == Shape::volume ? "3D"
                                                 : "2D";
    first.size = {picture.width, rows, options.shape == Shape::volume ? parts : 1};
    first.layers = options.shape == Shape::volume ? 1 : parts;
    first.compare = "less_or_equal";
    first.texels.reserve(picture.rgba.size());
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        // Within each layer.
        const std::uint32_t row =
            options.flip.value_or(false) ? y / rows * rows + (rows - 1 - y % rows) : y;
        for (std::uint32_t x = 0; x < picture.width; ++x) {
            const std::uint8_t* pixel = picture.pixel(x, row);
            for (unsigned c = 0; c < 4; ++c) {
                const float value = static_cast<float>(pixel[c]) / 255.0F;
                first.texels.push_back(std::bit_cast<std::uint32_t>(
                    options.is_srgb && c < 3 ? linear_of(value) : value));
            }
        }
    }
    if (options.mip != MipFilter::none) {
        texture.add_levels();
    }
    return texture;
}

void MipTexture::add_levels() {
    for (;;) {
        RecordedTexture next;
        const RecordedTexture& last = levels_.back();
        next.dim = last.dim;
        next.size = last.size;
        next.layers = last.layers;
        next.compare = last.compare;
        if (!halve(next)) {
            return;
        }
        shrink(last, next);
        levels_.push_back(std::move(next));
    }
}

// Where a lookup falls: texels along each axis from the first one's middle.
struct MipTexture::Spot {
    std::array<float, 3> at{};
    std::int64_t layer = 0;
};

MipTexture::Spot MipTexture::spot_of(const RecordedTexture& level,
                                     const RecordedLookup& lookup) const {
    Spot spot;
    std::array<float, 3> at{};
    for (unsigned c = 0; c < 3; ++c) {
        at[c] = as_float(lookup.coordinates[c]);
    }
    std::int64_t face = 0;
    if (options_.shape == Shape::cube) {
        const CubePlace place = place_on_cube(at, at);
        face = place.face;
        at = {place.u, place.v, 0.0F};
    }
    for (unsigned c = 0; c < 3; ++c) {
        const float scaled =
            lookup.is_rectangle ? at[c] : at[c] * static_cast<float>(level.size[c]);
        spot.at[c] = scaled - 0.5F + static_cast<float>(lookup.offsets[c]);
    }
    if (lookup.is_array && options_.shape != Shape::volume) {
        const float number = lookup.layer_is_number ? static_cast<float>(lookup.layer)
                                                    : std::floor(as_float(lookup.layer) + 0.5F);
        const std::int64_t layers = options_.shape == Shape::cube ? level.layers / 6 : level.layers;
        spot.layer = std::clamp<std::int64_t>(floor_of(number), 0, layers - 1) *
                     (options_.shape == Shape::cube ? 6 : 1);
    }
    spot.layer += face;
    return spot;
}

MipTexture::Colour MipTexture::texel(const RecordedTexture& level, const RecordedLookup& lookup,
                                     std::int64_t x, std::int64_t y, std::int64_t z,
                                     std::int64_t layer) const {
    const Wrap wrap = options_.shape == Shape::cube ? Wrap::clamp : options_.wrap;
    const RecordedTexel words =
        fetch(level, {wrapped(x, level.size[0], wrap), wrapped(y, level.size[1], wrap),
                      wrapped(z, level.size[2], wrap), layer});
    const RecordedTexel compared = compare_texel(level, lookup, words);
    return {as_float(compared[0]), as_float(compared[1]), as_float(compared[2]),
            as_float(compared[3])};
}

MipTexture::Colour MipTexture::filtered(std::uint32_t number, const RecordedLookup& lookup) const {
    const RecordedTexture& level = this->level(number);
    const Spot spot = spot_of(level, lookup);
    if (options_.filter == Filter::nearest) {
        return texel(level, lookup, floor_of(spot.at[0] + 0.5F), floor_of(spot.at[1] + 0.5F),
                     floor_of(spot.at[2] + 0.5F), spot.layer);
    }
    std::array<std::int64_t, 3> first{};
    std::array<float, 3> weight{};
    for (unsigned c = 0; c < 3; ++c) {
        first[c] = level.size[c] > 1 ? floor_of(spot.at[c]) : 0;
        const float part = level.size[c] > 1 ? spot.at[c] - std::floor(spot.at[c]) : 0.0F;
        weight[c] = part >= 0.0F && part <= 1.0F ? part : 0.0F; // no number
    }
    Colour result{};
    for (unsigned corner = 0; corner < 8; ++corner) {
        float share = 1.0F;
        std::array<std::int64_t, 3> at{};
        for (unsigned c = 0; c < 3; ++c) {
            const bool is_second = (corner >> c & 1) != 0;
            share *= is_second ? weight[c] : 1.0F - weight[c];
            at[c] = first[c] + (is_second ? 1 : 0);
        }
        if (share == 0.0F) {
            continue;
        }
        const Colour colour = texel(level, lookup, at[0], at[1], at[2], spot.layer);
        for (unsigned c = 0; c < 4; ++c) {
            result[c] += share * colour[c];
        }
    }
    return result;
}

std::array<float, 2> MipTexture::level_of(const RecordedLookup& lookup,
                                          const LevelRequest& request) const {
    float level = 0.0F;
    if (request.level) {
        level = *request.level;
    } else {
        std::array<float, 3> at{};
        for (unsigned c = 0; c < 3; ++c) {
            at[c] = as_float(lookup.coordinates[c]);
        }
        float longest = 0.0F;
        for (const std::array<float, 3>* way : {&request.gradient_x, &request.gradient_y}) {
            std::array<float, 3> step = *way;
            if (options_.shape == Shape::cube) {
                const std::array<float, 3> there = {at[0] + step[0], at[1] + step[1],
                                                    at[2] + step[2]};
                const CubePlace from = place_on_cube(at, at);
                const CubePlace to = place_on_cube(there, at);
                step = {to.u - from.u, to.v - from.v, 0.0F};
            }
            float sum = 0.0F;
            for (unsigned c = 0; c < 3; ++c) {
                const float texels = lookup.is_rectangle
                                         ? step[c]
                                         : step[c] * static_cast<float>(levels_[0].size[c]);
                sum += texels * texels;
            }
            longest = std::max(longest, sum);
        }
        // Below this nothing is larger than on the picture by less than any filter could tell.
        constexpr float kLeast = 1.0e-12F;
        level = 0.5F * std::log2(std::max(longest, kLeast));
    }
    level += request.bias;
    const auto last = static_cast<float>(num_levels() - 1);
    return {level, level > 0.0F ? std::min(level, last) : 0.0F};
}

RecordedTexel MipTexture::sample(const RecordedLookup& lookup, const LevelRequest& request) const {
    const float level = level_of(lookup, request)[1];
    Colour result{};
    if (options_.mip == MipFilter::linear) {
        const float below = std::floor(level);
        const float part = level - below;
        result = filtered(static_cast<std::uint32_t>(below), lookup);
        if (part > 0.0F) {
            const Colour next = filtered(static_cast<std::uint32_t>(below) + 1, lookup);
            for (unsigned c = 0; c < 4; ++c) {
                result[c] += part * (next[c] - result[c]);
            }
        }
    } else {
        result = filtered(static_cast<std::uint32_t>(std::nearbyint(level)), lookup);
    }
    RecordedTexel words{};
    for (unsigned c = 0; c < 4; ++c) {
        words[c] = std::bit_cast<std::uint32_t>(result[c]);
    }
    return words;
}

RecordedTexel MipTexture::gather(const RecordedLookup& lookup) const {
    // Beginning with the one below on the left.
    static constexpr std::array<std::array<std::int64_t, 2>, 4> kCorners = {
        {{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    RecordedTexel result{};
    for (unsigned i = 0; i < 4; ++i) {
        RecordedLookup one = lookup;
        std::array<std::int64_t, 2> corner = kCorners[i];
        if (lookup.gather_offsets) {
            one.offsets[0] = (*lookup.gather_offsets)[i][0];
            one.offsets[1] = (*lookup.gather_offsets)[i][1];
            corner = kCorners[3];
        }
        const Spot spot = spot_of(levels_[0], one);
        const Colour colour =
            texel(levels_[0], one, floor_of(spot.at[0]) + corner[0],
                  floor_of(spot.at[1]) + corner[1], floor_of(spot.at[2] + 0.5F), spot.layer);
        result[i] = std::bit_cast<std::uint32_t>(colour[lookup.is_shadow ? 0 : lookup.component]);
    }
    return result;
}

} // namespace jacquard::driver::draw
