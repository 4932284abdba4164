#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

struct OptimiseLoopsOptions {
    // Breaks of a loop that runs once that may become nested ifs.
    std::uint32_t nest_limit = 4;
};

// Makes loops simpler:
// - a loop that never goes back becomes its body, its breaks nested ifs;
// - two ifs in a row that leave a loop with the same values become one with ior.
//
// Before: SSA form, links are right.
// After: links are right.
bool optimise_loops(Shader& shader, const OptimiseLoopsOptions& options = {});

} // namespace jacquard::nir
