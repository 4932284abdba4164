#include <jacquard/ir3/compiler/liveness.h>
#include <jacquard/ir3/compiler/shared_slots.h>

namespace jacquard::ir3 {

namespace {

// What stands in registers that something else has written.
bool is_view(const Node& node) {
    return node.kind == NodeKind::collect || node.kind == NodeKind::split;
}

} // namespace

SharedSlots::SharedSlots(Graph& graph) : graph_(graph) {
    std::uint32_t num_slots = 0;
    first_slots_.reserve(graph.groups.size());
    for (const RegisterGroup& group : graph.groups) {
        first_slots_.push_back(num_slots);
        num_slots += group.length;
    }
    // Vectors may reach beyond their group by components that are not written.
    num_writers_.assign(num_slots + kMaxVectorLength, 0);
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            if (node->dst.is_ssa() && node->group != kNoGroup && !is_view(*node)) {
                for (std::uint32_t i = 0; i < node->length; ++i) {
                    ++num_writers_[slot_of(*node) + i];
                }
            }
        }
    }
}

// Calls visit(slot) for those of the value that several values are written to.
template <typename Visit>
void SharedSlots::for_each_shared_slot(const Node& value, Visit&& visit) const {
    if (!value.dst.is_ssa() || value.group == kNoGroup) {
        return;
    }
    for (std::uint32_t i = 0; i < value.length; ++i) {
        if (num_writers_[slot_of(value) + i] > 1) {
            visit(slot_of(value) + i);
        }
    }
}

void SharedSlots::find_taken() {
    knows_taken_ = true;
    const Liveness liveness = compute_liveness(graph_);
    for (const Block& block : graph_.blocks) {
        for (const Node* value : liveness.live_in[block.index]) {
            for_each_shared_slot(*value, [&](std::uint32_t slot) {
                taken_.insert(key_of(slot, block));
                crowded_.insert(key_of(slot, block));
            });
        }
        for (const Node* node : block.nodes) {
            if (node->block == &block && !is_view(*node)) {
                for_each_shared_slot(*node, [&](std::uint32_t slot) {
                    if (!taken_.insert(key_of(slot, block)).second) {
                        crowded_.insert(key_of(slot, block));
                    }
                });
            }
        }
    }
}

bool SharedSlots::is_alone_in(const Node& value, const Block& block) {
    if (!knows_taken_) {
        find_taken();
    }
    return crowded_.count(key_of(slot_of(value), block)) == 0;
}

bool SharedSlots::is_taken(const Node& value, const Block& block) {
    if (!knows_taken_) {
        find_taken();
    }
    return taken_.count(key_of(slot_of(value), block)) != 0;
}

} // namespace jacquard::ir3
