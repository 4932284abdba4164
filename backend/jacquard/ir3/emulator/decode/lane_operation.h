#pragma once

#include <jacquard/ir3/emulator/decode/step.h>

#include <cstdint>

namespace jacquard::ir3 {

// The source of a kernel. Its modifiers are masks and a sum, whatever its type.
struct LaneOperand {
    enum class Kind : std::uint8_t {
        in_place, // A full register as it is.
        full,     // A full register with modifiers.
        half,     // A half register.
        constant, // A word of the constant file, the same for all lanes.
        word,     // `word`, the same for all lanes.
        varying,  // A component of the varyings. Only ready calls read it.
    };

    Kind kind = Kind::in_place;
    std::uint16_t number = 0;
    std::uint32_t keep = ~0U;
    std::uint32_t flip = 0;
    std::uint32_t add = 0;
    std::uint32_t word = 0;

    [[nodiscard]] std::uint32_t change(std::uint32_t bits) const {
        return ((bits & keep) ^ flip) + add;
    }
    [[nodiscard]] bool changes() const { return keep != ~0U || flip != 0 || add != 0; }
    [[nodiscard]] bool operator==(const LaneOperand&) const = default;
};

// One call of a kernel: one repetition of an instruction that only computes in each lane.
struct LaneOperation {
    LaneKernel kernel = nullptr;
    std::uint32_t fields = 0; // For the kernel.
    std::uint32_t step = 0;   // The instruction it is of.
    // The rows of sources in the words of a wave, except those to be fetched, and of a direct
    // result.
    std::uint16_t places[4] = {};
    // Sources to be fetched, a bit each: when words are spread, and when they are not.
    std::uint8_t fetched = 0;
    std::uint8_t fetched_alone = 0;
    bool is_direct = false; // The result is a full general register as the kernel computes it.
    bool is_quick = false;  // And nothing more is to be done to it.
    bool saturate_float = false;
    bool full_sources = true;
    WidthChange width_change = WidthChange::none;
    LaneOperand sources[3];
    StepDestination destination;
};

// An operation with what one wave has for its places, while all lanes take part.
struct ReadyCall {
    LaneKernel kernel = nullptr; // Null: the operation needs more than a call.
    const std::uint32_t* sources[3] = {};
    std::uint32_t* destination = nullptr;
    std::uint32_t fields = 0;
    std::uint32_t run = 0;       // So many calls from here on have kernels.
    std::uint32_t operation = 0; // In Code::operations.
};

void copy_lanes(const std::uint32_t* source, const std::uint32_t*, const std::uint32_t*,
                std::uint32_t* destination, unsigned lanes, std::uint32_t);

} // namespace jacquard::ir3
