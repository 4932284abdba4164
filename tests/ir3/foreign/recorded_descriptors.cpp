#include "recorded_descriptors.h"

#include <jacquard/runs/textures/texture_lookup.h>
#include <jacquard/support/hex.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using ir3::Descriptor;

constexpr unsigned kMostSets = 8;
constexpr unsigned kMostElements = 1024;

Descriptor descriptor_of(Descriptor::Kind kind, std::size_t number = 0) {
    Descriptor descriptor;
    descriptor.kind = kind;
    descriptor.number = static_cast<std::uint32_t>(number);
    return descriptor;
}

} // namespace

// A key is `set.binding` or `set.binding[element]`.
bool RecordedDescriptors::add(std::string_view key, const Descriptor& descriptor, unsigned units,
                              std::string& fault) {
    const std::size_t dot = key.find('.');
    const std::size_t bracket = std::min(key.find('['), key.size());
    Binding binding;
    const auto set = parse_number<unsigned>(key.substr(0, std::min(dot, key.size())));
    const auto number = dot < bracket
                            ? parse_number<unsigned>(key.substr(dot + 1, bracket - dot - 1))
                            : std::nullopt;
    const auto element =
        bracket == key.size()
            ? std::optional(0U)
            : parse_number<unsigned>(key.substr(bracket + 1, key.size() - bracket - 2));
    if (!set || !number || !element || *set >= kMostSets || *element >= kMostElements) {
        fault = "the resource '" + std::string(key) + "' has no place in a set";
        return false;
    }
    binding.set = *set;
    binding.binding = *number;
    binding.element = *element;
    binding.units = units;
    binding.descriptor = descriptor;
    bindings_.push_back(binding);
    return true;
}

bool RecordedDescriptors::set(const RecordedCase& recorded, bool has_byte_views,
                              std::string& fault) {
    bindings_.clear();
    textures_.clear();
    watches_.clear();
    images_ = recorded.images;
    storage_ = recorded.storage_buffers;
    bool fine = true;
    for (const auto& [key, words] : recorded.uniform_buffers) {
        Descriptor descriptor = descriptor_of(Descriptor::Kind::uniform_buffer);
        descriptor.constant = std::as_bytes(std::span(words));
        fine = fine && add(key, descriptor, 1, fault);
    }
    for (auto& [key, words] : storage_) {
        Descriptor descriptor = descriptor_of(Descriptor::Kind::storage_buffer);
        descriptor.memory.bytes = std::as_writable_bytes(std::span(words));
        fine = fine && (key == kGlobalKey || add(key, descriptor, has_byte_views ? 2 : 1, fault));
    }
    for (const auto& [key, texture] : recorded.textures) {
        Descriptor descriptor = descriptor_of(Descriptor::Kind::texture, textures_.size());
        textures_.push_back(&texture);
        fine = fine && add(key, descriptor, texture.is_combined ? 2 : 1, fault);
    }
    for (std::size_t i = 0; i < images_.size(); ++i) {
        fine = fine && add(images_[i].first, descriptor_of(Descriptor::Kind::image, i), 1, fault);
    }
    samplers_.clear();
    for (const RecordedTexture* texture : textures_) {
        samplers_.push_back(&texture->sampler);
    }
    for (const auto& [key, state] : recorded.samplers) {
        fine =
            fine && add(key, descriptor_of(Descriptor::Kind::sampler, samplers_.size()), 1, fault);
        samplers_.push_back(state ? &*state : nullptr);
    }
    if (!fine) {
        return false;
    }
    std::sort(bindings_.begin(), bindings_.end(), [](const Binding& one, const Binding& other) {
        return std::array{one.set, one.binding, one.element} <
               std::array{other.set, other.binding, other.element};
    });
    sets_.assign(kMostSets, {});
    for (std::size_t i = 0; i < bindings_.size(); ++i) {
        const Binding& binding = bindings_[i];
        const Binding* before = i == 0 ? nullptr : &bindings_[i - 1];
        if (before && before->set == binding.set && before->binding == binding.binding &&
            before->element == binding.element) {
            fault = "two resources are bound to one place";
            return false;
        }
        std::vector<Descriptor>& set = sets_[binding.set];
        set.push_back(binding.descriptor);
        if (binding.units == 2) {
            const bool is_texture = binding.descriptor.kind == Descriptor::Kind::texture;
            set.push_back(is_texture
                              ? descriptor_of(Descriptor::Kind::sampler, binding.descriptor.number)
                              : binding.descriptor);
        }
    }
    views_.assign(sets_.begin(), sets_.end());
    return true;
}

const Descriptor* RecordedDescriptors::find(unsigned set, unsigned index) const {
    return set < views_.size() && index < views_[set].size() ? &views_[set][index] : nullptr;
}

void RecordedDescriptors::watch(unsigned num_waves) {
    for (std::vector<Descriptor>& set : sets_) {
        for (Descriptor& descriptor : set) {
            const auto same = std::find_if(set.data(), &descriptor, [&](const Descriptor& other) {
                return other.memory.watch != nullptr &&
                       other.memory.bytes.data() == descriptor.memory.bytes.data();
            });
            if (same != &descriptor) {
                descriptor.memory.watch = same->memory.watch;
            } else if (descriptor.kind == Descriptor::Kind::storage_buffer) {
                watches_.push_back(std::make_unique<ir3::MemoryWatch>(
                    descriptor.memory.bytes.size(), num_waves, true));
                descriptor.memory.watch = watches_.back().get();
            }
        }
    }
}

void RecordedDescriptors::begin_workgroup() {
    for (const auto& watch : watches_) {
        watch->begin_workgroup();
    }
}

ByKey<Words> RecordedDescriptors::images() const {
    ByKey<Words> contents;
    for (const auto& [key, texture] : images_) {
        contents.emplace_back(key, texture.texels);
    }
    return contents;
}

textures::Texel RecordedDescriptors::lookup(const textures::TextureRequest& request) {
    if (request.texture >= textures_.size()) {
        return {};
    }
    const RecordedTexture& texture = *textures_[request.texture];
    const SamplerState* sampler =
        request.sampler < samplers_.size() ? samplers_[request.sampler] : nullptr;
    return look_up(texture, sampler != nullptr ? *sampler : texture.sampler, request);
}

textures::ImageTexel RecordedDescriptors::access(const textures::ImageRequest& request) {
    if (request.image >= images_.size()) {
        return {};
    }
    return access_image(images_[request.image].second, request);
}

} // namespace jacquard::driver
