#pragma once

#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// Describes an input or output of the module, and its first slot.
struct VaryingFacts {
    nir::Semantic semantic{};
    std::uint32_t semantic_index = 0; // of its first slot: its location, where it has one
    std::uint32_t first_slot = 0;
    std::uint32_t slots = 1;
    std::uint32_t component = 0; // of the first slot
    nir::AluType scalar;
};

struct SpirvResult {
    NirResult nir;
    std::vector<Resource> resources;
    std::vector<VaryingFacts> inputs;
    std::vector<VaryingFacts> outputs;
};

} // namespace jacquard::driver

JACQUARD_END_API
