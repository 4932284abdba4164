#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Fills SsaDef::divergent: false where every lane that computes the value together with others
// gets the same. True when a bit changed.
//
// A value diverges when what it comes from does: the intrinsic says so in its table, or a source
// diverges, or it is a phi where lanes meet that took different ways, or it was computed in a loop
// that lanes leave in different iterations and is read behind it. A value computed in a loop
// counts as it is inside the loop; values_diverge_after() answers for reads behind it.
//
// Needs link_blocks() to be right.
bool compute_divergence(Shader& shader);
bool compute_divergence(Function& function);

// True when lanes may leave the loop in different iterations, so that what its values are differs
// behind it. Needs compute_divergence().
[[nodiscard]] bool has_divergent_exit(const LoopNode& loop);

// Whether reading `value` at `use` may give lanes different values: as SsaDef::divergent, but also
// true for a value of a loop with divergent exits that is read behind it.
[[nodiscard]] bool is_divergent_at(const SsaDef& value, const Block& use);

} // namespace jacquard::nir
