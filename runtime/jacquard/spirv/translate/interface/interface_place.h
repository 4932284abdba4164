#pragma once

#include <jacquard/spirv/translate/values/value.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace jacquard::spirv {

struct LocationRange {
    std::uint32_t first = 0xffffffff;
    std::uint32_t end = 0;
};

// State of a walk through the parts of inputs or outputs: what the enclosing parts say about the
// current one, and the location of the next one.
struct InterfacePlace {
    std::uint32_t id = 0; // of the variable
    bool is_input = false;
    const Type* vertices = nullptr; // the array of vertices around all parts; null: there is none
    std::uint32_t location = 0;
    std::uint32_t component = 0;
    std::uint32_t before = 0; // locations of preceding elements of the enclosing arrays
    LocationRange taken;      // by the current element
    // The structures that enclose the part, each with the member that leads to it.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
    // Transform feedback.
    std::optional<std::uint32_t> feedback_offset;
    std::optional<std::uint32_t> feedback_buffer;
    std::uint32_t feedback_stride = 0;
    std::uint32_t stream = 0;
    bool holds_halves = false; // the current part is of 16 bits
};

} // namespace jacquard::spirv
