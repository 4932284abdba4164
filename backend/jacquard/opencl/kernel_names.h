#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The names of the kernels of a module, in its order; nothing where it cannot be read.
[[nodiscard]] std::optional<std::vector<std::string>> kernel_names(std::string_view module);

// Why the name chooses no kernel among these, or empty if it does; an empty one chooses the only
// one.
[[nodiscard]] std::string fault_of_choice(std::string_view name,
                                          const std::vector<std::string>& kernels);

} // namespace jacquard::driver
