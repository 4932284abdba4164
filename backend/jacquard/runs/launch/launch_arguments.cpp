#include <jacquard/runs/launch/alignment.h>
#include <jacquard/runs/launch/launch_arguments.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

namespace jacquard::driver {

namespace {

using Kind = GivenArgument::Kind;

constexpr std::uint64_t kFirstAddress = 0x10000;
constexpr std::uint32_t kMostBlockBytes = 1U << 16; // of all arguments

std::string address_text(std::uint64_t address) {
    return "0x" + hex(address, address >> 32 != 0 ? 16 : 8);
}

std::string name_of_range(const LaunchRange& range) {
    return (range.name.empty() ? "" : '\'' + range.name + "' ") + "at " +
           address_text(range.address) + " of " + std::to_string(range.bytes.size()) + " bytes";
}

bool share_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
    return !a.empty() && !b.empty() && std::less<>()(a.data(), b.data() + b.size()) &&
           std::less<>()(b.data(), a.data() + a.size());
}

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return a.data() == b.data() && a.size() == b.size();
}

} // namespace

void check_ranges(const std::vector<LaunchRange>& ranges, std::vector<std::string>& faults) {
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const LaunchRange& range = ranges[i];
        if (range.bytes.size() > ~range.address) {
            faults.push_back("the range " + name_of_range(range) + " ends beyond the last address");
        }
        if (i != 0 && range.address - ranges[i - 1].address < ranges[i - 1].bytes.size()) {
            faults.push_back("the ranges " + name_of_range(ranges[i - 1]) + " and " +
                             name_of_range(range) + " overlap");
        }
        for (std::size_t k = 0; k < i; ++k) {
            if (share_bytes(ranges[k].bytes, range.bytes)) {
                faults.push_back("the ranges " + name_of_range(ranges[k]) + " and " +
                                 name_of_range(range) + " share memory of the caller");
            }
        }
    }
}

namespace {

std::string what_is_given(const GivenArgument& given) {
    switch (given.kind) {
    case Kind::pointer: return "an address";
    case Kind::buffer: return "a buffer";
    case Kind::local: return "memory of the workgroup";
    case Kind::value: break;
    }
    return "a value of " + std::to_string(given.value.size()) + " bytes";
}

std::string what_is_taken(const nir::KernelArgument& facts) {
    switch (facts.kind) {
    case nir::ArgumentKind::address: return "a buffer or an address";
    case nir::ArgumentKind::local: return "memory of the workgroup";
    case nir::ArgumentKind::texture:
    case nir::ArgumentKind::image: return "an image";
    case nir::ArgumentKind::sampler:
    case nir::ArgumentKind::literal: return "a sampler";
    case nir::ArgumentKind::value: break;
    }
    return "a value of " + std::to_string(facts.size) + " bytes";
}

class Binder {
  public:
    Binder(const ir3::Program& program, const ProgramLaunch& launch,
           std::vector<std::string>& faults)
        : program_(program), launch_(launch), faults_(faults) {}

    BoundArguments bind() {
        bound_.ranges = launch_.ranges;
        bound_.shared_bytes = program_.shared_bytes;
        const std::vector<const GivenArgument*> given = by_parameter();
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (given[i] != nullptr) {
                bind(program_.arguments[i], i, *given[i]);
            }
        }
        bound_.block.resize(up_to(bound_.block.size(), 16));
        std::stable_sort(
            bound_.ranges.begin(), bound_.ranges.end(),
            [](const LaunchRange& a, const LaunchRange& b) { return a.address < b.address; });
        return std::move(bound_);
    }

  private:
    static std::string name_of(const nir::KernelArgument& facts, std::size_t number) {
        return "argument " + std::to_string(number) +
               (facts.name.empty() ? "" : " (" + facts.name + ')');
    }

    std::string parameters() const {
        std::string text;
        for (const nir::KernelArgument& each : program_.arguments) {
            text += (text.empty() ? "" : "; ") + (each.name.empty() ? "" : each.name + ", ") +
                    what_is_taken(each);
        }
        return text.empty() ? "none" : text;
    }

    // Finds what is given for each parameter; null where nothing is, which is a fault.
    std::vector<const GivenArgument*> by_parameter() {
        const std::vector<nir::KernelArgument>& takes = program_.arguments;
        std::vector<const GivenArgument*> found(takes.size());
        std::size_t too_many = 0;
        bool has_unknown = false;
        for (const GivenArgument& given : launch_.arguments) {
            const auto wanted = std::find_if(takes.begin(), takes.end(), [&](const auto& each) {
                return given.name.empty() ? found[index_of(each)] == nullptr
                                          : each.name == given.name;
            });
            if (wanted == takes.end()) {
                if (given.name.empty()) {
                    ++too_many;
                } else {
                    say_unknown(given.name);
                    has_unknown = true;
                }
            } else if (found[index_of(*wanted)] != nullptr) {
                faults_.push_back(name_of(*wanted, index_of(*wanted)) + " is given twice");
            } else {
                found[index_of(*wanted)] = &given;
            }
        }
        const auto missing = std::count(found.begin(), found.end(), nullptr);
        if (!has_unknown && (too_many != 0 || missing != 0)) {
            std::string without;
            for (std::size_t i = 0; i < takes.size(); ++i) {
                without += found[i] == nullptr ? ", without " + name_of(takes[i], i) : "";
            }
            faults_.push_back("the kernel takes " + std::to_string(takes.size()) +
                              " arguments, and " + std::to_string(launch_.arguments.size()) +
                              " are given" + without + ": " + parameters());
        }
        return found;
    }

