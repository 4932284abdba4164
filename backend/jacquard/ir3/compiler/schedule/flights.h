#pragma once

#include <jacquard/ir3/compiler/schedule/block_nodes.h>
#include <jacquard/ir3/compiler/schedule/issue_clock.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/target/wave_steps.h>

#include <array>
#include <cstdint>

namespace jacquard::ir3 {

// The lookups and loads of a block, whose results readers wait for with (sy). A wait is for all
// that are in flight, so those that need nothing of each other should be in flight together: as
// long as one of them, or what one of them reads, can issue before the wait, the wait is priced by
// the time that is left of it, as far as other waves do not fill it. How many fly depends on
// registers: only so many that no fewer waves run for it.
//
// A lookup has a level, how many others it depends on one after the other; a node leads to the
// lowest level of what it is computed for. What leads to a higher level than that of what is in
// flight waits itself.
class Flights {
  public:
    Flights(const Timing& timing, const ScheduleOptions& options, BlockNodes& nodes)
        : timing_(timing), options_(options), nodes_(nodes), lookup_(timing.lookup_components) {}

    // So many components are live at a time, whatever the order is.
    void expect_live(std::uint32_t components) {
        if (components > highest_) {
            highest_ = components;
            if (flew_) {
                find_room();
            }
        }
    }

    void start(const Graph& graph, const Block& block);
    // Whether there is anything to bring together.
    [[nodiscard]] bool any() const { return any_; }

    // A node has become ready, or is taken out of what is.
    void add_ready(const NodeState& known) { ready_[known.leads] += any_ ? 1U : 0U; }
    void take_ready(const NodeState& known) { ready_[known.leads] -= any_ ? 1U : 0U; }

    // Before a choice, with the components that are live.
    void begin_choice(const IssueClock& clock, int live) {
        const bool has_room = live < room_;
        if (!has_room && crowded_end_ == 0) {
            crowded_end_ = end_;
        }
        price_ = has_room && clock.has_long_in_flight() && leads_on() ? wait_price_ : 0;
    }
    // Each slot of a wait for (sy) counts so much against issuing a node; 0: all of it counts
    // little.
    [[nodiscard]] std::int64_t wait_price() const { return price_; }
    // Returns true if the node is of no use before others have freed registers: what is computed
    // for a lookup, before there is room for what that returns.
    [[nodiscard]] bool lacks_room(const NodeState& known, int live) const {
        return known.leads != NodeState::kLeadsNowhere && known.change > 0 &&
               live + known.change + (known.is_long ? 0 : lookup_) > room_;
    }

    // An instruction issues.
    void issue(const IssueClock& clock, const NodeState& known) {
        if (known.is_long) {
            const unsigned before = clock.has_long_in_flight() ? level_ : 0U;
            level_ = known.level > before ? known.level : before;
        }
    }

    // Once something was brought together, these are the registers up to which as many waves run as
    // was aimed at last, and when registers first kept lookups from flying together.
    [[nodiscard]] std::uint32_t aimed_at() const { return flew_ ? end_ : 0; }
    [[nodiscard]] std::uint32_t aimed_at_first() const {
        return crowded_end_ != 0 ? crowded_end_ : aimed_at();
    }

  private:
    void find_room();
    void find_levels(const Block& block);
    void find_leads(const Block& block);

    // Whether something that is ready leads to what can be in flight with what is.
    [[nodiscard]] bool leads_on() const {
        for (unsigned level = 0; level <= level_; ++level) {
            if (ready_[level] != 0) {
                return true;
            }
        }
        return false;
    }

    const Timing& timing_;
    const ScheduleOptions& options_;
    BlockNodes& nodes_;
    bool any_ = false;
    bool flew_ = false;
    WaveSteps steps_;           // once anything flew
    std::uint32_t highest_ = 0; // components
    std::uint32_t end_ = 0;     // registers with which no fewer waves run
    std::uint32_t crowded_end_ = 0;
    int room_ = 0;   // components that may be live without fewer waves
    int lookup_ = 0; // components that a lookup returns beyond those it reads
    std::int64_t wait_price_ = 0;
    std::int64_t price_ = 0;
    unsigned level_ = 0;                                        // of what is in flight
    std::array<std::uint32_t, NodeState::kMostLevels> ready_{}; // nodes, by what they lead to
};

} // namespace jacquard::ir3
