#include <jacquard/ir3/compiler/graph/group_values.h>

namespace jacquard::ir3 {

namespace {

// Vectors stand at many slots, by what they are made of or taken apart into.
bool stands_at_one_slot(const Node& node) {
    return node.group != kNoGroup && node.length == 1;
}

} // namespace

GroupValues::GroupValues(const Graph& graph) {
    for (const Block& block : graph.blocks) {
        for (const Node* node : block.nodes) {
            if (stands_at_one_slot(*node)) {
                values_[{node->group, node->group_slot}] = node;
            }
        }
    }
}

const Node* GroupValues::neighbour(const Node& node, int step) const {
    if (!stands_at_one_slot(node)) {
        return nullptr;
    }
    const auto found = values_.find({node.group, node.group_slot + step});
    return found != values_.end() ? found->second : nullptr;
}

} // namespace jacquard::ir3
