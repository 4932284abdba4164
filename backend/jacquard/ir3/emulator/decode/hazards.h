#pragma once

#include <jacquard/generated/ir3/timing.h>
#include <jacquard/ir3/emulator/interface/wave.h>
#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/instruction/register_units.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// A read or a write of one register component by one instruction.
struct RegisterAccess {
    std::uint16_t number = 0;
    bool half = false;
    bool third_source = false;
    TimingClass timing{};
    std::uint32_t instruction = 0;
    std::uint64_t slot = 0;
    LaneMask lanes;
};

// Watches the order of register accesses the way the hardware would suffer from it.
//
// Every half register is a unit of its own (two for a full register of merged files), and
// remembers the last write that takes slots, the last result that waits for a flag, and the last
// late reader. A flag clears everything of its class at once, so it is only a number that later
// events are compared with. Events of lanes that do not take part in an access do not count: on
// the two sides of a branch the same register may be used for different things.
class HazardModel {
  public:
    HazardModel(const Timing& timing, bool merged_registers);

    // Forgets what is pending and what was written.
    void reset();
    // A slot no earlier write is near to, to begin a program at.
    [[nodiscard]] std::uint64_t first_slot() const { return last_slot_ + kMaximumDelaySlots + 1; }

    // Begins an instruction with the flags it carries.
    void take_flags(bool ss, bool sy) {
        if (ss) {
            taken_[index(Sync::ss)] = taken_[index(Sync::both)] = sequence_;
        }
        if (sy) {
            taken_[index(Sync::sy)] = taken_[index(Sync::both)] = sequence_;
        }
    }

    // False when the read is a hazard, which hazard() then tells.
    [[nodiscard]] bool read(const RegisterAccess& access) {
        return read(access, units(access.number, access.half));
    }
    // The same where the units of the register are known.
    [[nodiscard]] bool read(const RegisterAccess& access, UnitRange range) {
        for (unsigned i = range.first; i != range.first + range.count; ++i) {
            const Unit& unit = units_[i];
            const bool recent = access.slot - unit.write_slot <= kMaximumDelaySlots;
            const bool pending = !taken(unit.pending_flag, unit.pending_sequence);
            if ((recent || pending) && !check_read(unit, access)) {
                return false;
            }
        }
        return true;
    }
    // A read by an instruction that needs its source later than it issues; after its own writes.
    void read_late(const RegisterAccess& access);
    // False when the write is a hazard. `result` is the flag the value arrives with; none when it
    // arrives after slots.
    [[nodiscard]] bool write(const RegisterAccess& access, Sync result) {
        return write(access, result, units(access.number, access.half));
    }
    [[nodiscard]] bool write(const RegisterAccess& access, Sync result, UnitRange range) {
        last_slot_ = std::max(last_slot_, access.slot);
        for (unsigned i = range.first; i != range.first + range.count; ++i) {
            Unit& unit = units_[i];
            const bool open = !taken(unit.pending_flag, unit.pending_sequence) ||
                              !taken(unit.guard_flag, unit.guard_sequence);
            if (open && !check_write(unit, access)) {
                return false;
            }
            if (result != Sync::none) {
                set_pending(unit, access, result);
                continue;
            }
            unit.write_slot = access.slot;
            unit.write_lanes = access.lanes;
            unit.writer = access.instruction;
            unit.write_timing = access.timing;
            unit.write_half = access.half;
            unit.pending_lanes = unit.pending_lanes - access.lanes;
        }
        return true;
    }

    [[nodiscard]] bool read_special(const RegisterAccess& access, unsigned needed_slots);
    // `with_flag`: the value arrives with (ss) and not after slots.
    void write_special(const RegisterAccess& access, bool with_flag = false);

    [[nodiscard]] bool read_constant(std::uint64_t number, std::uint32_t instruction);
    // `result` is the flag with which they arrive.
    void write_constants(std::uint64_t first, std::uint64_t count, std::uint32_t instruction,
                         Sync result);

    // False when a lane reads a register that was never written.
    [[nodiscard]] bool read_written(const RegisterAccess& access);
    void mark_written(std::uint16_t number, bool half, LaneMask lanes);

    [[nodiscard]] const Hazard& hazard() const { return hazard_; }

  private:
    struct Unit {
        std::uint64_t write_slot = 0;
        std::uint64_t pending_sequence = 0;
        std::uint64_t guard_sequence = 0;
        LaneMask write_lanes;
        LaneMask pending_lanes;
        LaneMask guard_lanes;
        std::uint32_t writer = 0;
        std::uint32_t pending_writer = 0;
        std::uint32_t guard_reader = 0;
        TimingClass write_timing{};
        TimingClass pending_timing{};
        TimingClass guard_timing{};
        bool write_half = false;
        bool pending_half = false;
        Sync pending_flag = Sync::none;
        Sync guard_flag = Sync::none;
    };

    static constexpr unsigned kFirstSpecial = kAddressRegister;
    static constexpr unsigned kNumSpecials = 8;

    // All writes of constants that arrive with one flag, since that flag came last.
    struct ConstantWrites {
        std::uint64_t sequence = 0;
        std::uint64_t first = 0;
        std::uint64_t end = 0;
        std::uint32_t writer = 0;
    };

    struct Special {
        std::uint64_t write_slot = 0;
        std::uint64_t pending_sequence = 0;
        std::uint32_t writer = 0;
    };

    [[nodiscard]] UnitRange units(unsigned number, bool half) const {
        return register_units(number, half, merged_);
    }
    static constexpr unsigned index(Sync flag) { return static_cast<unsigned>(flag); }
    // Whether one of the flags came after an event.
    [[nodiscard]] bool taken(Sync flag, std::uint64_t sequence) const {
        return sequence <= taken_[index(flag)];
    }
    bool fail(Hazard::Kind kind, const RegisterAccess& access, std::uint32_t other, Sync flag);
    bool check_pending(const Unit& unit, const RegisterAccess& access, bool writing);
    bool check_read(const Unit& unit, const RegisterAccess& access);
    bool check_write(const Unit& unit, const RegisterAccess& access);
    void set_pending(Unit& unit, const RegisterAccess& access, Sync result);

    const Timing* timing_;
    bool merged_;
    std::uint64_t sequence_ = 1;
    std::array<std::uint64_t, 4> taken_{}; // when a flag of each set came last
    std::uint64_t last_slot_ = 0;
    std::array<ConstantWrites, 3> constants_; // by the number of the flag
    Hazard hazard_;
    std::array<Special, kNumSpecials> specials_;
    std::array<Unit, kNumRegisterUnits> units_;
    std::array<LaneMask, kNumRegisterUnits> written_{};
    bool has_written_ = false; // Any of them.
};

} // namespace jacquard::ir3
