#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/nir/ir/type_layout.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace jacquard::driver {

namespace {

constexpr std::uint64_t kMaxElements = ir3::kMaxElements;

std::optional<ResourceKind> kind_of(const nir::Variable& variable) {
    switch (variable.mode) {
    case nir::VariableMode::mem_ubo: return ResourceKind::uniform_buffer;
    case nir::VariableMode::mem_ssbo: return ResourceKind::storage_buffer;
    case nir::VariableMode::image: return ResourceKind::image;
    case nir::VariableMode::uniform:
        switch (variable.type->without_arrays()->kind) {
        case nir::TypeKind::texture: return ResourceKind::texture;
        case nir::TypeKind::sampler: return ResourceKind::sampler;
        default: return std::nullopt;
        }
    default: return std::nullopt;
    }
}

std::uint32_t count_of(const nir::Type* type) {
    std::uint64_t count = 1;
    for (; type->is_array_type() && count < kMaxElements; type = type->element) {
        count *= type->is_unsized() ? kMaxElements : std::max<std::uint32_t>(type->length, 1);
    }
    return static_cast<std::uint32_t>(std::min(count, kMaxElements));
}

// A block's own bytes, where they are known.
std::uint32_t size_of(const nir::Type* type) {
    const std::uint64_t size =
        nir::size_and_align(type->without_arrays(), nir::Layout::std140).size;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 0xffffffff));
}

} // namespace

std::vector<Resource> number_resources(nir::Shader& shader, std::span<const SetBinding> combined) {
    std::vector<std::pair<nir::Variable*, Resource>> found;
    for (nir::Variable& variable : shader.variables()) {
        if (const std::optional<ResourceKind> kind = kind_of(variable)) {
            Resource resource;
            resource.kind = *kind;
            resource.name = variable.name;
            resource.set = variable.descriptor_set;
            resource.binding = variable.binding;
            resource.count = count_of(variable.type);
            resource.has_sampler =
                *kind == ResourceKind::texture &&
                std::binary_search(combined.begin(), combined.end(),
                                   SetBinding{variable.descriptor_set, variable.binding});
            resource.size = *kind == ResourceKind::uniform_buffer ? size_of(variable.type) : 0;
            found.emplace_back(&variable, std::move(resource));
        }
    }
    const auto key = [](const auto& entry) {
        const Resource& resource = entry.second;
        return std::make_tuple(resource.kind, resource.set, resource.binding, entry.first->index);
    };
    std::sort(found.begin(), found.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    std::array<std::uint32_t, 5> next{};
    std::vector<Resource> resources;
    for (auto& [variable, resource] : found) {
        std::uint32_t& number = next[static_cast<std::size_t>(
            resource.kind == ResourceKind::sampler ? ResourceKind::texture : resource.kind)];
        resource.first = number;
        number += resource.count;
        variable->binding = resource.first;
        resources.push_back(std::move(resource));
    }
    return resources;
}

} // namespace jacquard::driver
