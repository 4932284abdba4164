#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The meaning of a slot of a program header in the shader's source.
struct SlotMeaning {
    std::string_view semantic; // "GENERIC"
    unsigned semantic_index = 0;
    unsigned first_component = 0; // of the declared vector: 2 for a fragment's depth
    unsigned num_components = 4;
};

// Returns no meaning for a name that belongs to no semantic. Vertex attributes have the semantic
// "IN", since they are identified by their index.
[[nodiscard]] std::optional<SlotMeaning> meaning_of_slot(std::string_view name);

// Returns the name in cases of a value that the driver gives to all lanes: the semantic, or, if
// shaders cannot declare it, the slot without its prefix: "USER_CLIP_PLANE0". The name is empty if
// cases cannot give the value.
[[nodiscard]] std::string_view case_name_of_slot(std::string_view name);
// All such names, and those of semantics.
[[nodiscard]] std::vector<std::string_view> case_names();

} // namespace jacquard::driver
