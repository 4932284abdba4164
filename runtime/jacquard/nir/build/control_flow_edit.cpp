#include <jacquard/nir/build/control_flow_edit.h>

#include <cassert>
#include <map>
#include <utility>
#include <vector>

namespace jacquard::nir {

void move_nodes(ControlFlowNode* first, ControlFlowNode* last, ControlFlowList& to,
                ControlFlowNode* parent) {
    ControlFlowList& from = *first->list;
    (first->previous != nullptr ? first->previous->next : from.first) = last->next;
    (last->next != nullptr ? last->next->previous : from.last) = first->previous;
    first->previous = to.last;
    last->next = nullptr;
    (to.last != nullptr ? to.last->next : to.first) = first;
    to.last = last;
    for (ControlFlowNode* node = first; node != nullptr; node = node->next) {
        node->list = &to;
        node->parent = parent;
    }
}

// Says of all nodes of a list that they are in that of `position`, which is given back.
static ControlFlowList& join_list_of(const ControlFlowNode& position, const ControlFlowList& from) {
    ControlFlowList& to = *position.list;
    for (ControlFlowNode* node = from.first; node != nullptr; node = node->next) {
        node->list = &to;
        node->parent = position.parent;
    }
    return to;
}

// Puts nodes that have joined a list between two of its neighbours, of which either may be missing;
// `from` is then empty.
static void link(ControlFlowNode* before, ControlFlowList& to, ControlFlowNode* after,
                 ControlFlowList& from) {
    from.first->previous = before;
    from.last->next = after;
    (before != nullptr ? before->next : to.first) = from.first;
    (after != nullptr ? after->previous : to.last) = from.last;
    from = {};
}

void splice_after(ControlFlowNode* position, ControlFlowList& from) {
    if (from.first != nullptr) {
        link(position, join_list_of(*position, from), position->next, from);
    }
}

void splice_before(ControlFlowNode* position, ControlFlowList& from) {
    if (from.first != nullptr) {
        link(position->previous, join_list_of(*position, from), position, from);
    }
}

Block* split_before(Shader& shader, Block& block, Instruction* position) {
    Block* before = shader.make_block();
    ControlFlowList& list = *block.list;
    before->list = &list;
    before->parent = block.parent;
    before->previous = block.previous;
    before->next = &block;
    (block.previous != nullptr ? block.previous->next : list.first) = before;
    block.previous = before;
    before->take_front_of(block, position);
    return before;
}

IfNode* insert_if(Shader& shader, Block& block, SsaDef* condition) {
    IfNode* branch = shader.make_if();
    branch->condition.set(condition);
    block.list->insert_after(&block, branch);
    block.list->insert_after(branch, shader.make_block());
    return branch;
}

// The node entered after `node` when one goes through all nodes in text order; null when that was
// the last of the children of `root`.
static ControlFlowNode* following(ControlFlowNode* node, const ControlFlowNode* root) {
    ControlFlowNode* inside = nullptr;
    if (auto* branch = node->as<IfNode>()) {
        inside =
            branch->then_list.first != nullptr ? branch->then_list.first : branch->else_list.first;
    } else if (auto* loop = node->as<LoopNode>()) {
        inside = loop->body.first;
    }
    if (inside != nullptr) {
        return inside;
    }
    while (node->next == nullptr) {
        ControlFlowNode* parent = node->parent;
        if (parent == root) {
            return nullptr;
        }
        auto* branch = parent->as<IfNode>();
        if (branch != nullptr && branch->then_list.last == node &&
            branch->else_list.first != nullptr) {
            return branch->else_list.first;
        }
        node = parent;
    }
    return node->next;
}

// Detaches the sources in a node and those behind it, which stand in no list of the function.
static void detach(ControlFlowNode* first) {
    const ControlFlowNode* root = first->parent;
    for (ControlFlowNode* node = first; node != nullptr; node = following(node, root)) {
        if (auto* branch = node->as<IfNode>()) {
            branch->condition.set(nullptr);
        } else if (auto* block = node->as<Block>()) {
            block->list = nullptr;
            for (Instruction& instruction : block->instructions()) {
                instruction.for_each_source([](Source& source) { source.set(nullptr); });
            }
        }
    }
}

void discard(ControlFlowNode* node) {
    node->list->remove(node);
    detach(node);
}

void discard_from(ControlFlowNode* first) {
    ControlFlowList& list = *first->list;
    (first->previous != nullptr ? first->previous->next : list.first) = nullptr;
    list.last = first->previous;
    first->previous = nullptr;
    detach(first);
}

void replace_by_side(IfNode& branch, bool then_side) {
    ControlFlowList& taken = then_side ? branch.then_list : branch.else_list;
    ControlFlowList& dropped = then_side ? branch.else_list : branch.then_list;
    branch.condition.set(nullptr);
    if (dropped.first != nullptr) {
        discard_from(dropped.first);
    }
    ControlFlowNode* before = branch.previous;
    branch.list->remove(&branch);
    splice_after(before, taken);
}

void replace_by_body(LoopNode& loop) {
    JumpInstruction* jump = loop.body.last_block()->jump();
    jump->unlink();
    ControlFlowNode* before = loop.previous;
    loop.list->remove(&loop);
    splice_after(before, loop.body);
}

void move_phi_sources(Block& block, const Block& from, Block& to) {
    for (Instruction& instruction : block.instructions()) {
        auto* phi = instruction.as<PhiInstruction>();
        if (phi == nullptr) {
            break;
        }
        if (PhiSource* source = phi->source_from(&from)) {
            source->predecessor = &to;
        }
    }
}

namespace {

class Tidier {
  public:
    explicit Tidier(Function& function) : function_(function), shader_(*function.shader) {}

