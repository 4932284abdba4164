#pragma once

#include <jacquard/passes/registry/registry.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

// The table of passes makes options of arguments by these functions.
namespace jacquard::nir {

[[nodiscard]] inline bool is_given(PassArguments given, std::string_view name) {
    for (const PassArgument& argument : given) {
        if (argument.name == name) {
            return true;
        }
    }
    return false;
}

// Leaves `option` as it is where the argument is not given.
template <typename Option>
void take(PassArguments given, std::string_view name, Option& option) {
    for (const PassArgument& argument : given) {
        if (argument.name == name) {
            if constexpr (std::is_same_v<Option, bool>) {
                option = argument.value != 0;
            } else {
                option = static_cast<Option>(argument.value);
            }
        }
    }
}

template <bool (*Pass)(Shader&)>
bool without_options(Shader& shader, PassArguments) {
    return Pass(shader);
}

} // namespace jacquard::nir
