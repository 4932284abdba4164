#pragma once

#include <optional>
#include <string_view>
#include <vector>

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

// What cases call a value that the driver gives to all lanes: the semantic, or, where shaders
// cannot declare it, the slot without its prefix: "USER_CLIP_PLANE0". Empty where cases do not give
// it.
[[nodiscard]] std::string_view case_name_of_slot(std::string_view name);
// All such names, and those of semantics.
[[nodiscard]] std::vector<std::string_view> case_names();

} // namespace jacquard::driver
