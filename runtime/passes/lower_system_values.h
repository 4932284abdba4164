#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

struct LowerSystemValuesOptions {
    // Numbers of invocations in the whole dispatch and flat numbers are computed from those of work
    // groups and within them.
    bool derive_compute = false;
    // The number of a vertex is that without the base vertex, and the first vertex.
    bool derive_vertex_id = false;
};

// Loads system values by intrinsics where variables stand for them; a variable's semantic says
// which one it is.
//
// Before: copies have been lowered. After: variables of mode system_value are loaded only where
// their semantic is none that the hardware gives or the type does not fit; the values that are to
// be derived are. True when something changed.
bool lower_system_values(Shader& shader, const LowerSystemValuesOptions& options = {});

} // namespace jacquard::nir
