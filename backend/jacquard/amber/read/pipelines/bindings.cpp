#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/pipelines/bindings.h>
#include <jacquard/amber/read/resources/buffers.h>
#include <jacquard/amber/read/resources/samplers.h>

#include <utility>
#include <vector>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint64_t kMostSets = 32;
constexpr std::uint64_t kMostBindings = 65535;

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
    std::erase_if(open.bindings, [&](const Binding& each) {
        return each.set == binding.set && each.binding == binding.binding;
    });
    return true;
}

// A resource that a shader does not find by its binding.
bool Bindings::read_target(TargetKind kind, std::size_t buffer) {
    Pipeline& open = pipeline();
    const Token word = lines().take();
    if (kind == TargetKind::push_constant) {
        open.push_constants = buffer;
        return true;
    }
    if (open.is_compute) {
        return lines().fail("M108", word, "a compute pipeline has no targets");
    }
    if (!script_.buffers[buffer].layout.format) {
        return lines().fail("M108", word, "a target of a draw is a buffer with a FORMAT");
    }
    if (kind == TargetKind::resolve) {
        return lines().refuse(word, Refused::multisampling);
    }
    if (kind == TargetKind::depth_stencil) {
        open.depth_stencil = buffer;
        return true;
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
    if (const Word<TargetKind>* const target = kTargetKindWords.find(lines().peek().text)) {
        return read_target(target->meaning, binding.buffers[0]);
    }
    if (!lines().take_word(kBindingKindWords, binding.kind)) {
        return false;
    }
    if (binding.kind == BindingKind::combined_image &&
        (!lines().expect(Keyword::sampler) || !read_samplers(binding))) {
        return false;
    }
    if (!read_place(binding) || !read_binding_options(binding)) {
        return false;
    }
    pipeline().bindings.push_back(std::move(binding));
    return true;
}

// A number of bytes for each of the buffers.
bool Bindings::read_byte_counts(BindingOption option, Binding& binding) {
    const bool is_range = option == BindingOption::descriptor_range;
    std::vector<std::uint64_t>& list = is_range ? binding.ranges : binding.offsets;
    list.resize(binding.buffers.size(), is_range ? kMostBytes : 0);
    for (std::uint64_t& each : list) {
        std::uint64_t value = 0;
        if (is_range && lines().take_if(Keyword::all)) {
            continue; // all there is
        }
        if (!lines().take_unsigned("a number of bytes", kMostBytes, value)) {
            return false;
        }
        each = is_range ? value : each + value;
    }
    return true;
}

bool Bindings::read_binding_options(Binding& binding) {
    while (!lines().peek().is_end()) {
        BindingOption option{};
        if (!lines().take_word(kBindingOptionWords, option)) {
            return false;
        }
        const bool is_read = option == BindingOption::base_mip_level
                                 ? lines().take_unsigned32("a level", binding.base_level)
                                 : read_byte_counts(option, binding);
        if (!is_read) {
            return false;
        }
    }
    return true;
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
