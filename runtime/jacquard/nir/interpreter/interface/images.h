#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/ir/instruction.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstdint>

JACQUARD_BEGIN_API

namespace jacquard::nir::interpreter {

// The request of one lane to an image.
struct ImageRequest {
    const IntrinsicInstruction* instruction = nullptr; // its indices tell the rest
    ImageAction action{};
    bool has_compare = false; // an atomic is an exchange with comparison
    unsigned lane = 0;
    std::uint64_t image = 0; // index, handle or binding
    std::array<std::uint32_t, 4> coordinates{};
    std::uint32_t sample = 0;
    std::uint32_t level = 0;
    std::array<std::uint64_t, 4> data{}; // stored, or of an atomic
    std::uint64_t compare = 0;           // what an exchange expects
    std::uint8_t bit_size = 32;          // of the data or the result
};

struct ImageAnswer {
    std::array<std::uint64_t, 4> components{};
    std::uint32_t residency = 0; // the last component of a sparse load
};

// Stands in for images. Called from one lane after the other, in order; stores and atomics of
// helper invocations do not arrive here.
class Images {
  public:
    virtual ~Images() = default;
    [[nodiscard]] virtual ImageAnswer access(const ImageRequest& request) = 0;
};

} // namespace jacquard::nir::interpreter

JACQUARD_END_API
