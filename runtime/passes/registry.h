#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::nir {

// Something a pass lets its caller choose. A parameter without a value is a switch.
struct PassParameter {
    std::string_view name;
    std::string_view doc;
    bool has_value = false;
};

// A parameter that was given; a switch has the value 1.
struct PassArgument {
    std::string_view name;
    std::uint32_t value = 1;
};
using PassArguments = std::span<const PassArgument>;

// A pass under the name that lists of passes know it by.
struct PassInfo {
    std::string_view name;
    std::string_view doc;
    bool (*run)(Shader& shader, PassArguments arguments); // true when something changed
    std::span<const PassParameter> parameters{};
};

// All passes, by name in alphabetical order.
[[nodiscard]] std::span<const PassInfo> all_passes();
[[nodiscard]] const PassInfo* find_pass(std::string_view name); // null: there is none

// A pass with what it is to be run with.
struct PassCall {
    const PassInfo* pass = nullptr;
    std::vector<PassArgument> arguments;

    bool run(Shader& shader) const { return pass->run(shader, arguments); }
};

struct PassList {
    std::vector<PassCall> calls;
    std::vector<std::string> errors; // everything wrong with the text; empty when it is well formed
};

// Reads a list such as `copy_propagation,lower_tex:lower_rect:saturate_s=3,dead_code`: passes are
// separated by commas, arguments follow behind colons, values are decimal or 0x numbers. The
// arguments' names are those of the pass's parameters.
[[nodiscard]] PassList parse_pass_list(std::string_view text);

} // namespace jacquard::nir
