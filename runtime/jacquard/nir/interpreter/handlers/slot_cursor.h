#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>

#include <cstdint>

namespace jacquard::nir::interpreter {

// Finds the slots of an access, which may depend on the lane.
class SlotCursor {
  public:
    SlotCursor(const Wave& wave, const Step& step, const MemoryAccess& access)
        : wave_(wave), step_(step), access_(access),
          first_(4 * intrinsic_of(step).base() +
                 static_cast<std::int64_t>(intrinsic_of(step).component())) {}

    // The set that a lane accesses, of the space or of one that stands for it.
    [[nodiscard]] OutputWords slots(unsigned lane) const {
        const std::uint64_t part =
            access_.resource_source < 0
                ? 0
                : wave_.values.read(source(access_.resource_source), 0, lane);
        return given_slots(*wave_.environment, access_.space, part);
    }
    // The word of the access's first component: slot `base` plus the offset, from `component` on.
    [[nodiscard]] std::int64_t first_word(unsigned lane) const {
        const auto offset =
            static_cast<std::int32_t>(wave_.values.read(source(access_.offset_source), 0, lane));
        return first_ + 4 * std::int64_t{offset};
    }
    // Whether all active lanes access the same words.
    [[nodiscard]] bool is_uniform() const {
        return wave_.is_uniform(step_, static_cast<unsigned>(access_.offset_source)) &&
               (access_.resource_source < 0 ||
                wave_.is_uniform(step_, static_cast<unsigned>(access_.resource_source)));
    }

  private:
    [[nodiscard]] const Place& source(std::int8_t number) const {
        return wave_.values.source(step_, static_cast<unsigned>(number));
    }

    const Wave& wave_;
    const Step& step_;
    const MemoryAccess& access_;
    std::int64_t first_;
};

} // namespace jacquard::nir::interpreter
