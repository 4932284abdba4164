#pragma once

#include "generator/values.h"

namespace jacquard::nir {

// Votes, ballots, combined values and exchanges in a shader of work groups, where all of their
// invocations are at the same place. Subgroups have `lanes` invocations, a power of two above 2,
// all of them there.
void use_subgroup(Values& values, unsigned lanes);

} // namespace jacquard::nir
