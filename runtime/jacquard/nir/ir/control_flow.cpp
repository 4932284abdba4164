#include <jacquard/nir/ir/control_flow.h>

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

void Instruction::unlink() {
    if (block == nullptr) {
        return;
    }
    (previous != nullptr ? previous->next : block->first) = next;
    (next != nullptr ? next->previous : block->last) = previous;
    block = nullptr;
    previous = nullptr;
    next = nullptr;
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
