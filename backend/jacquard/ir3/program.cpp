#include <jacquard/ir3/program.h>

#include <algorithm>
#include <array>

namespace jacquard::ir3 {

std::string to_string(RegisterLocation location) {
    if (!location.exists()) {
        return "none";
    }
    std::string text = location.half ? "hr" : "r";
    text += std::to_string(location.number / 4);
    text += '.';
    text += "xyzw"[location.number % 4];
    return text;
}

namespace {

constexpr std::array<std::string_view, 5> kResourceNames = {"uniform_buffer", "storage_buffer",
                                                            "texture", "sampler", "image"};
constexpr std::array<std::string_view, 5> kStoredNames = {"registers", "vertex", "patch",
                                                          "vertices", "factors"};

// The value of an enumeration whose names are in its order.
template <typename Value, std::size_t Count>
std::optional<Value> find_name(const std::array<std::string_view, Count>& names,
                               std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<Value>(found - names.begin()));
}

} // namespace

std::string_view name_of(ResourceKind kind) {
    return kResourceNames[static_cast<std::size_t>(kind)];
}

std::optional<ResourceKind> find_resource_kind(std::string_view name) {
    return find_name<ResourceKind>(kResourceNames, name);
}

std::string_view name_of(PatchKind kind) {
    return kPatchKindKeywords[static_cast<std::size_t>(kind)];
}

std::optional<PatchKind> find_patch_kind(std::string_view name) {
    return find_value<PatchKind>(kPatchKindKeywords, name);
}

std::string_view name_of(StoredIn place) {
    return kStoredNames[static_cast<std::size_t>(place)];
}

std::optional<StoredIn> find_stored_in(std::string_view name) {
    return find_name<StoredIn>(kStoredNames, name);
}

const Resource* find_resource(std::span<const Resource> resources, ResourceKind kind,
                              std::uint32_t number) {
    const auto found = std::find_if(resources.begin(), resources.end(), [&](const Resource& each) {
        return each.kind == kind && number >= each.first && number - each.first < each.count;
    });
    return found == resources.end() ? nullptr : &*found;
}

} // namespace jacquard::ir3
