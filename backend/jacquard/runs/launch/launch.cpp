#include <jacquard/runs/launch/alignment.h>
#include <jacquard/runs/launch/launch.h>
#include <jacquard/runs/launch/read_argument.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

namespace jacquard::driver {

namespace {

constexpr std::uint8_t kGuard = 0xa5; // fills what is between the buffers
constexpr std::string_view kArgumentBlock = "0.0";

std::string listed(const std::vector<nir::KernelArgument>& takes) {
    std::string text;
    for (const nir::KernelArgument& each : takes) {
        text += (text.empty() ? "" : "; ") + (each.name.empty() ? "" : each.name + ", ") +
                what_it_takes(each);
    }
    return text.empty() ? "none" : text;
}

// The set and binding of a resource, as recorded cases name it.
std::string resource_key(const nir::KernelArgument& facts) {
    return std::to_string(facts.set) + '.' + std::to_string(facts.offset);
}

Words words_of(const std::vector<std::byte>& bytes) {
    Words words((bytes.size() + 3) / 4);
    if (!bytes.empty()) {
        std::memcpy(words.data(), bytes.data(), bytes.size());
    }
    return words;
}

} // namespace

std::optional<Launch> Launch::prepare(std::string_view kernel,
                                      const std::vector<nir::KernelArgument>& takes,
                                      const std::vector<std::string_view>& given,
                                      const ReadArgument& read, std::vector<std::string>& faults) {
    Launch launch;
    const std::string name = kernel.empty() ? "the kernel" : '\'' + std::string(kernel) + '\'';
    // Samplers that the module describes are no parameters.
    std::vector<nir::KernelArgument> parameters;
    std::copy_if(
        takes.begin(), takes.end(), std::back_inserter(parameters),
        [](const nir::KernelArgument& each) { return each.kind != nir::ArgumentKind::literal; });
    if (given.size() != parameters.size()) {
        faults.push_back(name + " takes " + std::to_string(parameters.size()) + " arguments, and " +
                         std::to_string(given.size()) + " are given: " + listed(parameters));
        return std::nullopt;
    }
    std::size_t next = 0; // of those that are given
    for (const nir::KernelArgument& facts : takes) {
        LaunchArgument& argument = launch.arguments_.emplace_back();
        argument.facts = facts;
        if (facts.kind == nir::ArgumentKind::literal) {
            argument.sampler.address.fill(facts.address);
            argument.sampler.magnify = facts.filter;
            argument.sampler.minify = facts.filter;
            argument.sampler.counts_texels = facts.counts_texels;
            continue;
        }
        const std::string fault = read_argument(given[next], read, argument);
        if (!fault.empty()) {
            faults.push_back("argument " + std::to_string(next) +
                             (facts.name.empty() ? "" : " (" + facts.name + ')') + ": " + fault);
        }
        ++next;
    }
    if (!faults.empty()) {
        return std::nullopt;
    }
    launch.place_buffers();
    return launch;
}

void Launch::place_buffers() {
    memory_bytes_ = kBufferAlignment;
    for (LaunchArgument& argument : arguments_) {
        if (argument.facts.kind == nir::ArgumentKind::address && !argument.at) {
            argument.at = kGlobalAddress + memory_bytes_;
            memory_bytes_ =
                up_to(memory_bytes_ + argument.bytes.size(), kBufferAlignment) + kBufferAlignment;
        }
    }
}

std::uint32_t Launch::place_local(std::uint32_t own_bytes) {
    std::uint64_t end = own_bytes;
    local_offsets_.assign(arguments_.size(), 0);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        if (arguments_[i].facts.kind == nir::ArgumentKind::local) {
            end = up_to(end, kLocalAlignment);
            local_offsets_[i] = static_cast<std::uint32_t>(end);
            end = std::min<std::uint64_t>(end + arguments_[i].local_bytes, 0xffffffff);
        }
    }
    return static_cast<std::uint32_t>(end);
}

