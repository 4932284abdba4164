#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/pipelines/bindings.h>
#include <jacquard/amber/read/resources/buffers.h>
#include <jacquard/amber/read/resources/samplers.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint64_t kMostSets = 32;
constexpr std::uint64_t kMostBindings = 65535;

bool is_image(BindingKind kind) {
    return kind == BindingKind::sampled_image || kind == BindingKind::storage_image ||
           kind == BindingKind::combined_image;
}

} // namespace

bool Bindings::read_bind() {
    Bound bound{};
    if (!lines().take_word(kBoundWords, bound)) {
        return false;
    }
    switch (bound) {
    case Bound::buffer: return read_bind_buffer(false);
    case Bound::buffer_array: return read_bind_buffer(true);
    case Bound::sampler: return read_bind_sampler(false);
    case Bound::sampler_array: break;
    }
    return read_bind_sampler(true);
}

bool Bindings::read_place(Binding& binding) {
    Pipeline& open = pipeline();
    if (lines().refuses(lines().peek(), kBindingPlaceWords)) {
        return false;
    }
    std::uint64_t set = 0;
    std::uint64_t number = 0;
    if (!lines().expect(Keyword::descriptor_set) ||
        !lines().take_unsigned("a descriptor set", kMostSets, set) ||
        !lines().expect(Keyword::binding) ||
        !lines().take_unsigned("a binding", kMostBindings, number)) {
        return false;
    }
    binding.set = static_cast<std::uint32_t>(set);
    binding.binding = static_cast<std::uint32_t>(number);
    if (!give(lines().word(), "a binding " + std::to_string(number) + " of descriptor set " +
                                  std::to_string(set))) {
        return false;
    }
    std::erase_if(open.bindings, [&](const Binding& each) {
        return each.set == binding.set && each.binding == binding.binding;
    });
    return true;
}

// A resource that a shader does not find by its binding.
bool Bindings::read_target(TargetKind kind, const std::vector<std::size_t>& buffers) {
    Pipeline& open = pipeline();
    const Token word = lines().take();
    if (buffers.size() > 1) {
        return lines().fail("M108", word, quoted(word) + " takes one buffer, not an array");
    }
    const std::size_t buffer = buffers[0];
    if (kind == TargetKind::push_constant) {
        open.push_constants = buffer;
        return give(word, "push constants");
    }
    if (open.is_compute) {
        return lines().fail("M108", word, "a compute pipeline has no targets");
    }
    if (!script_.buffers[buffer].layout.format) {
        return lines().fail("M108", word, "a target of a draw is a buffer with a FORMAT");
    }
    if (kind == TargetKind::depth_stencil) {
        open.depth_stencil = buffer;
        return give(word, "a target of depth and stencil");
    }
    return read_colour_target(buffer);
}

bool Bindings::read_colour_target(std::size_t buffer) {
    Pipeline& open = pipeline();
    ColourTarget target;
    target.buffer = buffer;
    if (!lines().expect(Keyword::location) ||
        !lines().take_unsigned32("a location", target.location)) {
        return false;
    }
    if (!give(lines().word(), "a target at LOCATION " + std::to_string(target.location))) {
        return false;
    }
    if (lines().take_if(Keyword::base_mip_level) &&
        !lines().take_unsigned32("a level", target.base_level)) {
        return false;
    }
    std::erase_if(open.colours,
                  [&](const ColourTarget& each) { return each.location == target.location; });
    open.colours.push_back(target);
    return true;
}

// The names of one sampler, or of as many as stand in front of the place.
bool Bindings::read_samplers(Binding& binding) {
    do {
        if (!samplers_.find(binding.samplers.emplace_back())) {
            return false;
        }
    } while (binding.is_array && !lines().is_next(Keyword::descriptor_set) &&
             !lines().peek().is_end());
    return true;
}

// Each image has a sampler of its own, or all have the same.
bool Bindings::read_combined(Binding& binding) {
    const Token word = lines().peek();
    return lines().expect(Keyword::sampler) && read_samplers(binding) &&
           (binding.samplers.size() == 1 || binding.samplers.size() == binding.buffers.size() ||
            lines().fail("M109", word,
                         std::to_string(binding.buffers.size()) + " images have " +
                             std::to_string(binding.samplers.size()) + " samplers"));
}

bool Bindings::read_bind_buffer(bool is_array) {
    Binding binding;
    binding.position = lines().word().position;
    binding.is_array = is_array;
    do {
        if (!buffers_.find(binding.buffers.emplace_back())) {
            return false;
        }
    } while (is_array && !lines().is_next(Keyword::as) && !lines().peek().is_end());
    if (lines().refuses(lines().peek(), kBindingPlaceWords) || !lines().expect(Keyword::as)) {
        return false;
    }
    if (lines().refuses(lines().peek(), kTargetKindWords)) {
        return false;
    }
    if (const Word<TargetKind>* const target = kTargetKindWords.find(lines().peek().text)) {
        return read_target(target->meaning, binding.buffers);
    }
    if (!lines().take_word(kBindingKindWords, binding.kind)) {
        return false;
    }
    if (binding.kind == BindingKind::combined_image && !read_combined(binding)) {
        return false;
    }
    if (!read_place(binding) || !read_binding_options(binding)) {
        return false;
    }
    pipeline().bindings.push_back(std::move(binding));
    return true;
}

// A number of bytes for each of the buffers.
bool Bindings::read_offsets(Binding& binding) {
    binding.offsets.resize(binding.buffers.size(), 0);
    for (std::uint64_t& offset : binding.offsets) {
        std::uint64_t value = 0;
        if (!lines().take_unsigned("a number of bytes", kMostBytes, value)) {
            return false;
        }
        offset += value;
    }
    return true;
}

bool Bindings::read_ranges(Binding& binding) {
    binding.ranges.resize(binding.buffers.size());
    for (std::optional<std::uint64_t>& range : binding.ranges) {
        std::uint64_t value = 0;
        if (lines().take_if(Keyword::all)) {
            continue; // all there is
        }
        if (!lines().take_unsigned("a number of bytes", kMostBytes, value)) {
            return false;
        }
        range = value;
    }
    return true;
}

bool Bindings::read_binding_options(Binding& binding) {
    const auto read = [&](BindingOption option) {
        switch (option) {
        case BindingOption::base_mip_level:
            return lines().take_unsigned32("a level", binding.base_level);
        case BindingOption::descriptor_range: return read_ranges(binding);
        case BindingOption::offset:
        case BindingOption::descriptor_offset: break;
        }
        return read_offsets(binding);
    };
    const Token first = lines().peek();
    if (!lines().take_options(kBindingOptionWords, read)) {
        return false;
    }
    const bool is_buffer =
        binding.kind == BindingKind::uniform || binding.kind == BindingKind::storage;
    const bool has_bytes = !binding.offsets.empty() || !binding.ranges.empty();
    if (has_bytes && !is_buffer) {
        return lines().fail("M108", first,
                            "offsets and ranges go with uniform and storage buffers");
    }
    return binding.base_level == 0 || is_image(binding.kind) ||
           lines().fail("M108", first, "levels go with images");
}

bool Bindings::read_bind_sampler(bool is_array) {
    Binding binding;
    binding.position = lines().word().position;
    binding.kind = BindingKind::sampler;
    binding.is_array = is_array;
    if (!read_samplers(binding) || !read_place(binding)) {
        return false;
    }
    pipeline().bindings.push_back(std::move(binding));
    return true;
}

} // namespace jacquard::driver::amber
