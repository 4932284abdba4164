#pragma once

#include <jacquard/nir/shader.h>

#include <cstdint>

namespace jacquard::nir {

struct OptimiseIfsOptions {
    // What may stand between two nested ifs that are merged; it is then computed for both.
    std::uint32_t merge_limit = 4;
};

// Makes ifs simpler:
// - what is known of a condition inside the sides of its if, and behind an if that jumped away, is
//   put in its place;
// - an if with only an else side, or of a negated condition, is turned round;
// - an if that is all of another's side becomes one with it by iand;
// - an if right behind another of the same condition becomes one with it;
// - a phi of two constants becomes a selection.
//
// Before: SSA form, links are right.
// After: links are right. Ifs whose condition has become constant wait for dead_control_flow.
bool optimise_ifs(Shader& shader, const OptimiseIfsOptions& options = {});

} // namespace jacquard::nir
