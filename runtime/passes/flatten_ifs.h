#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

struct FlattenIfsOptions {
    // The most that both sides together may cost, not counting copies and constants.
    std::uint32_t limit = 8;
};

// Turns an if into selections: both sides are computed in front of it, and its phis become bcsel.
//
// That happens where each side is one block, or became one by the same means, without a jump; where
// nothing in it has an effect, may fault or depends on which lanes are active; and where it costs
// no more than the limit.
//
// Before: SSA form, links are right.
// After: links are right; no such if is left.
bool flatten_ifs(Shader& shader, const FlattenIfsOptions& options = {});

} // namespace jacquard::nir
