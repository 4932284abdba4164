#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>

#include <cstdint>
#include <optional>

namespace jacquard::ir3 {

// Passes that order the instructions of blocks, as the compiler runs them.
// The head of each source says what holds before and after its pass.

// How far an order may go to keep lookups and loads in flight together.
struct ScheduleAim {
    const MachineFacts* machine = nullptr;
    std::uint32_t waves_together = 1; // have registers together, one for each scheduler
    std::uint32_t beyond = 0;         // components more that gaps took in the order before
    bool together = true;             // false: as they come
};

// Limits on the order of a block.
struct ScheduleOptions {
    // Components that may be live before the scheduler prefers what frees registers.
    unsigned pressure_limit = 0;
    // Before it prefers what came first.
    unsigned order_limit = 0;
    unsigned num_predicates = 1;
    // The scheduler moves only instructions that must wait for an address or a predicate.
    bool keeps_order = false;
    std::optional<ScheduleAim> aim;
};

struct OrderFigures {
    // Once lookups and loads were brought together, these are the registers up to which as many
    // waves run as was aimed at in the end, and when registers first kept lookups apart.
    std::uint32_t aimed_at = 0;
    std::uint32_t aimed_at_first = 0;
    // The blocks behind the preamble, each once, take so many slots, and a wave waits for flags in
    // so many, by estimate.
    std::uint32_t issue_slots = 0;
    std::uint32_t wait_slots = 0;
};

struct Scheduled {
    Liveness liveness; // what lives at the ends of the blocks, which did not change
    OrderFigures figures;
};
Scheduled schedule(Graph& graph, const ScheduleOptions& options);

// Returns what it moved, in that order.
PoolVector<MovedNode> fill_delays(Graph& graph, const Liveness& liveness);

} // namespace jacquard::ir3
