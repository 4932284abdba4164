#pragma once

#include <cstdint>
#include <span>

namespace jacquard::nir {

// Asks for reports of what a group of rules does.
struct RewriteOptions {
    // If non-empty, it has one counter per rule of the group; applications are added.
    std::span<std::uint32_t> applied;
};

} // namespace jacquard::nir
