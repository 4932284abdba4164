#include <jacquard/runs/textures/cube_faces.h>
#include <jacquard/runs/textures/texture_filter.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver {

namespace {

using nir::AddressMode;
using nir::TexelFilter;
using textures::TextureRequest;

using Colour = std::array<float, 4>;

float as_float(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}

std::array<float, 3> floats(const std::array<std::uint32_t, 3>& words) {
    return {as_float(words[0]), as_float(words[1]), as_float(words[2])};
}

// The whole number below, within what any texture can have.
std::int64_t floor_of(float value) {
    constexpr float kFar = 1.0e9F;
    return static_cast<std::int64_t>(std::floor(value > -kFar ? std::min(value, kFar) : -kFar));
}

std::int64_t mirrored(std::int64_t at) {
    return at >= 0 ? at : -1 - at;
}

// The texel that stands at a place along an axis; -1 or the size: the border.
std::int64_t addressed(std::int64_t at, std::int64_t size, AddressMode mode) {
    switch (mode) {
    case AddressMode::repeat: return (at % size + size) % size;
    case AddressMode::mirrored_repeat: {
        const std::int64_t within = (at % (2 * size) + 2 * size) % (2 * size);
        return size - 1 - mirrored(within - size);
    }
    case AddressMode::clamp_to_edge: return std::clamp<std::int64_t>(at, 0, size - 1);
    case AddressMode::clamp_to_border: return std::clamp<std::int64_t>(at, -1, size);
    case AddressMode::mirror_clamp_to_edge:
        return std::clamp<std::int64_t>(mirrored(at), 0, size - 1);
    }
    return 0;
}

unsigned axes_of(const RecordedTexture& texture) {
    return texture.dim == "1D" ? 1 : texture.dim == "3D" ? 3 : 2;
}

bool counts_texels(const SamplerState& sampler, const TextureRequest& request) {
    return request.is_rectangle || sampler.counts_texels;
}

// A lookup into one level.
class LevelFilter {
  public:
    // The bound texture decides the shape, even if the instruction expects another one.
    LevelFilter(const RecordedTexture& texture, const SamplerState& sampler,
                const TextureRequest& request, std::uint32_t level)
        : texture_(texture), sampler_(sampler), request_(request), level_(level),
          size_(texture.size_of(level)), axes_(axes_of(texture)), is_cube_(texture.dim == "Cube") {
        at_ = floats(request.coordinates);
        if (is_cube_) {
            const CubePlace place = place_on_cube(at_, at_);
            face_ = place.face;
            at_ = {place.u, place.v, 0.0F};
        }
        for (unsigned c = 0; c < axes_ && !counts_texels(sampler, request); ++c) {
            at_[c] *= static_cast<float>(size_[c]);
        }
        if (request.num_coordinates < 2) {
            axes_ = 1;
        }
        if (request.is_array && texture.dim != "3D") {
            const std::int64_t layers = is_cube_ ? texture.layers / 6 : texture.layers;
            layer_ = std::min<std::int64_t>(request.layer, std::max<std::int64_t>(layers - 1, 0));
        }
    }

    [[nodiscard]] RecordedTexel nearest() const {
        std::array<std::int64_t, 3> at{};
        for (unsigned c = 0; c < axes_; ++c) {
            at[c] = floor_of(at_[c]) + request_.offsets[c];
        }
        return compared(texel(at, false));
    }

    [[nodiscard]] Colour linear() const {
        std::array<std::int64_t, 3> first{};
        std::array<float, 3> weight{};
        for (unsigned c = 0; c < axes_; ++c) {
            const float shifted = at_[c] - 0.5F;
            first[c] = floor_of(shifted) + request_.offsets[c];
            const float part = shifted - std::floor(shifted);
            weight[c] = part >= 0.0F && part <= 1.0F ? part : 0.0F; // no number
        }
        Colour result{};
        for (unsigned corner = 0; corner < 1U << axes_; ++corner) {
            float share = 1.0F;
            std::array<std::int64_t, 3> at = first;
            for (unsigned c = 0; c < axes_; ++c) {
                const bool is_second = (corner >> c & 1U) != 0;
                share *= is_second ? weight[c] : 1.0F - weight[c];
                at[c] += is_second ? 1 : 0;
            }
            if (share == 0.0F) {
                continue;
            }
            const Colour colour = colour_at(at);
            for (unsigned c = 0; c < colour.size(); ++c) {
                result[c] += share * colour[c];
            }
        }
        return result;
    }

    // The texel of the four around that is `x` to the right and `y` below the upper left one.
    [[nodiscard]] RecordedTexel around(std::int64_t x, std::int64_t y) const {
        const std::array<std::int64_t, 3> at = {floor_of(at_[0] - 0.5F) + x,
                                                floor_of(at_[1] - 0.5F) + y, 0};
        return compared(texel(at, true));
    }

