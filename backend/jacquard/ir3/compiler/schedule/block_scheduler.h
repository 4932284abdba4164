#pragma once

#include <jacquard/ir3/compiler/schedule/flights.h>
#include <jacquard/ir3/compiler/schedule/held_registers.h>
#include <jacquard/ir3/compiler/schedule/issue_clock.h>
#include <jacquard/ir3/compiler/schedule/live_pressure.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::ir3 {

// Orders the instructions of blocks, one after the other; see schedule.cpp. What it knows of nodes,
// which are ready, when they issue, which registers they hold and how many are live are classes of
// their own.
class BlockScheduler {
  public:
    BlockScheduler(Graph& graph, const Liveness& liveness, const ScheduleOptions& options)
        : graph_(graph), liveness_(liveness), options_(options) {
        expect_live_in();
    }

    void run(Block& block);

    // Tells the figures of the blocks so far.
    [[nodiscard]] OrderFigures figures() const {
        return {flights_.aimed_at(), flights_.aimed_at_first(), issue_slots_, wait_slots_};
    }

  private:
    void expect_live_in();

    // schedule_links.cpp: what waits for what.
    void start(Block& block);
    void prepare(Block& block);
    void describe(const Node& node);
    void link(Node* node);
    void become_ready(Node* node);
    void respect(const Node& producer, const Node& node, std::size_t index, NodeState& waiting);

    // schedule_addresses.cpp: when everything waits for an address or a predicate.
    void release_address();
    std::uint32_t first_reader(const Node& node);
    bool comes_before(const Node& a, const Node& b);
    Node* latest_predicate();
    bool redirect(Node& reader, const Node* held, Node* copy);

    void issue_ready();
    ReadyNodes::Choice choose();
    [[nodiscard]] std::int64_t penalty_of(const NodeState& known) const;
    void compare_candidates(ReadyNodes::List& list, ReadyNodes::Choice& best);
    // `change` is that of the components that are live.
    void issue(Node* node, int change);
    void count_live(Node* node, int change);
    void finish(const Node* value);

    Graph& graph_;
    const Liveness& liveness_;
    const ScheduleOptions& options_;
    BlockNodes nodes_{graph_};
    ReadyNodes ready_{nodes_, options_, graph_.pool()};
    IssueClock clock_{timing_of(graph_.revision)};
    Flights flights_{timing_of(graph_.revision), options_, nodes_};
    std::uint32_t issue_slots_ = 0;
    std::uint32_t wait_slots_ = 0;
    HeldRegisters held_;
    LivePressure pressure_{nodes_, ready_, graph_.pool()};
    Node* terminator_ = nullptr;                              // comes last whatever it waits for
    PoolVector<const Node*> constant_writers_{graph_.pool()}; // in front of the node at hand
    NodeVector roots_{graph_.pool()};                         // what waits for nothing
    NodeVector order_{graph_.pool()};
};

} // namespace jacquard::ir3
