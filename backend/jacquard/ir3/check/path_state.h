#pragma once

#include <jacquard/generated/ir3/timing.h>
#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/instruction/operand.h>
#include <jacquard/ir3/isa/instruction/register_units.h>

#include <array>
#include <bitset>
#include <cstdint>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// Something that has happened and still matters until a flag comes.
struct OpenEvent {
    std::uint32_t sequence = 0; // 0: none
    std::uint32_t instruction = 0;
    TimingClass timing{};
    bool half = false;
    bool mixed = false; // several that differ, so that no order among units helps
};

// The latest write of one width, when its value arrives after slots.
struct SlotWrite {
    std::uint32_t slot = 0; // 0: none
    std::uint32_t instruction = 0;
    std::uint32_t classes = 0; // a bit for each timing class it may have been

    [[nodiscard]] unsigned slots_needed(const Timing& timing, TimingClass reader, bool third_source,
                                        bool same_width) const;
};

// The operations in flight that affect half a register.
struct UnitState {
    std::array<SlotWrite, 2> writes; // of full and of half registers
    OpenEvent short_result;          // waits for (ss)
    OpenEvent long_result;           // waits for (sy)
    OpenEvent short_read;            // is read until (ss)
    OpenEvent any_read;              // is read until (ss) or (sy)
    OpenEvent long_read;             // is read until (sy)
};

// a0.x, a1.x and the predicates, written by slots or, for the early preamble, with a flag.
struct SpecialState {
    SlotWrite write;
    OpenEvent result;
};

inline constexpr unsigned kNumSpecials = kNoRegister - kAddressRegister;

// Writes into the constant file that have not arrived, from `first` on up to `end`.
struct ConstantWrites {
    OpenEvent event;
    int first = 0;
    int end = 0;
};

// This state belongs to the whole wave, whichever lanes execute.
struct WaveState {
    std::array<SpecialState, kNumSpecials> specials;
    // The first of them arrive with (ss), the others with (sy).
    std::array<ConstantWrites, 2> constants;
    Sync required = Sync::none; // flags that the next instruction must carry
    std::uint32_t required_by = 0;
};

// Units and, behind them, special registers that hold something.
using WrittenSet = std::bitset<kNumRegisterUnits + kNumSpecials>;

// The state known at the beginning of a block; sequences and slots count from there.
struct PathEntry {
    bool visited = false;
    std::vector<std::pair<std::uint16_t, UnitState>> units; // the units with operations in flight
    WrittenSet written;                                     // on every path
    WaveState wave;
};

// One read or write of a register component.
struct PathAccess {
    std::uint32_t instruction = 0;
    TimingClass timing{};
    std::uint16_t number = 0;
    bool half = false;
    bool third_source = false;
    bool maybe = false; // one of several registers, of which this may be the one
    std::uint32_t slot = 0;
};

// A result that is pending, and what else is wrong with an access.
struct Hazards {
    Hazard pending;
    Hazard other;
};

// The operations that may be in flight at one position of a program, over all paths that lead
// there. An operation is in flight if it is on any path; a register is written only if it is on
// every path.
class PathState {
  public:
    PathState(const Timing& timing, bool merged_registers)
        : timing_(timing), merged_(merged_registers) {
        place_.fill(kNowhere);
    }

    void enter(const PathEntry& entry);
    // Ends a block; leave_to may follow.
    void finish();
    // Adds what is outstanding to what may be at the beginning of another block; true when that is
    // more than before. Without `lanes_go_on` only the wave does: what is outstanding in registers
    // of the lanes is theirs.
    [[nodiscard]] bool leave_to(PathEntry& entry, bool lanes_go_on) const;

    // Begins an instruction.
    void take_flags(bool sync_short, bool sync_long);
    void pass_slots(unsigned slots) { slot_ += slots; }
    [[nodiscard]] std::uint32_t slot() const { return slot_; }
    [[nodiscard]] WaveState& wave() { return wave_; }

    // Each gives the hazards, of kind `none` where there is none.
    [[nodiscard]] Hazards read(const PathAccess& access) const;
    // The register may still be read when later instructions issue.
    void read_late(const PathAccess& access);
    [[nodiscard]] Hazards write(const PathAccess& access, Sync result);
    [[nodiscard]] Hazard read_special(const PathAccess& access) const;
    void write_special(const PathAccess& access, bool with_flag);
    [[nodiscard]] Hazard read_constants(int first, int end) const;
    void write_constants(int first, int end, std::uint32_t instruction, Sync result);

    [[nodiscard]] bool is_written(std::uint16_t number, bool half) const;
    void mark_written(std::uint16_t number, bool half);
    // Nobody knows which registers were written.
    void mark_all_written() { written_.set(); }

  private:
    [[nodiscard]] UnitRange units(unsigned number, bool half) const {
        return register_units(number, half, merged_);
    }
    [[nodiscard]] bool is_open(const OpenEvent& event, Sync flags) const;
    [[nodiscard]] OpenEvent event_of(const PathAccess& access, const OpenEvent& before,
                                     Sync flags) const;
    [[nodiscard]] OpenEvent moved(const OpenEvent& event, Sync flags) const;
    [[nodiscard]] SlotWrite moved(const SlotWrite& write) const;
    [[nodiscard]] UnitState moved(const UnitState& unit) const;
    [[nodiscard]] bool join_units(PathEntry& entry, bool lanes_go_on) const;
    void check_pending(const UnitState& unit, const PathAccess& access, bool writing,
                       Hazard& hazard) const;
    // Returns the state of a unit, or null if nothing is known of it.
    [[nodiscard]] const UnitState* find(unsigned unit) const {
        return place_[unit] == kNowhere ? nullptr : &units_[place_[unit]].second;
    }
    UnitState& touch(unsigned unit);

    static constexpr std::uint16_t kNowhere = 0xffff;

    const Timing& timing_;
    bool merged_;
    std::uint32_t slot_ = 0;
    std::uint32_t sequence_ = 0;
    std::uint32_t taken_short_ = 0; // the sequence before which everything has arrived
    std::uint32_t taken_long_ = 0;
    WaveState wave_;
    std::array<std::uint16_t, kNumRegisterUnits> place_{};   // in units_, by unit
    std::vector<std::pair<std::uint16_t, UnitState>> units_; // in no order
    WrittenSet written_;
    // After finish(): as the next block sees it.
    std::vector<std::pair<std::uint16_t, UnitState>> exit_units_;
    WaveState exit_wave_;
};

} // namespace jacquard::ir3
