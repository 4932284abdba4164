#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/textures/recorded_texture.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace jacquard::driver {

namespace {

// The shapes of images in SPIR-V, arrayed and multisampled ones too, and how their texels lie.
constexpr std::array<std::string_view, 12> kShapeNames = {
    "1D",        "2D",   "3D",        "Cube", "1DArray", "2DArray",
    "CubeArray", "2DMS", "2DMSArray", "Rect", "Buffer",  "SubpassData"};
constexpr std::array<std::string_view, 12> kDims = {"1D",   "2D", "3D", "Cube", "1D", "2D",
                                                    "Cube", "2D", "2D", "2D",   "1D", "2D"};

// Texels of one level with all its layers and samples.
std::uint64_t texels_of_level(const RecordedTexture& texture, std::uint32_t level) {
    const std::array<std::uint32_t, 3> size = texture.size_of(level);
    return std::uint64_t{size[0]} * size[1] * size[2] * texture.layers * texture.samples;
}

// Returns where the bytes of a texel begin, or nothing if the texture has no such texel.
std::optional<std::size_t> first_byte(const RecordedTexture& texture, const RecordedPlace& place) {
    if (!texture.has(place)) {
        return std::nullopt;
    }
    const std::size_t bytes = texture.info().bytes;
    const std::uint64_t first = texture.number_of(place) * bytes;
    return first + bytes <= texture.texels.size() * sizeof(std::uint32_t) ? std::optional(first)
                                                                          : std::nullopt;
}

} // namespace

std::array<std::uint32_t, 3> RecordedTexture::size_of(std::uint32_t level) const {
    const auto halved = [level](std::uint32_t along) {
        return std::max(level < 32 ? along >> level : 0U, 1U);
    };
    return {halved(size[0]), halved(size[1]), halved(size[2])};
}

std::uint64_t RecordedTexture::num_texels() const {
    std::uint64_t sum = 0;
    for (std::uint32_t level = 0; level < levels; ++level) {
        sum += texels_of_level(*this, level);
    }
    return sum;
}

std::size_t RecordedTexture::num_words() const {
    return static_cast<std::size_t>((num_texels() * info().bytes + sizeof(std::uint32_t) - 1) /
                                    sizeof(std::uint32_t));
}

bool RecordedTexture::has(const RecordedPlace& place) const {
    if (place.level >= levels || place.sample >= samples) {
        return false;
    }
    const std::array<std::uint32_t, 3> there = size_of(place.level);
    return place.x >= 0 && place.y >= 0 && place.z >= 0 && place.layer >= 0 && place.x < there[0] &&
           place.y < there[1] && place.z < there[2] && place.layer < layers;
}

std::uint64_t RecordedTexture::number_of(const RecordedPlace& place) const {
    std::uint64_t before = 0;
    for (std::uint32_t level = 0; level < place.level; ++level) {
        before += texels_of_level(*this, level);
    }
    const std::array<std::uint32_t, 3> there = size_of(place.level);
    const auto texel = static_cast<std::uint64_t>(
        ((place.layer * there[2] + place.z) * there[1] + place.y) * there[0] + place.x);
    return before + texel * samples + place.sample;
}

std::uint32_t most_levels(const std::array<std::uint32_t, 3>& size) {
    return static_cast<std::uint32_t>(std::bit_width(std::max({size[0], size[1], size[2], 1U})));
}

bool find_shape(std::string_view name, std::string& dim) {
    const auto* const found = std::find(kShapeNames.begin(), kShapeNames.end(), name);
    if (found == kShapeNames.end()) {
        return false;
    }
    dim = kDims[static_cast<std::size_t>(found - kShapeNames.begin())];
    return true;
}

std::span<const std::string_view> shape_names() {
    return kShapeNames;
}

std::span<std::byte> texel_bytes(RecordedTexture& texture, const RecordedPlace& place) {
    const std::optional<std::size_t> first = first_byte(texture, place);
    return first ? std::as_writable_bytes(std::span(texture.texels))
                       .subspan(*first, texture.info().bytes)
                 : std::span<std::byte>();
}

std::span<const std::byte> texel_bytes(const RecordedTexture& texture, const RecordedPlace& place) {
    const std::optional<std::size_t> first = first_byte(texture, place);
    return first ? std::as_bytes(std::span(texture.texels)).subspan(*first, texture.info().bytes)
                 : std::span<const std::byte>();
}

RecordedTexel fetch(const RecordedTexture& texture, const RecordedPlace& place) {
    RecordedTexel texel{};
    const std::span<const std::byte> bytes = texel_bytes(texture, place);
    if (bytes.empty()) {
        // One that is there, but not given, is 0 with an alpha of 1.
        const bool is_float = texture.info().value == nir::TexelValue::as_float;
        texel[3] = !texture.has(place) ? 0 : is_float ? std::bit_cast<std::uint32_t>(1.0F) : 1;
        return texel;
    }
    const nir::TexelComponents components = nir::decode_texel(texture.format, bytes);
    for (std::size_t c = 0; c < texel.size(); ++c) {
        texel[c] = static_cast<std::uint32_t>(components[c]);
    }
    if (texture.info().has_depth) {
        texel[1] = 0;
    }
    return texel;
}

RecordedPlace image_place(const RecordedTexture& texture,
                          const std::array<std::int32_t, 3>& coordinates) {
    RecordedPlace place;
    place.x = coordinates[0];
    if (texture.dim == "1D") {
        place.layer = coordinates[1];
        return place;
    }
    place.y = coordinates[1];
    (texture.dim == "3D" ? place.z : place.layer) = coordinates[2];
    return place;
}

std::array<std::uint32_t, 4> image_size(const RecordedTexture& texture, std::uint32_t level) {
    const std::array<std::uint32_t, 3> size = texture.size_of(level);
    const std::uint32_t layers = texture.dim == "Cube" ? texture.layers / 6 : texture.layers;
    if (texture.dim == "1D") {
        return {size[0], layers, 1, layers};
    }
    return {size[0], size[1], texture.dim == "3D" ? size[2] : layers, layers};
}

} // namespace jacquard::driver
