#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/ir3/timing.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

namespace jacquard::ir3 {

// Neighbouring registers or constants that an instruction reads or writes at once. Nothing has a
// value until it is given one: there are many of these.
struct RegisterEffect {
    enum class Kind : std::uint8_t {
        registers,          // General and shared ones.
        relative_registers, // One that a0.x + `number` names.
        special,            // a0.x, a1.x or a predicate.
        constants,
        relative_constants, // The constants that an address register + `number` names.
        missing,            // A number that is no register's.
    };

    Kind kind;
    bool writes;
    bool half;
    bool third_source;
    bool with_flag;     // special: the value arrives with (ss), not after slots.
    std::uint8_t later; // Slots after the first one of the instruction.
    std::uint16_t count;
    std::int16_t number; // The first.

    static constexpr RegisterEffect of(Kind kind, unsigned number, bool half = false) {
        return {kind, false, half, false, false, 0, 1, static_cast<std::int16_t>(number)};
    }

    // When a register is read or written: those of a source that is a vector are read one after
    // the other.
    [[nodiscard]] unsigned slots_later(unsigned component) const {
        return later + (kind == Kind::registers && !writes ? component : 0);
    }
};

// An instruction's effects on registers and their times: all that delay slots and flags depend on.
// Whoever watches the order of instructions, running them or not, asks here.
class Effects {
  public:
    // An instruction of three sources and a result is done four times at most, and each of those
    // may be relative to an address register, which is read as well.
    static constexpr unsigned kMaxRegisters = 32;

    TimingClass timing{};
    Sync result = Sync::none; // The flag with which written registers arrive; none: after slots.
    bool reads_late = false;  // A later write of a source has to wait.
    std::uint8_t repeat = 0;  // How often it is done again.
    std::uint8_t slots = 0;   // Issue slots that may be counted on.
    bool idle = false;        // It only passes slots and carries flags.

    // In the order in which they happen: of each repetition the reads, then the writes.
    [[nodiscard]] std::span<const RegisterEffect> registers() const {
        return {registers_.data(), num_registers_};
    }
    void add(const RegisterEffect& effect) {
        assert(num_registers_ < kMaxRegisters);
        registers_[num_registers_++] = effect;
    }
    // Leaves it without any.
    void clear() { num_registers_ = 0; }

    // The flag with which a register arrives. Those with one value for all lanes need one always.
    [[nodiscard]] Sync result_of(unsigned number) const {
        const bool shared = number >= kSharedRegisterFirst;
        return result == Sync::none && shared ? Sync::ss : result;
    }

  private:
    std::uint8_t num_registers_ = 0;
    std::array<RegisterEffect, kMaxRegisters> registers_;
};

// Whether the instruction writes a predicate of the whole wave (`up0.x`), whose number is that of
// an address register in what computes.
[[nodiscard]] bool writes_wave_predicate(const Instruction& instruction, Revision revision);

// Whether a result that arrives with a flag needs none for this reader or writer: some units work
// in order, and hand values of one width on.
[[nodiscard]] constexpr bool arrives_in_order(const Timing& timing, TimingClass producer,
                                              TimingClass consumer, bool same_width) {
    return producer == consumer && timing.of(consumer).in_order && same_width;
}

// Whether a late reader has surely read before the writer writes.
[[nodiscard]] constexpr bool writes_in_order(const Timing& timing, TimingClass reader,
                                             TimingClass writer) {
    return reader == writer && timing.of(writer).in_order;
}

// Returns the effects of an instruction on a revision, of which `machine` are the facts, or those
// of a part.
[[nodiscard]] Effects effects_of(const Instruction& instruction, Revision revision,
                                 const MachineFacts& machine);

} // namespace jacquard::ir3
