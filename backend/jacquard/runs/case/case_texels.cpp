#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/case/case_texels.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <span>

namespace jacquard::driver {

namespace {

constexpr unsigned kComponents = 4;

std::size_t first_byte_of(const RecordedTexture& texture, std::size_t number) {
    return number * texture.info().bytes;
}

} // namespace

unsigned num_texel_words(nir::TexelFormat format) {
    return nir::has_wide_components(format) ? 2 * kComponents : kComponents;
}

TexelWords texel_of(const RecordedTexture& texture, std::size_t number) {
    const auto bytes = std::as_bytes(std::span(texture.texels));
    const nir::TexelComponents components = nir::decode_texel(
        texture.format, bytes.subspan(std::min(first_byte_of(texture, number), bytes.size())));
    TexelWords words{};
    const bool is_wide = nir::has_wide_components(texture.format);
    for (unsigned c = 0; c < kComponents; ++c) {
        words[is_wide ? 2 * c : c] = static_cast<std::uint32_t>(components[c]);
        if (is_wide) {
            words[2 * c + 1] = static_cast<std::uint32_t>(components[c] >> 32);
        }
    }
    return words;
}

TexelWords texel_without_bits(nir::TexelFormat format) {
    RecordedTexture one;
    one.format = format;
    one.texels.resize(one.num_words());
    return texel_of(one, 0);
}

void append_texel(std::string& text, const std::string& resource, const RecordedTexture& texture,
                  std::size_t number) {
    const TexelWords texel = texel_of(texture, number);
    text += "TEXEL " + resource + ' ' + std::to_string(number);
    for (unsigned k = 0; k < num_texel_words(texture.format); ++k) {
        text += ' ';
        append_hex(text, texel[k], 8);
    }
    text += '\n';
}

void set_texel(RecordedTexture& texture, std::size_t number, const TexelWords& words) {
    nir::TexelComponents components{};
    const bool is_wide = nir::has_wide_components(texture.format);
    for (unsigned c = 0; c < kComponents; ++c) {
        components[c] = is_wide ? words[2 * c] | std::uint64_t{words[2 * c + 1]} << 32 : words[c];
    }
    const auto bytes = std::as_writable_bytes(std::span(texture.texels));
    nir::encode_texel(texture.format, components,
                      bytes.subspan(std::min(first_byte_of(texture, number), bytes.size())));
}

} // namespace jacquard::driver
