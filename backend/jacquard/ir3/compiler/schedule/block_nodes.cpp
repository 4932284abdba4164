#include <jacquard/ir3/compiler/schedule/block_nodes.h>

namespace jacquard::ir3 {

void BlockNodes::start(Block& block, Liveness::Range live_in) {
    block_ = &block;
    copied_.clear();
    std::uint32_t index = 0;
    for (Node* value : live_in) {
        value->index = index++;
    }
    num_live_in_ = index;
    for (Node* node : block.nodes) {
        node->index = index++;
    }
    // A list that is full would move when copies are added.
    constexpr std::size_t kFewSources = 2;
    const std::size_t room = index + index / kNodesACopy;
    states_.reserve(room);
    states_.assign(index, {});
    followers_.reserve_lists(room);
    followers_.start(index, room * kFewSources);
}

Node* BlockNodes::copy(const Node& node) {
    Node* const copy = graph_.clone(node);
    copy->block = block_;
    copy->index = static_cast<std::uint32_t>(states_.size());
    const std::uint32_t place = place_of(node.index);
    states_.emplace_back();
    copied_.push_back(place);
    state(copy).width = state(&node).width;
    block_->nodes.push_back(copy);
    followers_.start_another();
    return copy;
}

} // namespace jacquard::ir3
