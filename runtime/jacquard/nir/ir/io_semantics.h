#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/nir/ir/types.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstdint>

JACQUARD_BEGIN_API

// Constant indices of several parts, eight bytes each.
namespace jacquard::nir {

// The meaning of an access to an input or output.
struct IoSemantics {
    Semantic semantic = Semantic::position;
    std::uint8_t num_slots = 0; // 0: nothing is said
    std::uint16_t semantic_index = 0;
    std::uint32_t reserved = 0;

    friend constexpr bool operator==(const IoSemantics&, const IoSemantics&) = default;
};
static_assert(sizeof(IoSemantics) == 8);

// The buffers into which transform feedback writes two components of an output.
struct IoTransformFeedback {
    struct Part {
        std::uint8_t num_components = 0; // from this one on; 0: it is not written
        std::uint8_t buffer = 0;
        std::uint16_t offset = 0; // in words of 32 bits

        friend constexpr bool operator==(const Part&, const Part&) = default;
    };
    std::array<Part, 2> parts{};

    friend constexpr bool operator==(const IoTransformFeedback&,
                                     const IoTransformFeedback&) = default;
};
static_assert(sizeof(IoTransformFeedback) == 8);

// A matrix that the invocations of a scope hold together.
struct CooperativeMatrix {
    AluType element{BaseType::float_type, 0};
    std::uint8_t rows = 0;
    std::uint8_t columns = 0;
    Scope scope = Scope::none;
    CooperativeMatrixUse use = CooperativeMatrixUse::none;
    std::uint16_t reserved = 0;

    friend constexpr bool operator==(const CooperativeMatrix&, const CooperativeMatrix&) = default;
};
static_assert(sizeof(CooperativeMatrix) == 8);

} // namespace jacquard::nir

JACQUARD_END_API
