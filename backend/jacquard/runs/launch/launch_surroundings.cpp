#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/runs/engines/slot_layouts.h>
#include <jacquard/runs/launch/launch_surroundings.h>

#include <algorithm>
#include <cstring>

namespace jacquard::driver {

namespace {

using ir3::Descriptor;
using ir3::ResourceKind;

// More would be a fault of the program, not a set.
constexpr std::uint64_t kMostSets = 32;

std::string name_of_resource(const ir3::Resource& resource) {
    return std::string(ir3::name_of(resource.kind)) + " of set " + std::to_string(resource.set) +
           " and binding " + std::to_string(resource.binding);
}

bool is_of(const LaunchBinding& binding, const ir3::Resource& resource) {
    return binding.set == resource.set && binding.binding == resource.binding &&
           binding.element < resource.count;
}

} // namespace

LaunchSurroundings::LaunchSurroundings(const ir3::Program& program, const ProgramLaunch& launch,
                                       const BoundArguments& arguments,
                                       const std::array<std::uint32_t, 3>& groups,
                                       std::vector<std::string>& faults)
    : program_(program), launch_(launch), arguments_(arguments), faults_(faults) {
    for (const ir3::Resource& resource : program.resources) {
        bind(resource);
    }
    for (const LaunchBinding& binding : launch.bindings) {
        const bool is_known =
            std::any_of(program.resources.begin(), program.resources.end(),
                        [&](const ir3::Resource& each) { return is_of(binding, each); });
        if (!is_known) {
            faults.push_back("the program has no element " + std::to_string(binding.element) +
                             " at set " + std::to_string(binding.set) + " and binding " +
                             std::to_string(binding.binding));
        }
    }
    if (!faults.empty()) {
        return;
    }
    uniform_buffers_.assign(uniform_words_.begin(), uniform_words_.end());
    set_constants(groups);
    for (const LaunchRange& range : arguments.ranges) {
        ranges_.push_back({range.address, {range.bytes}});
        names_.push_back(range.name);
    }
    const std::uint64_t behind = free_address(arguments.ranges);
    lay_out_slots(program, constants_, slots_);
    placed_ = place_uniform_buffers(program, constants_, uniform_buffers_, behind);
    if (!placed_.empty()) {
        ranges_.push_back({behind, {placed_}});
        names_.emplace_back("uniform buffers");
    }
    if (ranges_.empty()) {
        // A program that has no memory by address is not to find any.
        ranges_.push_back({behind, {}});
        names_.emplace_back();
    }
    copy_constants(0, launch.constants);
    set_views_.assign(sets_.begin(), sets_.end());
    environment_.constants = constants_;
    environment_.shared_constants = launch.push_constants;
    environment_.descriptor_sets = set_views_;
    environment_.slots = slots_;
    environment_.uniform_buffers = uniform_buffers_;
    environment_.global_ranges = ranges_;
}

void LaunchSurroundings::bind(const ir3::Resource& resource) {
    if (resource.kind != ResourceKind::uniform_buffer &&
        resource.kind != ResourceKind::storage_buffer) {
        faults_.push_back("the program needs the " + name_of_resource(resource) +
                          ", and a launch has buffers alone");
        return;
    }
    const bool is_storage = resource.kind == ResourceKind::storage_buffer;
    const bool holds_arguments =
        !program_.arguments.empty() && !is_storage && resource.set == 0 && resource.binding == 0;
    for (std::uint32_t i = 0; i < std::min(resource.count, ir3::kMaxElements); ++i) {
        const std::uint64_t number = std::uint64_t{resource.first} + i;
        if (number >= ir3::kMaxElements) {
            return;
        }
        std::span<std::byte> bytes;
        for (const LaunchBinding& binding : launch_.bindings) {
            bytes = is_of(binding, resource) && binding.element == i ? binding.bytes : bytes;
        }
        Descriptor descriptor;
        descriptor.number = static_cast<std::uint32_t>(number);
        if (is_storage) {
            descriptor.kind = Descriptor::Kind::storage_buffer;
            descriptor.memory.bytes = bytes;
            slots_.resize(std::max<std::size_t>(slots_.size(), number + 1));
            slots_[number] = descriptor;
        } else {
            const std::span<const std::byte> content =
                holds_arguments ? std::span<const std::byte>(arguments_.block) : bytes;
            descriptor.kind = Descriptor::Kind::uniform_buffer;
            uniform_words_.resize(std::max<std::size_t>(uniform_words_.size(), number + 1));
            std::vector<std::uint32_t>& words = uniform_words_[number];
            words.resize((content.size() + 3) / 4);
            if (!content.empty()) {
                std::memcpy(words.data(), content.data(), content.size());
            }
            descriptor.constant = std::as_bytes(std::span(words));
        }
        place(resource, i, descriptor);
    }
}

void LaunchSurroundings::place(const ir3::Resource& resource, std::uint32_t element,
                               const Descriptor& descriptor) {
    const std::uint64_t unit = resource.unit + std::uint64_t{element} * resource.stride;
    if (unit + 1 >= ir3::kMaxElements || resource.set >= kMostSets) {
        return;
    }
    sets_.resize(std::max<std::size_t>(sets_.size(), resource.set + std::size_t{1}));
    std::vector<Descriptor>& set = sets_[resource.set];
    set.resize(std::max<std::size_t>(set.size(), unit + 2));
    set[unit] = descriptor;
    if (resource.has_byte_view) {
        set[unit + 1] = descriptor;
    }
}

void LaunchSurroundings::copy_constants(std::uint32_t const_vec4,
                                        std::span<const std::uint32_t> words) {
    const std::size_t first = std::size_t{const_vec4} * 4;
    for (std::size_t i = 0; i < words.size() && first + i < constants_.size(); ++i) {
        constants_[first + i] = words[i];
    }
}

void LaunchSurroundings::set_constants(const std::array<std::uint32_t, 3>& groups) {
    const ir3::MachineFacts machine =
        ir3::machine_facts(*ir3::revision_of_part(program_.gpu), program_.gpu);
    constants_.assign(std::size_t{machine.constant_vec4} * 4, 0);
    for (const ir3::MappedConstantBuffer& mapped : program_.constant_buffers) {
        if (!mapped.by_program && mapped.block < uniform_buffers_.size()) {
            const std::span<const std::uint32_t> words = uniform_buffers_[mapped.block];
            const std::size_t end = std::min<std::size_t>(mapped.end / 4, words.size());
            const std::size_t first = std::min<std::size_t>(mapped.start / 4, end);
            copy_constants(mapped.const_vec4, words.subspan(first, end - first));
        }
    }
    if (const ir3::PushConstants& push = program_.push_constants; !push.by_program) {
        copy_constants(push.const_vec4, launch_.push_constants.first(std::min<std::size_t>(
                                            push.end / 4, launch_.push_constants.size())));
    }
    for (const ir3::DriverParameter& parameter : program_.driver_parameters) {
        if (parameter.name == ir3::slot_info(ir3::Slot::SYSTEM_VALUE_NUM_WORKGROUPS).name) {
            for (std::size_t i = 0; i < groups.size(); ++i) {
                if (parameter.constant + i < constants_.size()) {
                    constants_[parameter.constant + i] = groups[i];
                }
            }
        }
    }
    copy_constants(program_.immediates.base_vec4, program_.immediates.values);
}

std::string_view LaunchSurroundings::name_of(const ir3::MemoryArea* area,
                                             std::uint64_t& address) const {
    address = 0;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        if (area == &ranges_[i].area) {
            address = ranges_[i].address;
            return names_[i];
        }
    }
    for (const ir3::Resource& resource : program_.resources) {
        for (std::size_t set = 0; set < sets_.size(); ++set) {
            for (std::size_t i = 0; i < sets_[set].size() && resource.set == set; ++i) {
                const bool is_its_own =
                    i >= resource.unit && i < resource.unit +
                                                  std::uint64_t{resource.count} * resource.stride +
                                                  (resource.has_byte_view ? 1 : 0);
                if (area == &sets_[set][i].memory && is_its_own) {
                    return resource.name;
                }
            }
        }
    }
    return {};
}

} // namespace jacquard::driver
