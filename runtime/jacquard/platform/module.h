#pragma once

#include <string>

namespace jacquard::platform {

// Loads a module (a shared library) that is never unloaded: who asked for a part of it may hold it.
// Returns the address of its function, or null after a fault.
[[nodiscard]] void* function_of_module(const std::string& path, const char* function,
                                       std::string& fault);

} // namespace jacquard::platform
