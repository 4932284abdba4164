#pragma once

#include <optional>
#include <string_view>

namespace jacquard::driver {

// What a slot of a program header is in the shader's source.
struct SlotMeaning {
    std::string_view semantic; // "GENERIC"
    unsigned semantic_index = 0;
    unsigned first_component = 0; // of the declared vector: 2 for a fragment's depth
    unsigned num_components = 4;
};

// Nothing for a name that stands for no semantic. Vertex attributes have the semantic "IN", since
// they go by number.
[[nodiscard]] std::optional<SlotMeaning> meaning_of_slot(std::string_view name);

} // namespace jacquard::driver
