#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/finish/pending.h>
#include <jacquard/ir3/compiler/finish/register_ranges.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// The results and reads that may be in flight at the beginning of a block.
struct OutstandingAtEntry {
    PendingList registers;
    WrittenConstants constants;
    Sync after = Sync::none;
    Sync varyings = Sync::none; // what reads of them are waited for with
};

// A scoreboard of one block. While one goes through the block, it knows what the hardware may not
// have done yet of the instructions so far: results that readers must wait for, and sources that
// may not be overwritten.
class Outstanding {
  public:
    Outstanding(const Graph& graph, const MachineFacts& machine);

    // The issue slot of the next instruction.
    [[nodiscard]] std::uint32_t slot() const { return slot_; }
    // These slots pass without another instruction.
    void pass(std::uint32_t slots) { slot_ += slots; }

    void enter(const OutstandingAtEntry& entry);
    // Forgets what nobody needs to wait for any more.
    void leave() { pending_.forget_out_of_reach(slot_); }
    // Adds what is outstanding to that of a block; true when that is more.
    bool join_to(OutstandingAtEntry& entry) const;
    // The same of shared registers alone.
    bool join_shared_to(OutstandingAtEntry& entry) const;
    [[nodiscard]] bool has_shared() const { return pending_.has_any(first_shared()); }

    // An instruction may have to wait for flags, or until a slot.
    struct Needs {
        Sync sync = Sync::none;
        std::uint32_t slot = 0; // the earliest in which it may issue
    };
    [[nodiscard]] Needs needs_of(const Node& node) const;

    // Somebody has waited for everything that these flags wait for.
    void take(Sync sync);
    // An instruction issues.
    void issue(const Node& node);
    // The result of a lookup that was done before the program.
    void expect(const Node& prefetch);

  private:
    // The slot at which a block begins, as if everything before the program had long arrived.
    static constexpr std::uint32_t kFirstSlot = 64;

    [[nodiscard]] std::size_t first_shared() const {
        return ranges_.registers(kSharedRegisterFirst, 0, false).first;
    }
    [[nodiscard]] Needs and_registers(Needs needs, const Node& node, const Register& source) const;
    [[nodiscard]] bool is_scalar(const Node& node) const;
    void keep_sources(const Node& node, Sync guard);
    void expect_results(const Node& node, std::uint32_t written);

    const MachineFacts& machine_;
    const Timing& timing_;
    const RegisterRanges ranges_;
    PendingRegisters pending_;
    std::array<std::uint32_t, 4> predicate_written_{};
    std::uint32_t address_written_ = 0;
    std::uint32_t slot_ = kFirstSlot;
    Sync after_ = Sync::none;
    Sync varyings_ = Sync::none; // what to wait for before their storage is given back
    WrittenConstants constants_;
};

} // namespace jacquard::ir3
