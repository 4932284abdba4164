#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/schedule/flights.h>
#include <jacquard/ir3/cost/program_needs.h>

#include <algorithm>

namespace jacquard::ir3 {

// The room, and the price of waits, where so many components are live as have been.
void Flights::find_room() {
    const ScheduleAim& aim = *options_.aim;
    const std::uint32_t gaps = timing_.gap_components;
    const std::uint32_t registers = (highest_ + gaps + kComponents - 1) / kComponents;
    end_ = steps_.end(registers);
    room_ = static_cast<int>(end_ * kComponents) - static_cast<int>(gaps + aim.beyond);
    // While one waits, the others of its scheduler issue.
    const std::int64_t turns =
        std::max<std::int64_t>(steps_.waves(registers) / aim.waves_together, 1);
    wait_price_ = kStallPenalty / turns;
}

void Flights::start(const Graph& graph, const Block& block) {
    any_ = false;
    if (!options_.aim || !options_.aim->together || options_.keeps_order) {
        return;
    }
    std::size_t count = 0;
    for (const Node* node : block.nodes) {
        if (node->kind == NodeKind::machine && node->dst.is_ssa() &&
            contains(timing_.sync_needed(timing_class(*node)), Sync::sy)) {
            nodes_.state(node).is_long = true;
            ++count;
        }
    }
    any_ = count > 1;
    if (any_) {
        if (!flew_) {
            flew_ = true;
            steps_ = WaveSteps(graph.stage, *options_.aim->machine);
            find_room();
        }
        level_ = 0;
        ready_ = {};
        find_levels(block);
        find_leads(block);
    }
}

void Flights::find_levels(const Block& block) {
    for (const Node* node : block.nodes) {
        if (node->kind == NodeKind::phi) {
            continue;
        }
        unsigned level = 0;
        for_each_ssa_source(*node, [&](const Node* source) {
            if (nodes_.is_here(source)) {
                const NodeState& known = nodes_.state(source);
                level = std::max(level, known.level + (known.is_long ? 1U : 0U));
            }
        });
        nodes_.state(node).level = level < NodeState::kLeadsNowhere ? level & NodeState::kLevelMask
                                                                    : NodeState::kLeadsNowhere - 1;
    }
}

void Flights::find_leads(const Block& block) {
    for (auto at = block.nodes.rbegin(); at != block.nodes.rend(); ++at) {
        const Node& node = **at;
        if (node.kind == NodeKind::phi) {
            continue;
        }
        NodeState& known = nodes_.state(&node);
        if (known.is_long) {
            known.leads = known.level;
        }
        for_each_ssa_source(node, [&](const Node* source) {
            if (nodes_.is_here(source) && nodes_.state(source).leads > known.leads) {
                nodes_.state(source).leads = known.leads;
            }
        });
    }
}

} // namespace jacquard::ir3
