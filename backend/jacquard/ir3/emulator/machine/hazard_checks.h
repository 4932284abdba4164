#pragma once

#include <jacquard/ir3/emulator/core/machine_state.h>

namespace jacquard::ir3 {

// Checks of the order of reads and writes, and of the flags that instructions must carry.
class HazardChecks : MachinePart {
  public:
    explicit HazardChecks(MachineState& state) : MachinePart(state) {}

    // `is_alike`: the wave has its registers as the code expects.
    void start(bool is_alike);
    // Whether accesses are looked at.
    [[nodiscard]] bool is_watched() const { return is_watched_; }
    // Whether no hazard is met but with what was outstanding before the program.
    [[nodiscard]] bool is_proven() const { return is_proven_; }

    // Takes the flags of a step that is watched.
    bool take_flags(const Step& step) {
        if ((required_ | state_.timing.of(step.effects.timing).requires_flags) != Sync::none &&
            !check_flags(step)) {
            return false;
        }
        state_.hazards.take_flags(step.take_short, step.take_long);
        return true;
    }
    // Notes the flags that the next instruction must carry; before it, others that do nothing may
    // take some.
    void expect_flags(const Step& step) {
        if (!step.effects.idle) {
            required_ = state_.timing.of(step.effects.timing).after;
            required_by_ = state_.pc;
        } else {
            const unsigned taken = (step.take_short ? static_cast<unsigned>(Sync::ss) : 0) |
                                   (step.take_long ? static_cast<unsigned>(Sync::sy) : 0);
            required_ = static_cast<Sync>(static_cast<unsigned>(required_) & ~taken);
        }
        // All prefetches have arrived.
        is_watched_ = !(is_proven_ && step.take_long);
    }
    bool check_effects(const Step& step) { return !is_watched_ || check_watched_effects(step); }

  private:
    bool check_watched_effects(const Step& step);
    bool check_flags(const Step& step);
    bool check_ready_accesses(const Step& step);
    bool check_accesses(const Step& step);
    void read_late(const Step& step);
    [[nodiscard]] std::int32_t relative_number(const RegisterEffect& effect, unsigned lane) const;
    // An access of an instruction that begins at the current slot.
    [[nodiscard]] RegisterAccess access_of(const Step& step, const RegisterEffect& effect,
                                           std::uint16_t number, LaneMask lanes) const {
        return {number,      effect.half, effect.third_source, step.effects.timing, state_.pc,
                state_.slot, lanes};
    }
    bool check_relative(const Step& step, const RegisterEffect& effect);
    bool check_constants(const RegisterEffect& effect);
    bool check_constant(const RegisterEffect& effect, unsigned number);
    bool check_special(const RegisterEffect& effect);
    bool check_register(const RegisterEffect& effect, RegisterAccess& access, Sync result);
    bool fail_hazard();

    bool is_proven_ = false;
    bool is_watched_ = false;
    bool has_ready_accesses_ = false; // only the accesses that the program prepared are checked
    Sync required_ = Sync::none;
    std::uint32_t required_by_ = 0;
};

} // namespace jacquard::ir3
