#pragma once

#include <jacquard/ir3/compiler/graph/delay.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/block_nodes.h>
#include <jacquard/ir3/compiler/schedule/penalties.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// The slots in which instructions issue, and when the results arrive that flags wait for.
class IssueClock {
  public:
    explicit IssueClock(const Timing& timing) : timing_(timing) {}

    void start() {
        slot_ = 0;
        short_taken_ = 0;
        long_taken_ = 0;
        short_arrives_ = 0;
        long_arrives_ = 0;
        long_in_flight_ = false;
        waited_ = 0;
    }

    // Returns the penalty for issuing a ready node now, which its rank does not contain.
    // Each slot that is left of a wait for (sy) counts `long_wait_price`, or all of them a little.
    [[nodiscard]] std::int64_t penalty_of(const NodeState& known,
                                          std::int64_t long_wait_price) const {
        const auto stall =
            static_cast<std::int64_t>(known.earliest > slot_ ? known.earliest - slot_ : 0);
        // A flag waits for everything before it, what nobody wants yet included.
        const bool waits_short = short_arrives_ > slot_ && known.last_short > short_taken_;
        const bool waits_long = long_arrives_ > slot_ && known.last_long > long_taken_;
        const std::int64_t penalty = waits_long    ? long_wait_penalty(long_wait_price)
                                     : waits_short ? kShortWaitPenalty
                                                   : 0;
        return penalty + stall * kStallPenalty;
    }

    [[nodiscard]] std::uint32_t slot() const { return slot_; }
    // How long readers waited for flags, by estimate.
    [[nodiscard]] std::uint32_t waited() const { return waited_; }
    // Whether results are on their way that nobody has waited for.
    [[nodiscard]] bool has_long_in_flight() const {
        return long_in_flight_ && long_arrives_ > slot_;
    }

    // A machine instruction issues now.
    void issue(const Node& node, NodeState& known) {
        slot_ = std::max(slot_, known.earliest);
        known.issued = slot_;
        slot_ += slots_of(timing_, node);
        expect_result(node, known);
    }
    // A node that has its place in the order waited for what it reads.
    void wait_for_sources(const NodeState& known) {
        if (known.last_short > short_taken_) {
            waited_ += short_arrives_ - std::min(slot_, short_arrives_);
            short_taken_ = known.sequence;
        }
        if (known.last_long > long_taken_) {
            waited_ += long_arrives_ - std::min(slot_, long_arrives_);
            long_taken_ = known.sequence;
            long_in_flight_ = contains(known.result, Sync::sy);
        }
    }
    // Makes a node wait for a machine instruction of the block that makes its source `index`.
    void respect(const Node& producer, const NodeState& known, const Node& node, std::size_t index,
                 NodeState& waiting) const {
        const unsigned slots = delay_between(timing_, producer, node, index).hard;
        if (slots != 0) {
            waiting.earliest = std::max(waiting.earliest, known.issued + 1 + slots);
        }
        if (contains(known.result, Sync::ss)) {
            waiting.last_short = std::max(waiting.last_short, known.sequence);
        }
        if (contains(known.result, Sync::sy)) {
            waiting.last_long = std::max(waiting.last_long, known.sequence);
        }
    }

  private:
    [[nodiscard]] std::int64_t long_wait_penalty(std::int64_t price) const {
        return std::max(kLongWaitPenalty, (long_arrives_ - slot_) * price);
    }

    // Keeps when all results will have arrived that a flag waits for.
    void expect_result(const Node& node, NodeState& known) {
        known.result = timing_.sync_needed(timing_class(node));
        if (known.result == Sync::none) {
            return;
        }
        long_in_flight_ = long_in_flight_ || contains(known.result, Sync::sy);
        std::uint32_t& arrives = contains(known.result, Sync::sy) ? long_arrives_ : short_arrives_;
        arrives = std::max(arrives, slot_ + timing_.soft_latency(timing_class(node), known.width));
    }

    const Timing& timing_;
    std::uint32_t slot_ = 0;
    std::uint32_t short_taken_ = 0; // everything up to here was waited for with (ss)
    std::uint32_t long_taken_ = 0;  // and with (sy)
    // Slots in which the last results of both kinds arrive, by estimate.
    std::uint32_t short_arrives_ = 0;
    std::uint32_t long_arrives_ = 0;
    bool long_in_flight_ = false;
    std::uint32_t waited_ = 0;
};

} // namespace jacquard::ir3
