#pragma once

#include <jacquard/generated/nir/behaviour.h>

namespace jacquard::nir {

// A load or store that vectorise_loads_stores would like to make of several.
struct WideAccess {
    MemorySpace space{};
    bool is_store = false;
    unsigned num_components = 0;
    unsigned bit_size = 0;
    unsigned align = 1; // bytes that the address is known to be a multiple of
};

} // namespace jacquard::nir