    bool run(Links links) {
        if (links == Links::stale) {
            function_.link_blocks();
        }
        tidy_lists();
        if (changed_) {
            function_.link_blocks();
        }
        tidy_phis();
        return changed_;
    }

  private:
    void tidy_lists() {
        std::vector<ControlFlowList*> pending = {&function_.body};
        while (!pending.empty()) {
            ControlFlowList& list = *pending.back();
            pending.pop_back();
            drop_unreached(list);
            join_blocks(list);
            for (ControlFlowNode* node = list.first; node != nullptr; node = node->next) {
                if (auto* branch = node->as<IfNode>()) {
                    pending.push_back(&branch->then_list);
                    pending.push_back(&branch->else_list);
                } else if (auto* loop = node->as<LoopNode>()) {
                    pending.push_back(&loop->body);
                }
            }
        }
    }

    void drop_unreached(ControlFlowList& list) {
        for (ControlFlowNode* node = list.first; node != nullptr; node = node->next) {
            auto* block = node->as<Block>();
            if (block == nullptr) {
                continue;
            }
            const bool reached = block->is_reached;
            if (!reached && block->first != nullptr) {
                clear(*block);
                changed_ = true;
            }
            if ((!reached || block->jump() != nullptr) && block->next != nullptr) {
                discard_from(block->next);
                changed_ = true;
            }
        }
    }

    static void clear(Block& block) {
        for (Instruction& instruction : block.instructions()) {
            instruction.for_each_source([](Source& source) { source.set(nullptr); });
            instruction.unlink();
        }
    }

    // The last block of a row stays, since phis name it.
    void join_blocks(ControlFlowList& list) {
        for (ControlFlowNode* node = list.last; node != nullptr; node = node->previous) {
            auto* last = node->as<Block>();
            if (last == nullptr || last->previous == nullptr ||
                last->previous->kind != ControlFlowKind::block) {
                continue;
            }
            changed_ = true;
            ControlFlowNode* first = last;
            while (first->previous != nullptr && first->previous->kind == ControlFlowKind::block) {
                first = first->previous;
            }
            for (ControlFlowNode* each = first; each != last; each = each->next) {
                resolve_phis(*static_cast<Block*>(each->next), *static_cast<Block*>(each));
            }
            while (last->previous != nullptr && last->previous->kind == ControlFlowKind::block) {
                auto* before = static_cast<Block*>(last->previous);
                last->take_front_of(*before, nullptr);
                list.remove(before);
            }
        }
    }

    // Only `before` comes to `block`, so its phis are what comes from there.
    void resolve_phis(Block& block, const Block& before) {
        for (Instruction& instruction : block.instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            const PhiSource* source = phi->source_from(&before);
            const bool itself = source != nullptr && source->ssa == &phi->value;
            phi->value.rewrite_uses(source != nullptr && !itself ? source->ssa
                                                                 : undef_like(phi->value));
            phi->remove();
        }
    }

    SsaDef* undef_like(const SsaDef& value) {
        SsaDef*& made = undefs_[{value.num_components, value.bit_size}];
        if (made == nullptr) {
            UndefInstruction* instruction =
                shader_.make_undef(value.num_components, value.bit_size);
            function_.first_block()->prepend(instruction);
            made = &instruction->value;
        }
        return made;
    }

    void tidy_phis() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi == nullptr) {
                    break;
                }
                const std::size_t kept = tidy_sources(*phi);
                if (kept < block.num_predecessors) {
                    add_undefined(*phi);
                }
            }
        }
    }

    static bool is_predecessor(const Block& from, const Block& to) {
        return from.list != nullptr && (from.successors[0] == &to || from.successors[1] == &to);
    }

    std::size_t tidy_sources(PhiInstruction& phi) {
        std::size_t kept = 0;
        PhiSource** link = &phi.first_source;
        phi.last_source = nullptr;
        while (PhiSource* source = *link) {
            const Block& from = *source->predecessor;
            if (!is_predecessor(from, *phi.block)) {
                changed_ = true;
                *link = source->next;
                source->set(nullptr);
                source->next = nullptr;
                continue;
            }
            const Instruction& maker = *source->ssa->instruction;
            const bool stays = maker.kind == InstructionKind::undef && maker.block != nullptr;
            if (!from.is_reached && !stays) {
                source->set(undef_like(phi.value));
            }
            ++kept;
            phi.last_source = source;
            link = &source->next;
        }
        return kept;
    }

    // If a list was cut short, its new last block is an unreachable predecessor of the block after
    // it.
    void add_undefined(PhiInstruction& phi) {
        supplied_for_.resize(function_.num_blocks);
        for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            supplied_for_[source->predecessor->index] = &phi;
        }
        for (Block* predecessor : phi.block->predecessors()) {
            if (supplied_for_[predecessor->index] != &phi) {
                assert(!predecessor->is_reached);
                shader_.add_phi_source(&phi, predecessor, undef_like(phi.value));
            }
        }
    }

    Function& function_;
    Shader& shader_;
    bool changed_ = false;
    std::vector<const PhiInstruction*> supplied_for_; // by block index
    std::map<std::pair<unsigned, unsigned>, SsaDef*> undefs_;
};

} // namespace

bool tidy_control_flow(Function& function, Links links) {
    return Tidier(function).run(links);
}

} // namespace jacquard::nir
