#include <jacquard/ir3/program.h>

#include <algorithm>

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

const Resource* find_resource(std::span<const Resource> resources, ResourceKind kind,
                              std::uint32_t number) {
    const auto found = std::find_if(resources.begin(), resources.end(), [&](const Resource& each) {
        return each.kind == kind && number >= each.first && number - each.first < each.count;
    });
    return found == resources.end() ? nullptr : &*found;
}

} // namespace jacquard::ir3
