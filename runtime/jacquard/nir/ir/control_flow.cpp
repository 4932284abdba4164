#include <jacquard/nir/ir/control_flow.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::nir {

void ControlFlowList::append(ControlFlowNode* node, ControlFlowNode* parent) {
    node->parent = parent;
    node->list = this;
    node->previous = last;
    node->next = nullptr;
    (last != nullptr ? last->next : first) = node;
    last = node;
}

void ControlFlowList::insert_after(ControlFlowNode* position, ControlFlowNode* node) {
    node->parent = position->parent;
    node->list = this;
    node->previous = position;
    node->next = position->next;
    (node->next != nullptr ? node->next->previous : last) = node;
    position->next = node;
}

void ControlFlowList::remove(ControlFlowNode* node) {
    (node->previous != nullptr ? node->previous->next : first) = node->next;
    (node->next != nullptr ? node->next->previous : last) = node->previous;
    node->parent = nullptr;
    node->list = nullptr;
    node->previous = nullptr;
    node->next = nullptr;
}

bool Block::has_predecessor(const Block* block) const {
    for (const Block* predecessor : predecessors()) {
        if (predecessor == block) {
            return true;
        }
    }
    return false;
}

Instruction* Block::first_after_phis() const {
    Instruction* at = first;
    while (at != nullptr && at->kind == InstructionKind::phi) {
        at = at->next;
    }
    return at;
}

void Block::insert_after(Instruction* position, Instruction* instruction) {
    insert_before(position->next, instruction);
}

void Block::take_front_of(Block& from, Instruction* end) {
    Instruction* const taken = from.first;
    Instruction* const last_taken = end != nullptr ? end->previous : from.last;
    if (last_taken == nullptr) {
        return;
    }
    for (Instruction* each = taken; each != end; each = each->next) {
        each->block = this;
    }
    from.first = end;
    (end != nullptr ? end->previous : from.last) = nullptr;
    last_taken->next = first;
    (first != nullptr ? first->previous : last) = last_taken;
    first = taken;
}

static Block* first_block_of(ControlFlowNode* node) {
    for (;;) {
        switch (node->kind) {
        case ControlFlowKind::block: return static_cast<Block*>(node);
        case ControlFlowKind::if_node: node = static_cast<IfNode*>(node)->then_list.first; break;
        case ControlFlowKind::loop: node = static_cast<LoopNode*>(node)->body.first; break;
        case ControlFlowKind::function: node = static_cast<Function*>(node)->body.first; break;
        }
    }
}

Block* next_block_outside(const Block* block) {
    const ControlFlowNode* node = block;
    for (;;) {
        const ControlFlowNode* parent = node->parent;
        if (parent->kind == ControlFlowKind::function) {
            return nullptr;
        }
        if (const auto* branch = parent->as<IfNode>(); branch != nullptr) {
            if (node->list == &branch->then_list) {
                return branch->else_list.first_block();
            }
        }
        if (parent->next != nullptr) {
            return first_block_of(parent->next);
        }
        node = parent;
    }
}

Function* function_of(const ControlFlowNode* node) {
    while (node->parent != nullptr) {
        node = node->parent;
    }
    return const_cast<Function*>(node->as<Function>());
}

LoopNode* loop_around(const ControlFlowNode* node) {
    for (ControlFlowNode* at = node->parent; at != nullptr; at = at->parent) {
        if (auto* loop = at->as<LoopNode>()) {
            return loop;
        }
    }
    return nullptr;
}

// Returns the successors of a block that does not end in a jump.
static std::array<Block*, 2> fall_through(const Block& block, Function& function) {
    if (ControlFlowNode* next = block.next) {
        if (auto* branch = next->as<IfNode>()) {
            return {branch->then_list.first_block(), branch->else_list.first_block()};
        }
        return {first_block_of(next), nullptr};
    }
    if (const auto* branch = block.parent->as<IfNode>()) {
        return {branch->block_after(), nullptr};
    }
    if (const auto* loop = block.parent->as<LoopNode>()) {
        return {loop->header(), nullptr};
    }
    return {function.end_block, nullptr};
}

static std::array<Block*, 2> successors_of(const Block& block, Function& function) {
    const JumpInstruction* jump = block.jump();
    if (jump == nullptr) {
        return fall_through(block, function);
    }
    const LoopNode* loop = nullptr;
    switch (jump->jump) {
    case JumpKind::break_loop:
        loop = loop_around(&block);
        return {loop != nullptr ? loop->block_after() : nullptr, nullptr};
    case JumpKind::continue_loop:
        loop = loop_around(&block);
        return {loop != nullptr ? loop->header() : nullptr, nullptr};
    case JumpKind::return_function:
    case JumpKind::halt: break;
    }
    return {function.end_block, nullptr};
}

// Gives the blocks that have too many predecessors for their own room, and the end, lists of them.
static void list_predecessors(Function& function) {
    const auto has_many = [](const Block& block) {
        return block.num_predecessors > block.few_predecessors.size();
    };
    const auto make_list = [&](Block& block) {
        if (has_many(block)) {
            block.predecessor_list =
                function.shader->arena.make_array<Block*>(block.num_predecessors).data();
            block.num_predecessors = 0;
        }
    };
    for (Block& block : function.blocks()) {
        make_list(block);
    }
    make_list(*function.end_block);
    for (Block& block : function.blocks()) {
        for (Block* successor : block.successors) {
            if (successor != nullptr &&
                successor->predecessor_list != successor->few_predecessors.data()) {
                successor->predecessor_list[successor->num_predecessors++] = &block;
            }
        }
    }
}

static void forget_predecessors(Block& block, std::uint32_t index) {
    block.index = index;
    block.num_predecessors = 0;
    block.predecessor_list = block.few_predecessors.data();
    block.is_reached = false;
}

void Function::link_blocks() {
    num_blocks = 0;
    for (Block& block : blocks()) {
        forget_predecessors(block, num_blocks++);
        block.successors = successors_of(block, *this);
    }
    forget_predecessors(*end_block, num_blocks);
    // Loops are entered at their headers: what is reached is so from a block in front of it.
    first_block()->is_reached = true;
    bool are_many = false;
    for (Block& block : blocks()) {
        for (Block* successor : block.successors) {
            if (successor == nullptr) {
                continue;
            }
            const std::uint32_t place = successor->num_predecessors++;
            if (place < successor->few_predecessors.size()) {
                successor->few_predecessors[place] = &block;
            } else {
                are_many = true;
            }
            successor->is_reached |= block.is_reached;
        }
    }
    if (are_many) {
        list_predecessors(*this);
    }
}

std::uint32_t Function::number_instructions() {
    std::uint32_t count = 0;
    for (Block& block : blocks()) {
        for (Instruction& instruction : block.instructions()) {
            instruction.index = count++;
        }
    }
    return count;
}

} // namespace jacquard::nir