  private:
    [[nodiscard]] RecordedTexel compared(const RecordedTexel& texel) const {
        if (!request_.is_shadow) {
            return texel;
        }
        // A fixed point format stores no depth outside of its range.
        const float given = as_float(request_.comparator);
        const float reference =
            texture_.info().kind == nir::TexelKind::unorm ? std::clamp(given, 0.0F, 1.0F) : given;
        const float depth = as_float(texel[0]);
        const nir::TexelComparisonInfo& test = nir::texel_comparison_info(sampler_.comparison);
        const bool passes = reference < depth    ? test.less
                            : reference == depth ? test.equal
                            : reference > depth  ? test.greater
                                                 : test.unordered;
        RecordedTexel result;
        result.fill(std::bit_cast<std::uint32_t>(passes ? 1.0F : 0.0F));
        return result;
    }

    [[nodiscard]] RecordedTexel border() const {
        const nir::BorderColourInfo& colour = nir::border_colour_info(sampler_.border);
        const bool is_float = texture_.info().value == nir::TexelValue::as_float;
        const auto word = [is_float](std::uint8_t value) {
            return is_float ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                            : std::uint32_t{value};
        };
        RecordedTexel texel = {word(colour.colour), word(colour.colour), word(colour.colour),
                               word(colour.alpha)};
        // A component that the format lacks is not in its border either.
        for (unsigned c = texture_.info().num_components; c < 3; ++c) {
            texel[c] = 0;
        }
        texel[3] = texture_.info().num_components == 4 ? texel[3] : word(1);
        return texel;
    }

    // The texel at a place that may lie outside. Faces of cubes go on in others where several
    // texels take part, whatever the sampler says.
    [[nodiscard]] RecordedTexel texel(const std::array<std::int64_t, 3>& at, bool continues) const {
        RecordedPlace place;
        place.level = level_;
        place.layer = is_cube_ ? layer_ * 6 + face_ : layer_;
        if (is_cube_ && continues) {
            const CubeTexel there = continued({face_, at[0], at[1]}, size_[0]);
            place.layer = layer_ * 6 + there.face;
            place.x = there.x;
            place.y = there.y;
            return fetch(texture_, place);
        }
        std::array<std::int64_t*, 3> to = {&place.x, &place.y, &place.z};
        for (unsigned c = 0; c < axes_; ++c) {
            const AddressMode mode = is_cube_ ? AddressMode::clamp_to_edge : sampler_.address[c];
            *to[c] = addressed(at[c], size_[c], mode);
            if (*to[c] < 0 || *to[c] >= std::int64_t{size_[c]}) {
                return border();
            }
        }
        return fetch(texture_, place);
    }

    static Colour colour_of(const RecordedTexel& texel) {
        return {as_float(texel[0]), as_float(texel[1]), as_float(texel[2]), as_float(texel[3])};
    }

    // Beyond a corner of a cube there is no texel: it is the mean of the three at the corner.
    [[nodiscard]] Colour colour_at(const std::array<std::int64_t, 3>& at) const {
        const std::int64_t last = std::int64_t{size_[0]} - 1;
        const std::int64_t x = std::clamp<std::int64_t>(at[0], 0, last);
        const std::int64_t y = std::clamp<std::int64_t>(at[1], 0, last);
        if (!is_cube_ || x == at[0] || y == at[1]) {
            return colour_of(compared(texel(at, true)));
        }
        Colour sum{};
        const std::array<std::array<std::int64_t, 3>, 3> corner = {
            {{x, y, 0}, {at[0], y, 0}, {x, at[1], 0}}};
        for (const std::array<std::int64_t, 3>& each : corner) {
            const Colour colour = colour_of(compared(texel(each, true)));
            for (unsigned c = 0; c < sum.size(); ++c) {
                sum[c] += colour[c] / 3.0F;
            }
        }
        return sum;
    }

