#pragma once

#include <optional>
#include <string>

namespace jacquard::platform {

// A variable of the environment; nothing where it is not set.
[[nodiscard]] std::optional<std::string> environment_variable(const char* name);

// The number by which the system knows this process.
[[nodiscard]] unsigned long process_number();

} // namespace jacquard::platform
