#include <jacquard/glsl/dialect/module_interface.h>
#include <jacquard/glsl/dialect/varying_locations.h>

#include <algorithm>

namespace jacquard::driver::glsl {

void locate_by_name(std::string& module, const ModernShader& modern,
                    const std::map<std::string, std::uint32_t, std::less<>>& linked) {
    Words words = words_of(module);
    if (words.empty() || modern.may_hide_locations) {
        return;
    }
    const ModuleInterface known(words);
    for (const spirv::StorageClass storage :
         {spirv::StorageClass::Input, spirv::StorageClass::Output}) {
        bool is_by_vertex = false;
        if (!known.goes_on(storage, is_by_vertex)) {
            continue;
        }
        std::vector<bool> taken;
        const auto take = [&](std::uint32_t first, std::uint32_t size) {
            taken.resize(std::max<std::size_t>(taken.size(), std::size_t{first} + size));
            std::fill_n(taken.begin() + first, size, true);
        };
        struct Waiting {
            std::string name;
            std::size_t word;
            std::uint32_t size;
        };
        std::vector<Waiting> waiting;
        for (const ModuleInterface::Variable& variable : known.variables) {
            const auto location = known.locations.find(variable.id);
            if (variable.storage != storage || location == known.locations.end() ||
                known.built_in.count(variable.id) != 0) {
                continue;
            }
            const bool is_patch = known.patches.count(variable.id) != 0;
            const std::uint32_t size = known.size_of(
                is_by_vertex && !is_patch ? known.element_of(variable.type) : variable.type);
            const auto name = known.names.find(variable.id);
            const std::string text = name != known.names.end() ? name->second : std::string();
            // A variable without a name is an interface block.
            const bool stays = text.empty() || is_patch || modern.located.count(text) != 0;
            if (stays) {
                take(words[location->second], size);
            } else if (const auto other = linked.find(text); other != linked.end()) {
                words[location->second] = other->second;
                take(other->second, size);
            } else {
                waiting.push_back({text, location->second, size});
            }
        }
        std::sort(waiting.begin(), waiting.end(),
                  [](const Waiting& a, const Waiting& b) { return a.name < b.name; });
        for (const Waiting& each : waiting) {
            std::uint32_t first = 0;
            const auto is_free = [&] {
                for (std::uint32_t i = 0; i < each.size; ++i) {
                    if (first + i < taken.size() && taken[first + i]) {
                        return false;
                    }
                }
                return true;
            };
            while (!is_free()) {
                ++first;
            }
            words[each.word] = first;
            take(first, each.size);
        }
    }
    module = bytes_of(words);
}

std::map<std::string, std::uint32_t, std::less<>> locations_of(std::string_view module,
                                                               bool of_inputs) {
    std::map<std::string, std::uint32_t, std::less<>> found;
    const Words words = words_of(module);
    if (words.empty()) {
        return found;
    }
    const ModuleInterface known(words);
    const spirv::StorageClass storage =
        of_inputs ? spirv::StorageClass::Input : spirv::StorageClass::Output;
    for (const ModuleInterface::Variable& variable : known.variables) {
        const auto name = known.names.find(variable.id);
        const auto location = known.locations.find(variable.id);
        if (variable.storage == storage && name != known.names.end() && !name->second.empty() &&
            location != known.locations.end()) {
            found.emplace(name->second, words[location->second]);
        }
    }
    return found;
}

} // namespace jacquard::driver::glsl