RecordedCase Launch::recorded(const std::array<std::uint32_t, 3>& groups) const {
    RecordedCase made;
    made.stage = "compute";
    made.workgroups = groups;
    std::vector<std::byte> block;
    std::vector<std::byte> memory(memory_bytes_, static_cast<std::byte>(kGuard));
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        const LaunchArgument& argument = arguments_[i];
        block.resize(
            std::max<std::size_t>(block.size(), argument.facts.offset + argument.facts.size));
        std::byte* place = block.data() + argument.facts.offset;
        switch (argument.facts.kind) {
        case nir::ArgumentKind::value:
            std::copy(argument.bytes.begin(), argument.bytes.end(), place);
            break;
        case nir::ArgumentKind::address: {
            const std::uint64_t address = *argument.at;
            std::memcpy(place, &address, sizeof address);
            if (address != 0) {
                std::copy(argument.bytes.begin(), argument.bytes.end(),
                          memory.begin() + static_cast<std::ptrdiff_t>(address - kGlobalAddress));
            }
            break;
        }
        case nir::ArgumentKind::local:
            std::memcpy(place, &local_offsets_[i], sizeof local_offsets_[i]);
            break;
        case nir::ArgumentKind::texture:
            made.textures.emplace_back(resource_key(argument.facts), argument.image);
            break;
        case nir::ArgumentKind::image:
            made.images.emplace_back(resource_key(argument.facts), argument.image);
            break;
        case nir::ArgumentKind::sampler:
        case nir::ArgumentKind::literal:
            made.samplers.emplace_back(resource_key(argument.facts), argument.sampler);
            break;
        }
    }
    block.resize(up_to(block.size(), 16));
    made.uniform_buffers.emplace_back(kArgumentBlock, words_of(block));
    made.storage_buffers.emplace_back(kGlobalKey, words_of(memory));
    return made;
}

std::vector<std::byte> Launch::buffer_of(const LaunchArgument& argument, const Words& memory) {
    std::vector<std::byte> bytes(argument.bytes.size());
    const std::uint64_t first = argument.at.value_or(0) - kGlobalAddress;
    if (!bytes.empty() && first + bytes.size() <= memory.size() * sizeof memory[0]) {
        std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(memory.data()) + first,
                    bytes.size());
    }
    return bytes;
}

std::vector<std::byte> Launch::image_of(const LaunchArgument& argument,
                                        const ByKey<Words>& images) {
    std::vector<std::byte> bytes(argument.bytes.size());
    const Words* texels = find_key(images, resource_key(argument.facts));
    if (texels != nullptr && bytes.size() <= texels->size() * sizeof(std::uint32_t)) {
        std::copy_n(reinterpret_cast<const std::byte*>(texels->data()), bytes.size(),
                    bytes.begin());
    }
    return bytes;
}

bool Launch::is_outside_intact(const Words& memory) const {
    std::vector<bool> is_inside(memory_bytes_);
    for (const LaunchArgument& argument : arguments_) {
        if (argument.at && *argument.at != 0) {
            const auto first =
                is_inside.begin() + static_cast<std::ptrdiff_t>(*argument.at - kGlobalAddress);
            std::fill_n(first, argument.bytes.size(), true);
        }
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(memory.data());
    for (std::size_t i = 0; i < is_inside.size(); ++i) {
        if (!is_inside[i] && bytes[i] != kGuard) {
            return false;
        }
    }
    return true;
}

std::optional<std::array<std::uint32_t, 3>> read_extent(std::string_view text) {
    std::array<std::uint32_t, 3> extent{1, 1, 1};
    for (std::size_t axis = 0; axis < extent.size(); ++axis) {
        const char* end = text.data() + text.size();
        const auto [stop, fault] = std::from_chars(text.data(), end, extent[axis]);
        if (fault != std::errc() || extent[axis] == 0) {
            return std::nullopt;
        }
        if (stop == end) {
            return extent;
        }
        if (*stop != 'x') {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
    }
    return std::nullopt;
}

} // namespace jacquard::driver
