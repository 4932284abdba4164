#include <jacquard/draw/pictures/mip_texture.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace jacquard::driver::draw {

namespace {

float linear_of(float value) {
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

// Appends a level, each texel of which is the mean of those that it covers in the one before, at
// most three along an axis.
void shrink(RecordedTexture& texture) {
    const std::uint32_t before = texture.levels - 1;
    const std::array<std::uint32_t, 3> from = texture.size_of(before);
    const std::array<std::uint32_t, 3> to = texture.size_of(before + 1);
    const auto range = [&](unsigned axis, std::uint32_t at) {
        const std::uint64_t size = from[axis];
        const std::uint64_t first = at * size / to[axis];
        const std::uint64_t end = ((at + 1) * size + to[axis] - 1) / to[axis];
        return std::array<std::uint64_t, 2>{first, end};
    };
    for (std::uint32_t layer = 0; layer < texture.layers; ++layer) {
        for (std::uint32_t z = 0; z < to[2]; ++z) {
            for (std::uint32_t y = 0; y < to[1]; ++y) {
                for (std::uint32_t x = 0; x < to[0]; ++x) {
                    const std::array<std::array<std::uint64_t, 2>, 3> ranges = {
                        range(0, x), range(1, y), range(2, z)};
                    std::array<float, 4> sum{};
                    float count = 0.0F;
                    for (std::uint64_t k = ranges[2][0]; k < ranges[2][1]; ++k) {
                        for (std::uint64_t j = ranges[1][0]; j < ranges[1][1]; ++j) {
                            for (std::uint64_t i = ranges[0][0]; i < ranges[0][1]; ++i) {
                                const RecordedTexel texel =
                                    fetch(texture, {static_cast<std::int64_t>(i),
                                                    static_cast<std::int64_t>(j),
                                                    static_cast<std::int64_t>(k), layer, before});
                                for (std::size_t c = 0; c < sum.size(); ++c) {
                                    sum[c] += std::bit_cast<float>(texel[c]);
                                }
                                count += 1.0F;
                            }
                        }
                    }
                    for (const float channel : sum) {
                        texture.texels.push_back(std::bit_cast<std::uint32_t>(channel / count));
                    }
                }
            }
        }
    }
    ++texture.levels;
}

SamplerState sampler_of(const TextureOptions& options) {
    constexpr std::array<nir::AddressMode, 3> kModes = {nir::AddressMode::repeat,
                                                        nir::AddressMode::mirrored_repeat,
                                                        nir::AddressMode::clamp_to_edge};
    const auto filter_of = [](bool is_linear) {
        return is_linear ? nir::TexelFilter::linear : nir::TexelFilter::nearest;
    };
    SamplerState sampler;
    sampler.address.fill(kModes[static_cast<std::size_t>(options.wrap)]);
    sampler.magnify = filter_of(options.filter == Filter::linear);
    sampler.minify = sampler.magnify;
    sampler.between_levels = filter_of(options.mip == MipFilter::linear);
    return sampler;
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
    MipTexture made;
    made.sampler = sampler_of(options);
    RecordedTexture& first = made.texture;
    const std::uint32_t rows = picture.height / parts;
    first.dim = options.shape == Shape::cube     ? "Cube"
                : options.shape == Shape::volume ? "3D"
                                                 : "2D";
    first.size = {picture.width, rows, options.shape == Shape::volume ? parts : 1};
    first.layers = options.shape == Shape::volume ? 1 : parts;
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
    const std::uint32_t levels = options.mip != MipFilter::none ? most_levels(first.size) : 1;
    while (first.levels < levels) {
        shrink(first);
    }
    return made;
}

} // namespace jacquard::driver::draw