    std::size_t index_of(const nir::KernelArgument& each) const {
        return static_cast<std::size_t>(&each - program_.arguments.data());
    }

    void say_unknown(const std::string& name) {
        std::vector<std::string_view> names;
        for (const nir::KernelArgument& each : program_.arguments) {
            names.push_back(each.name);
        }
        const std::string near(near_name(name, names));
        faults_.push_back("the kernel takes no argument '" + name + '\'' +
                          (near.empty() ? "" : " (did you mean '" + near + "'?)") + ": " +
                          parameters());
    }

    void bind(const nir::KernelArgument& facts, std::size_t number, const GivenArgument& given) {
        if (facts.offset > kMostBlockBytes || facts.size > kMostBlockBytes) {
            faults_.push_back(name_of(facts, number) + " has no place in a block of arguments");
            return;
        }
        if (!nir::is_in_buffer(facts.kind)) {
            faults_.push_back(name_of(facts, number) + " is " + what_is_taken(facts) +
                              ", and a launch has buffers alone");
            return;
        }
        bound_.block.resize(
            std::max<std::size_t>(bound_.block.size(), std::size_t{facts.offset} + facts.size));
        const bool is_right = facts.kind == nir::ArgumentKind::value
                                  ? given.kind == Kind::value && given.value.size() == facts.size
                              : facts.kind == nir::ArgumentKind::local
                                  ? given.kind == Kind::local
                                  : given.kind == Kind::pointer || given.kind == Kind::buffer;
        if (!is_right) {
            faults_.push_back(name_of(facts, number) + " is " + what_is_taken(facts) + ", and " +
                              what_is_given(given) + " is given");
            return;
        }
        switch (given.kind) {
        case Kind::value: put(facts, given.value.data(), given.value.size()); break;
        case Kind::local: bind_local(facts, number, given); break;
        case Kind::pointer: bind_pointer(facts, number, given.address); break;
        case Kind::buffer: bind_buffer(facts, number, given); break;
        }
    }

    void put(const nir::KernelArgument& facts, const void* from, std::size_t bytes) {
        const std::size_t most = std::min<std::size_t>(bytes, facts.size);
        if (most != 0) {
            std::memcpy(bound_.block.data() + facts.offset, from, most);
        }
    }

    void bind_local(const nir::KernelArgument& facts, std::size_t number,
                    const GivenArgument& given) {
        const std::uint64_t first = up_to(bound_.shared_bytes, kLocalAlignment);
        if (given.local_bytes == 0 || given.local_bytes > 0xffffffff - first) {
            faults_.push_back(name_of(facts, number) + " is memory of the workgroup of " +
                              std::to_string(given.local_bytes) + " bytes, which no part has");
            return;
        }
        const auto offset = static_cast<std::uint32_t>(first);
        put(facts, &offset, sizeof offset);
        bound_.shared_bytes = static_cast<std::uint32_t>(first + given.local_bytes);
    }

    void bind_pointer(const nir::KernelArgument& facts, std::size_t number, std::uint64_t address) {
        const bool is_inside = std::any_of(bound_.ranges.begin(), bound_.ranges.end(),
                                           [address](const LaunchRange& range) {
                                               return address - range.address <= range.bytes.size();
                                           });
        if (address != 0 && !is_inside) {
            faults_.push_back(name_of(facts, number) + " is the address " + address_text(address) +
                              ", which is in no range of memory");
            return;
        }
        put(facts, &address, sizeof address);
    }

    // Two arguments may be the same buffer.
    void bind_buffer(const nir::KernelArgument& facts, std::size_t number,
                     const GivenArgument& given) {
        auto range =
            std::find_if(bound_.ranges.begin(), bound_.ranges.end(), [&](const LaunchRange& each) {
                return is_same(each.bytes, given.buffer);
            });
        if (range == bound_.ranges.end()) {
            const std::string name =
                facts.name.empty() ? "argument " + std::to_string(number) : facts.name;
            bound_.ranges.push_back({name, free_address(bound_.ranges), given.buffer});
            range = bound_.ranges.end() - 1;
        }
        put(facts, &range->address, sizeof range->address);
    }

    const ir3::Program& program_;
    const ProgramLaunch& launch_;
    std::vector<std::string>& faults_;
    BoundArguments bound_;
};

} // namespace

std::uint64_t free_address(const std::vector<LaunchRange>& ranges) {
    std::uint64_t end = kFirstAddress;
    for (const LaunchRange& range : ranges) {
        end = std::max(end, range.address + range.bytes.size());
    }
    return up_to(end, kBufferAlignment) + kBufferAlignment;
}

BoundArguments bind_arguments(const ir3::Program& program, const ProgramLaunch& launch,
                              std::vector<std::string>& faults) {
    return Binder(program, launch, faults).bind();
}

} // namespace jacquard::driver
