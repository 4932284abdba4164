#pragma once

#include <jacquard/nir/enums.h>

#include <cstdint>

namespace jacquard::nir {

// What an access to an input or output means; eight bytes, to be one constant index.
struct IoSemantics {
    Semantic semantic = Semantic::position;
    std::uint8_t num_slots = 0; // 0: nothing is said
    std::uint16_t semantic_index = 0;
    std::uint32_t reserved = 0;

    friend constexpr bool operator==(const IoSemantics&, const IoSemantics&) = default;
};
static_assert(sizeof(IoSemantics) == 8);

} // namespace jacquard::nir
