#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

struct LowerContinuesOptions {
    // Continues of one loop that are made superfluous by nesting what follows them; 0 removes only
    // those that are superfluous already.
    std::uint32_t nest_limit = 16;
};

// Removes continues where control would go back to the header anyway. What follows an if of which
// one side continues is moved into the other side first.
//
// Before: SSA form, links are right.
// After: links are right. Continues are left in loops that have more of them than the limit, and
// inside ifs that something follows.
bool lower_continues(Shader& shader, const LowerContinuesOptions& options = {});

} // namespace jacquard::nir
