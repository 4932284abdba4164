#include <jacquard/runs/engines/slot_layouts.h>
#include <jacquard/runs/recorded/program_resources.h>
#include <jacquard/runs/textures/image_textures.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using ir3::Descriptor;

// More would be a fault of the module, not a set.
constexpr std::uint32_t kMostDescriptors = 1U << 16;

} // namespace

void ProgramResources::place(const ir3::Resource& resource, std::uint32_t element,
                             const Descriptor& descriptor) {
    const std::uint64_t unit = resource.unit + std::uint64_t{element} * resource.stride;
    if (unit + 1 >= kMostDescriptors || resource.set > 31) {
        return;
    }
    if (sets_.size() <= resource.set) {
        sets_.resize(resource.set + std::size_t{1});
    }
    std::vector<Descriptor>& set = sets_[resource.set];
    if (set.size() < unit + 2) {
        set.resize(unit + 2);
    }
    set[unit] = descriptor;
    if (resource.has_sampler) {
        set[unit + 1].kind = Descriptor::Kind::sampler;
        set[unit + 1].number = descriptor.number;
    } else if (resource.has_byte_view) {
        set[unit + 1] = descriptor;
    }
}

void ProgramResources::set(const RecordedCase& recorded) {
    storage_ = recorded.storage_buffers;
    textures_.set(recorded, program_.resources);
    images_.set(recorded, program_.resources);
    sets_.clear();
    slots_.clear();
    uniform_buffers_.clear();
    for (const ir3::Resource& resource : program_.resources) {
        const auto uniform = elements_of(recorded.uniform_buffers, resource);
        const auto storage = elements_of(storage_, resource);
        for (std::uint32_t i = 0; i < resource.count; ++i) {
            Descriptor descriptor;
            descriptor.number = resource.first + i;
            switch (resource.kind) {
            case ResourceKind::uniform_buffer:
                descriptor.kind = Descriptor::Kind::uniform_buffer;
                uniform_buffers_.resize(
                    std::max<std::size_t>(uniform_buffers_.size(), descriptor.number + 1));
                if (uniform[i] != nullptr) {
                    descriptor.constant = std::as_bytes(std::span(*uniform[i]));
                    uniform_buffers_[descriptor.number] = *uniform[i];
                }
                break;
            case ResourceKind::storage_buffer:
                descriptor.kind = Descriptor::Kind::storage_buffer;
                if (storage[i] != nullptr) {
                    descriptor.memory.bytes =
                        std::as_writable_bytes(std::span(*const_cast<Words*>(storage[i])));
                }
                slots_.resize(
                    std::max<std::size_t>(slots_.size(), descriptor.number + std::size_t{1}));
                slots_[descriptor.number] = descriptor;
                break;
            case ResourceKind::texture: descriptor.kind = Descriptor::Kind::texture; break;
            case ResourceKind::sampler: descriptor.kind = Descriptor::Kind::sampler; break;
            case ResourceKind::image:
                descriptor.kind = Descriptor::Kind::image;
                if (program_.first_image_slot) {
                    const std::size_t slot =
                        std::size_t{*program_.first_image_slot} + descriptor.number;
                    slots_.resize(std::max(slots_.size(), slot + 1));
                    slots_[slot] = descriptor;
                }
                break;
            }
            place(resource, i, descriptor);
        }
    }
}

void ProgramResources::lay_out(std::span<std::uint32_t> constants) {
    lay_out_slots(program_, constants, slots_);
    tell_samples(program_, constants, *this);
    placed_ = place_uniform_buffers(program_, constants, uniform_buffers_, kGlobalAddress);
}

void ProgramResources::bind(ir3::Environment& environment) {
    set_views_.assign(sets_.begin(), sets_.end());
    environment.descriptor_sets = set_views_;
    environment.slots = slots_;
    environment.uniform_buffers = uniform_buffers_;
    environment.global.bytes = placed_.empty() ? global_bytes(storage_) : std::span(placed_);
    environment.global_address = kGlobalAddress;
    environment.textures = this;
    environment.images = &images_;
}

textures::Texel ProgramResources::lookup(const textures::TextureRequest& request) {
    const auto texel = look_up_image(request, program_.first_image_texture, images_);
    return texel ? *texel : textures_.lookup(request);
}

std::uint32_t ProgramResources::num_samples(std::uint32_t texture) const {
    return textures_.num_samples(texture);
}

} // namespace jacquard::driver
