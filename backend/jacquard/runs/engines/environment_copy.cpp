#include <jacquard/runs/engines/environment_copy.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace jacquard::driver {

namespace {

// Calls visit(area) for all memory that a program may write and others see.
void for_each_area(const ir3::Environment& environment,
                   const std::function<void(const ir3::MemoryArea&)>& visit) {
    visit(environment.global);
    for (const ir3::MemoryRange& range : environment.global_ranges) {
        visit(range.area);
    }
    for (const ir3::Descriptor& descriptor : environment.slots) {
        visit(descriptor.memory);
    }
    for (const std::span<const ir3::Descriptor> set : environment.descriptor_sets) {
        for (const ir3::Descriptor& descriptor : set) {
            visit(descriptor.memory);
        }
    }
}

bool is_before(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::less<>()(a.data(), b.data()) || (a.data() == b.data() && a.size() < b.size());
}

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return a.data() == b.data() && a.size() == b.size();
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::less<>()(a.data(), b.data() + b.size()) &&
           std::less<>()(b.data(), a.data() + a.size());
}

} // namespace

std::optional<std::uint64_t> EnvironmentCopy::bytes_of(const ir3::Environment& from) {
    std::vector<std::span<const std::byte>> spans;
    bool is_watched = false;
    for_each_area(from, [&](const ir3::MemoryArea& area) {
        is_watched |= area.watch != nullptr || area.marks != nullptr;
        if (!area.bytes.empty()) {
            spans.emplace_back(area.bytes);
        }
    });
    std::sort(spans.begin(), spans.end(), is_before);
    spans.erase(std::unique(spans.begin(), spans.end(), is_same), spans.end());
    std::vector<std::span<const std::byte>> constants;
    for (const std::span<const std::uint32_t> buffer : from.uniform_buffers) {
        constants.push_back(std::as_bytes(buffer));
    }
    for (const std::span<const ir3::Descriptor> set : from.descriptor_sets) {
        for (const ir3::Descriptor& descriptor : set) {
            constants.push_back(descriptor.constant);
        }
    }
    std::uint64_t total = 0;
    bool is_shared = is_watched;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        total += spans[i].size();
        is_shared |= i != 0 && overlap(spans[i - 1], spans[i]);
        is_shared |= std::any_of(
            constants.begin(), constants.end(),
            [&](std::span<const std::byte> constant) { return overlap(spans[i], constant); });
    }
    return is_shared ? std::nullopt : std::optional(total);
}

EnvironmentCopy::EnvironmentCopy(const ir3::Environment& from, LockedSampler& textures)
    : environment_(from), constants_(from.constants.begin(), from.constants.end()) {
    environment_.constants = constants_;
    environment_.textures = &textures;
    environment_.images = nullptr;
    environment_.global = copy_of(from.global);
    for (const ir3::MemoryRange& range : from.global_ranges) {
        ranges_.push_back({range.address, copy_of(range.area)});
    }
    environment_.global_ranges = ranges_;
    slots_ = copies_of(from.slots);
    environment_.slots = slots_;
    for (const std::span<const ir3::Descriptor> set : from.descriptor_sets) {
        sets_.push_back(copies_of(set));
    }
    set_views_.assign(sets_.begin(), sets_.end());
    environment_.descriptor_sets = set_views_;
}

ir3::MemoryArea EnvironmentCopy::copy_of(const ir3::MemoryArea& area) {
    if (area.bytes.empty()) {
        return area;
    }
    auto found = std::find_if(areas_.begin(), areas_.end(),
                              [&](const Area& each) { return is_same(each.from, area.bytes); });
    if (found == areas_.end()) {
        areas_.push_back({area.bytes,
                          {area.bytes.begin(), area.bytes.end()},
                          ir3::AccessMarks(area.bytes.size())});
        found = areas_.end() - 1;
    }
    return {found->bytes, nullptr, &found->marks};
}

std::vector<ir3::Descriptor>
EnvironmentCopy::copies_of(std::span<const ir3::Descriptor> descriptors) {
    std::vector<ir3::Descriptor> copies(descriptors.begin(), descriptors.end());
    for (ir3::Descriptor& descriptor : copies) {
        descriptor.memory = copy_of(descriptor.memory);
    }
    return copies;
}

bool EnvironmentCopy::depends_on(const EnvironmentCopy& other) const {
    return !std::equal(areas_.begin(), areas_.end(), other.areas_.begin(), other.areas_.end(),
                       [](const Area& a, const Area& b) { return !a.marks.depends_on(b.marks); });
}

void EnvironmentCopy::add_accesses(const EnvironmentCopy& other) {
    for (std::size_t i = 0; i < std::min(areas_.size(), other.areas_.size()); ++i) {
        areas_[i].marks.add(other.areas_[i].marks);
        other.areas_[i].marks.copy_written(other.areas_[i].bytes, areas_[i].bytes);
    }
}

void EnvironmentCopy::give_back() const {
    for (const Area& area : areas_) {
        area.marks.copy_written(area.bytes, area.from);
    }
}

} // namespace jacquard::driver
