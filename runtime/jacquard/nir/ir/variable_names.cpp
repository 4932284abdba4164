#include <jacquard/nir/ir/variable_names.h>

#include <array>
#include <charconv>
#include <cstring>

namespace jacquard::nir {
namespace {

std::size_t hash_of(std::string_view text) {
    return std::hash<std::string_view>()(text);
}

std::string_view with_number(Arena& arena, std::string_view text, std::uint32_t number) {
    std::array<char, 11> suffix{'_'};
    const char* end = std::to_chars(suffix.data() + 1, suffix.data() + suffix.size(), number).ptr;
    const auto size = static_cast<std::size_t>(end - suffix.data());
    char* made = static_cast<char*>(arena.allocate(text.size() + size, 1));
    std::memcpy(made, text.data(), text.size());
    std::memcpy(made + text.size(), suffix.data(), size);
    return {made, text.size() + size};
}

} // namespace

std::string_view VariableNames::take(std::string_view wanted) {
    const Name name{hash_of(wanted), wanted};
    const auto place = taken_.lower_bound(name);
    if (place == taken_.end() || name < place->first) {
        const std::string_view kept = arena_->copy_string(wanted);
        taken_.emplace_hint(place, Name{name.hash, kept}, 0);
        return kept;
    }
    std::uint32_t& number = place->second;
    for (;;) {
        const std::string_view kept = with_number(*arena_, wanted, ++number);
        if (taken_.emplace(Name{hash_of(kept), kept}, 0).second) {
            return kept;
        }
    }
}

} // namespace jacquard::nir
