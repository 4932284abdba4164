#include <jacquard/nir/analysis/loop_nesting.h>

namespace jacquard::nir {

LoopNesting::LoopNesting(Function& function, const DominatorTree& tree)
    : depth_(function.num_blocks + std::size_t{1}, 0),
      shallower_(function.num_blocks + std::size_t{1}, nullptr) {
    std::vector<const LoopNode*> loops;
    for (const Block& block : function.blocks()) {
        while (!loops.empty() && loops.back()->body.last_block()->index < block.index) {
            loops.pop_back();
        }
        if (block.previous == nullptr && block.parent->kind == ControlFlowKind::loop) {
            loops.push_back(block.parent->as<LoopNode>());
        }
        depth_[block.index] = static_cast<std::uint32_t>(loops.size());
    }
    for (const Block* block : tree.preorder()) {
        Block* above = block->immediate_dominator;
        while (above != nullptr && depth(*above) >= depth(*block)) {
            above = shallower_[above->index];
        }
        shallower_[block->index] = above;
    }
}

Block* LoopNesting::shallowest_between(Block& low, const Block& high) const {
    Block* best = &low;
    while (best != &high) {
        Block* above = shallower_[best->index];
        if (above == nullptr || !high.dominates(above)) {
            break;
        }
        best = above;
    }
    return best;
}

Block* LoopNesting::reading_block(const Source& use) {
    if (const IfNode* branch = use.if_node()) {
        return branch->block_before();
    }
    Instruction* user = use.instruction();
    return user->kind == InstructionKind::phi ? static_cast<const PhiSource&>(use).predecessor
                                              : user->block;
}

} // namespace jacquard::nir
