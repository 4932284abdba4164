#include <jacquard/amber/run/pipeline_resources.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <cstring>

namespace jacquard::driver::amber {

namespace {

// The key by which engines know an element of a binding.
std::string key_of(const Binding& binding, std::size_t element) {
    std::string key = std::to_string(binding.set) + '.' + std::to_string(binding.binding);
    if (binding.is_array) {
        key += '[' + std::to_string(element) + ']';
    }
    return key;
}

// The part of a buffer that an element of a binding shows.
struct View {
    std::size_t offset = 0;
    std::size_t size = 0;
};

// False where the binding begins or ends beyond the buffer.
bool view_of(const Binding& binding, std::size_t element, const Buffer& buffer, View& view) {
    const std::uint64_t offset = element < binding.offsets.size() ? binding.offsets[element] : 0;
    if (offset > buffer.bytes.size()) {
        return false;
    }
    const std::uint64_t left = buffer.bytes.size() - offset;
    const std::uint64_t range =
        element < binding.ranges.size() ? binding.ranges[element].value_or(left) : left;
    if (range > left) {
        return false;
    }
    view = {static_cast<std::size_t>(offset), static_cast<std::size_t>(range)};
    return true;
}

Words words_of(std::span<const std::byte> bytes) {
    Words words((bytes.size() + 3) / 4);
    if (!bytes.empty()) {
        std::memcpy(words.data(), bytes.data(), bytes.size());
    }
    return words;
}

void take_words(std::span<std::byte> bytes, const Words& before, const Words& after) {
    const auto* const old_bytes = reinterpret_cast<const std::byte*>(before.data());
    const auto* const new_bytes = reinterpret_cast<const std::byte*>(after.data());
    const std::size_t size =
        std::min({bytes.size(), before.size() * std::size_t{4}, after.size() * std::size_t{4}});
    for (std::size_t i = 0; i < size; ++i) {
        if (old_bytes[i] != new_bytes[i]) {
            bytes[i] = new_bytes[i];
        }
    }
}

} // namespace

namespace {

// The format whose components are those of a type, in that order.
std::optional<nir::TexelFormat> format_of(const ElementLayout& layout) {
    if (layout.format) {
        return layout.format;
    }
    constexpr std::string_view kLetters = "RGBA";
    std::string name;
    for (std::size_t i = 0; i < layout.components.size() && i < kLetters.size(); ++i) {
        name += kLetters[i] + std::to_string(layout.components[i].bits);
    }
    switch (layout.components[0].kind) {
    case ScalarKind::floating: name += "_SFLOAT"; break;
    case ScalarKind::signed_integer: name += "_SINT"; break;
    case ScalarKind::unsigned_integer: name += "_UINT"; break;
    }
    const std::optional<nir::TexelFormat> format = nir::find_texel_format(name);
    return format && nir::texel_format_info(*format).bytes == layout.stride ? format : std::nullopt;
}

bool is_texel_buffer(BindingKind kind) {
    return kind == BindingKind::uniform_texels || kind == BindingKind::storage_texels;
}

SamplerState state_of(const SamplerObject& sampler) {
    SamplerState state;
    state.address = sampler.address;
    state.magnify = sampler.magnify;
    state.minify = sampler.minify;
    state.min_level = sampler.min_level;
    state.max_level = sampler.max_level;
    state.compares = sampler.compares;
    state.comparison = sampler.comparison;
    state.border = sampler.border;
    state.counts_texels = sampler.counts_texels;
    return state;
}

// The levels of an image that a binding shows, from its first one on; nothing where its elements
// are no texels or there is no such level.
std::optional<RecordedTexture> texture_of(const Binding& binding, const Buffer& buffer,
                                          std::size_t& offset) {
    const std::optional<nir::TexelFormat> format = format_of(buffer.layout);
    if (!format) {
        return std::nullopt;
    }
    RecordedTexture texture;
    texture.format = *format;
    if (is_texel_buffer(binding.kind)) {
        texture.dim = "1D";
        texture.size = {static_cast<std::uint32_t>(buffer.count()), 1, 1};
        offset = 0;
    } else {
        if (!buffer.is_image || binding.base_level >= buffer.levels) {
            return std::nullopt;
        }
        texture.dim = std::to_string(buffer.dimensions) + 'D';
        texture.size = buffer.size;
        texture.levels = binding.base_level;
        offset = texture.levels == 0 ? 0 : texture.num_texels() * texture.info().bytes;
        texture.size = texture.size_of(binding.base_level);
        texture.levels = buffer.levels - binding.base_level;
    }
    const std::size_t size = texture.num_texels() * texture.info().bytes;
    if (offset > buffer.bytes.size() || size > buffer.bytes.size() - offset) {
        return std::nullopt;
    }
    texture.texels = words_of(std::span(buffer.bytes).subspan(offset, size));
    texture.texels.resize(texture.num_words());
    return texture;
}

bool add_texture(const Script& script, const Binding& binding, std::size_t element,
                 RecordedCase& given) {
    std::size_t offset = 0;
    std::optional<RecordedTexture> texture =
        texture_of(binding, script.buffers[binding.buffers[element]], offset);
    if (!texture) {
        return false;
    }
    const std::string key = key_of(binding, element);
    const bool is_written =
        binding.kind == BindingKind::storage_image || binding.kind == BindingKind::storage_texels;
    if (is_written) {
        given.images_after.emplace_back(key, Words());
        given.images.emplace_back(key, std::move(*texture));
        return true;
    }
    if (binding.kind == BindingKind::combined_image) {
        texture->is_combined = true;
        texture->sampler = state_of(
            script.samplers[binding.samplers[std::min(element, binding.samplers.size() - 1)]]);
    }
    given.textures.emplace_back(key, std::move(*texture));
    return true;
}

} // namespace

bool gather_resources(const Script& script, const Pipeline& pipeline, RecordedCase& given,
                      Diagnostics& diagnostics) {
    for (const Binding& binding : pipeline.bindings) {
        for (std::size_t i = 0; i < binding.buffers.size(); ++i) {
            const Buffer& buffer = script.buffers[binding.buffers[i]];
            View view;
            if (!view_of(binding, i, buffer, view)) {
                diagnostics.error("M110", binding.position,
                                  "the binding goes beyond the end of '" + buffer.name + '\'');
                return false;
            }
            const auto bytes = std::span(buffer.bytes).subspan(view.offset, view.size);
            if (binding.kind == BindingKind::uniform) {
                given.uniform_buffers.emplace_back(key_of(binding, i), words_of(bytes));
            } else if (binding.kind == BindingKind::storage) {
                given.storage_buffers.emplace_back(key_of(binding, i), words_of(bytes));
            } else if (!add_texture(script, binding, i, given)) {
                diagnostics.error("M108", binding.position,
                                  "'" + buffer.name +
                                      "' has no texels of a format, or not that level");
                return false;
            }
        }
        for (std::size_t i = 0; binding.kind == BindingKind::sampler && i < binding.samplers.size();
             ++i) {
            given.samplers.emplace_back(key_of(binding, i),
                                        state_of(script.samplers[binding.samplers[i]]));
        }
    }
    if (pipeline.push_constants) {
        given.push_constants = words_of(script.buffers[*pipeline.push_constants].bytes);
    }
    return true;
}

void take_changes(Script& script, const Pipeline& pipeline, const RecordedCase& given,
                  const ByKey<Words>& storage_buffers, const ByKey<Words>& images) {
    for (const Binding& binding : pipeline.bindings) {
        for (std::size_t i = 0; i < binding.buffers.size(); ++i) {
            Buffer& buffer = script.buffers[binding.buffers[i]];
            View view;
            const std::string key = key_of(binding, i);
            const Words* const before = find_key(given.storage_buffers, key);
            const Words* const after = find_key(storage_buffers, key);
            if (before != nullptr && after != nullptr && view_of(binding, i, buffer, view)) {
                take_words(std::span(buffer.bytes).subspan(view.offset, view.size), *before,
                           *after);
            }
            const RecordedTexture* const image = find_key(given.images, key);
            const Words* const texels = find_key(images, key);
            std::size_t offset = 0;
            if (image != nullptr && texels != nullptr && texture_of(binding, buffer, offset)) {
                take_words(std::span(buffer.bytes).subspan(offset), image->texels, *texels);
            }
        }
    }
}

} // namespace jacquard::driver::amber
