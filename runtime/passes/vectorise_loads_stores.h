#pragma once

#include <jacquard/nir/behaviour.h>
#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// A load or store that the pass would like to make of several.
struct WideAccess {
    MemorySpace space{};
    bool is_store = false;
    unsigned num_components = 0;
    unsigned bit_size = 0;
    unsigned align = 1; // bytes that the address is known to be a multiple of
};

struct VectoriseLoadsStoresOptions {
    unsigned max_components = 4;
    unsigned max_bytes = 16;
    // Whether the target can do it; null: whatever is within the limits, in every memory space
    // that the table calls wide.
    bool (*allows)(const WideAccess& access) = nullptr;
};

// Joins loads and stores of one block that access neighbouring memory into wide ones. A load goes
// where the first of them stood, a store where the last one did; nothing passes an access that may
// touch the same memory, a barrier, an atomic or a call. The table says which memory spaces may be
// the same; offsets from the same value that do not overlap are not.
//
// Before: any shader; offsets do not wrap around. After: accesses at neighbouring offsets from the
// same value that can be joined are, as long as fewer than 64 of a kind are open at a time. True
// when something changed.
bool vectorise_loads_stores(Shader& shader, const VectoriseLoadsStoresOptions& options = {});

} // namespace jacquard::nir
