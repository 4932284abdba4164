#include <jacquard/ir3/compiler/schedule/shared_slots.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// Tells whether the node only names registers that another node has written.
bool is_view(const Node& node) {
    return node.kind == NodeKind::collect || node.kind == NodeKind::split;
}

} // namespace

SharedSlots::SharedSlots(const Graph& graph, const Liveness& liveness)
    : graph_(graph), liveness_(liveness) {
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
    for (const Block& block : graph_.blocks) {
        for (const Node* value : liveness_.live_in(block.index)) {
            for_each_shared_slot(*value, [&](std::uint32_t slot) {
                taken_.insert(taken_.end(), 2, key_of(slot, block));
            });
        }
        for (const Node* node : block.nodes) {
            if (!is_view(*node)) {
                for_each_shared_slot(
                    *node, [&](std::uint32_t slot) { taken_.push_back(key_of(slot, block)); });
            }
        }
    }
    std::sort(taken_.begin(), taken_.end());
}

unsigned SharedSlots::count(std::uint64_t key) {
    if (!knows_taken_) {
        knows_taken_ = true;
        find_taken();
    }
    const auto first = std::lower_bound(taken_.begin(), taken_.end(), key);
    if (first == taken_.end() || *first != key) {
        return 0;
    }
    return std::next(first) != taken_.end() && *std::next(first) == key ? 2 : 1;
}

} // namespace jacquard::ir3
