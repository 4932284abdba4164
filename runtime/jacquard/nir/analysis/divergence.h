#pragma once

#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

// Fills SsaDef::divergent, IfNode::divergent and LoopNode::divergent: false where all lanes that
// come to the same place together agree, on a value, on the side taken, on the iteration in which
// the loop is left. True when a bit of a value changed.
//
// A value diverges when what it comes from does: the table of intrinsics says so, or a source
// diverges, or it is a phi where lanes meet that took different ways, or it was computed in a loop
// that lanes leave in different iterations and is read behind it. A value of such a loop keeps what
// it is inside the loop; is_divergent_at() answers for a reader behind it.
//
// Needs links to be right; time is the size of the function and its depth of loops.
bool compute_divergence(Shader& shader);
bool compute_divergence(Function& function);

// Returns true if lanes that read `value` in `reader` may see different ones.
[[nodiscard]] bool is_divergent_at(const SsaDef& value, const Block& reader);

} // namespace jacquard::nir
