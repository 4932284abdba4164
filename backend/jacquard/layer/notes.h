#pragma once

#include <string>

namespace jacquard::layer {

// Tells the user, on standard error, what is not captured; the same thing only once.
void note(const std::string& message) noexcept;

} // namespace jacquard::layer