    const RecordedTexture& texture_;
    const SamplerState& sampler_;
    const TextureRequest& request_;
    std::uint32_t level_;
    std::array<std::uint32_t, 3> size_;
    unsigned axes_;
    bool is_cube_;
    std::array<float, 3> at_{}; // in texels
    std::int64_t face_ = 0;
    std::int64_t layer_ = 0; // of cubes the number of the cube
};

// Returns how many texels the longer of the two differences takes on the first level.
float texels_to_neighbour(const RecordedTexture& texture, const SamplerState& sampler,
                          const TextureRequest& request) {
    const std::array<float, 3> at = floats(request.coordinates);
    float longest = 0.0F;
    for (const auto* gradient : {&request.gradient_x, &request.gradient_y}) {
        std::array<float, 3> step = floats(*gradient);
        if (texture.dim == "Cube") {
            const std::array<float, 3> there = {at[0] + step[0], at[1] + step[1], at[2] + step[2]};
            const CubePlace from = place_on_cube(at, at);
            const CubePlace to = place_on_cube(there, at);
            step = {to.u - from.u, to.v - from.v, 0.0F};
        }
        float sum = 0.0F;
        for (unsigned c = 0; c < axes_of(texture); ++c) {
            const float texels = counts_texels(sampler, request)
                                     ? step[c]
                                     : step[c] * static_cast<float>(texture.size[c]);
            sum += texels * texels;
        }
        longest = std::max(longest, sum);
    }
    return std::sqrt(longest);
}

// Before the limits of the sampler.
float computed_level(const RecordedTexture& texture, const SamplerState& sampler,
                     const TextureRequest& request) {
    // The logarithm needs a positive argument; this one is below what any filter can distinguish.
    constexpr float kLeast = 1.0e-6F;
    const float level =
        request.has_level
            ? as_float(request.level)
            : std::log2(std::max(texels_to_neighbour(texture, sampler, request), kLeast));
    return level + sampler.bias + as_float(request.bias);
}

float limited_level(const SamplerState& sampler, const TextureRequest& request, float level) {
    const float least = std::max(sampler.min_level, as_float(request.min_level));
    return std::max(std::min(level, sampler.max_level), least);
}

float within_levels(const RecordedTexture& texture, float level) {
    return level > 0.0F ? std::min(level, static_cast<float>(texture.levels - 1)) : 0.0F;
}

Colour filtered(const RecordedTexture& texture, const SamplerState& sampler,
                const TextureRequest& request, TexelFilter filter, std::uint32_t level) {
    const LevelFilter there(texture, sampler, request, level);
    if (filter == TexelFilter::linear) {
        return there.linear();
    }
    const RecordedTexel texel = there.nearest();
    return {as_float(texel[0]), as_float(texel[1]), as_float(texel[2]), as_float(texel[3])};
}

RecordedTexel words_of(const Colour& colour) {
    return std::bit_cast<RecordedTexel>(colour);
}

} // namespace

RecordedTexel sample(const RecordedTexture& texture, const SamplerState& sampler,
                     const TextureRequest& request) {
    const bool takes_levels = texture.levels > 1 && !sampler.counts_texels;
    float level = 0.0F;
    TexelFilter filter = sampler.magnify;
    if (takes_levels || sampler.magnify != sampler.minify) {
        level = limited_level(sampler, request, computed_level(texture, sampler, request));
        filter = level > 0.0F ? sampler.minify : sampler.magnify;
        level = takes_levels ? within_levels(texture, level) : 0.0F;
    }
    // Integers have no mean.
    const bool is_float = texture.info().value == nir::TexelValue::as_float;
    if (takes_levels && is_float && sampler.between_levels == TexelFilter::linear) {
        const auto below = static_cast<std::uint32_t>(std::floor(level));
        const float part = level - std::floor(level);
        Colour result = filtered(texture, sampler, request, filter, below);
        if (part > 0.0F) {
            const Colour next = filtered(texture, sampler, request, filter, below + 1);
            for (unsigned c = 0; c < result.size(); ++c) {
                result[c] += part * (next[c] - result[c]);
            }
        }
        return words_of(result);
    }
    // The level in the middle between two is the lower number.
    const auto nearest = static_cast<std::uint32_t>(std::max(std::ceil(level + 0.5F) - 1.0F, 0.0F));
    if (filter == TexelFilter::linear && is_float) {
        return words_of(filtered(texture, sampler, request, filter, nearest));
    }
    return LevelFilter(texture, sampler, request, nearest).nearest();
}

RecordedTexel gather(const RecordedTexture& texture, const SamplerState& sampler,
                     const TextureRequest& request) {
    // Beginning with the one below on the left.
    static constexpr std::array<std::array<std::int64_t, 2>, 4> kCorners = {
        {{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    const LevelFilter level(texture, sampler, request, 0);
    RecordedTexel result{};
    for (unsigned i = 0; i < result.size(); ++i) {
        const auto& [x, y] = request.has_gather_offsets ? kCorners[3] : kCorners[i];
        const auto& [own_x, own_y] = request.gather_offsets[i];
        const RecordedTexel texel =
            request.has_gather_offsets
                ? level.around(x + own_x, y + own_y)
                : level.around(x + request.offsets[0], y + request.offsets[1]);
        result[i] = texel[request.is_shadow ? 0 : request.component];
    }
    return result;
}

LevelOfDetail level_of_detail(const RecordedTexture& texture, const SamplerState& sampler,
                              const TextureRequest& request) {
    const float computed = computed_level(texture, sampler, request);
    float accessed = within_levels(texture, limited_level(sampler, request, computed));
    if (sampler.between_levels == TexelFilter::nearest) {
        accessed = std::max(std::ceil(accessed + 0.5F) - 1.0F, 0.0F);
    }
    return {accessed, computed};
}

} // namespace jacquard::driver
