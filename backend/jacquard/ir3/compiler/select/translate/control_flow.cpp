// Blocks, branches and phis of the translation to the machine graph.
//
// Blocks keep their order, in which a loop stands in one piece and the sides of an if follow each
// other; those between which nothing happens are one. No edge leads from a block with two
// successors to one with two predecessors.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/contract/among_lanes.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate/control_flow.h>
#include <jacquard/ir3/compiler/select/translate/killed_lanes.h>
#include <jacquard/nir/analysis/loop_analysis.h>

namespace jacquard::ir3 {

void ControlFlow::begin(const nir::Function& function) {
    lanes_answer_ = has_operations_among_lanes(function);
    ranges_.assign(function.num_blocks, {});
    end_of_unbounded_loops_ = end_of_unbounded_loops(function);
}

void ControlFlow::begin_block(const nir::Block& block) {
    if (!goes_on(block)) {
        set_block(graph_.add_block());
        ranges_[block.index].first = &this->block();
    }
}

void ControlFlow::end_block(const nir::Block& block) {
    ranges_[block.index].last = &this->block();
}

void ControlFlow::branch_around() {
    for (const Exit& skip : skips_) {
        set_block(*skip.block);
        branch_on(skip.predicate);
    }
    set_block(graph_.blocks.back());
    if (!exits_.empty()) {
        Block& end = graph_.add_block();
        Graph::connect(block(), 0, end);
        for (const Exit& exit : exits_) {
            set_block(*exit.block);
            branch_on(exit.predicate);
            exit.block->successors[0] = &end;
        }
        set_block(end);
    }
}

void ControlFlow::connect(const nir::Function& function) {
    connect_blocks(function);
    note_loops(function);
    positions_.assign(graph_.blocks.size(), 0);
    for (const nir::Block& block : function.blocks()) {
        fill_phis(block);
    }
}

// Whether the block only continues the one before it: the edge between them is the only one out of
// that block and into this one.
bool ControlFlow::goes_on(const nir::Block& block) {
    if (block.num_predecessors != 1) {
        return false;
    }
    const nir::Block& from = *block.predecessors()[0];
    return from.index + 1 == block.index && from.successors[1] == nullptr;
}

void ControlFlow::translate_jump(const nir::JumpInstruction& jump) {
    const bool at_end = jump.block == shader_.entry->body.last;
    if (jump.jump == nir::JumpKind::halt ||
        (jump.jump == nir::JumpKind::return_function && !at_end)) {
        refuse("leaving a shader early is");
    }
}

void ControlFlow::connect_blocks(const nir::Function& function) {
    for (const nir::Block& block : function.blocks()) {
        Block& from = *ranges_[block.index].last;
        for (std::size_t i = 0; i < block.successors.size(); ++i) {
            const nir::Block* to = block.successors[i];
            if (to != nullptr && to != function.end_block && !goes_on(*to)) {
                Graph::connect(from, i, *ranges_[to->index].first);
            }
        }
        if (block.successors[1] != nullptr) {
            set_block(from);
            const auto& branch = *block.next->as<nir::IfNode>();
            branch_on(predicate_of(component(*branch.condition.ssa, 0)));
        }
    }
}

// Notes how often loops go round, where that follows from the shader alone.
void ControlFlow::note_loops(const nir::Function& function) {
    const nir::LoopLimits limits{.iterations = 1U << 14, .instructions = 32};
    for (const nir::Block& block : function.blocks()) {
        auto* loop = block.parent != nullptr ? block.parent->as<nir::LoopNode>() : nullptr;
        if (loop == nullptr || loop->header() != &block || block.num_predecessors < 2) {
            continue;
        }
        const nir::LoopInfo info = nir::analyse_loop(*loop, limits);
        if (info.limiting_terminator >= 0) {
            ranges_[block.index].first->loop = {0, info.trip_count, info.trip_count_is_exact};
        }
    }
}

// The sources are values of blocks that may come later: they are filled in when all are known.
void ControlFlow::translate_phi(const nir::PhiInstruction& phi) {
    if (phi.value.bit_size == 64) {
        refuse("64-bit types are");
        return;
    }
    for (unsigned i = 0; i < phi.value.num_components; ++i) {
        if (goes_on(*phi.block)) {
            selection_.set_node(phi.value, i, component(*phi.first_source->ssa, i));
            continue;
        }
        Node* node = graph_.make(NodeKind::phi, phi.block->num_predecessors);
        node->dst.kind = RegisterKind::ssa;
        node->dst.half = Selection::is_half_size(phi.value.bit_size);
        node->is_truth = phi.value.bit_size == 1;
        selection_.set_node(phi.value, i, selection_.append(node));
    }
}

void ControlFlow::fill_phis(const nir::Block& block) {
    if (goes_on(block)) {
        return;
    }
    const Block& to = *ranges_[block.index].first;
    std::size_t position = 0;
    for (const Block* from : to.predecessors) {
        positions_[from->index] = position++;
    }
    for (const nir::Instruction& instruction : block.instructions()) {
        const auto* phi = instruction.as<nir::PhiInstruction>();
        if (phi == nullptr) {
            break;
        }
        for (const nir::PhiSource* source = phi->first_source; source != nullptr;
             source = source->next) {
            Block& from = *ranges_[source->predecessor->index].last;
            set_block(from);
            for (unsigned i = 0; i < phi->value.num_components; ++i) {
                Node* value = component(*source->ssa, i);
                component(phi->value, i)->sources()[positions_[from.index]] = ssa_source(value);
            }
        }
    }
}

// Whether a truth value holds, as a predicate.
Node* ControlFlow::predicate_of(Node* truth) {
    Node* predicate = graph_.make_machine(role::kCompare, 2);
    predicate->sources()[0] = ssa_source(truth);
    predicate->sources()[1] = selection_.immediate(0);
    predicate->condition = Condition::ne;
    predicate->dst.kind = RegisterKind::predicate;
    return selection_.append(predicate);
}

Node* ControlFlow::branch_on(Node* predicate) {
    Node* branch = graph_.make_machine(role::kBranch, 1);
    branch->sources()[0].kind = RegisterKind::predicate;
    branch->sources()[0].definition = predicate;
    return selection_.append(branch);
}

// Lanes that were killed stay for the derivatives of their neighbours. In a loop they would go
// round until the others are done, and in a later one perhaps for ever; where lanes ask each other,
// they would answer. The branch follows when the block has all its instructions: inputs are read in
// the first one.
void ControlFlow::leave_when_killed(const nir::IntrinsicInstruction& kill, Node* predicate) {
    const bool ends_lanes =
        kill.op == nir::IntrinsicOp::terminate || kill.op == nir::IntrinsicOp::terminate_if;
    if (!ends_lanes || (!lanes_answer_ && nir::loop_around(kill.block) == nullptr &&
                        kill.block->index >= end_of_unbounded_loops_)) {
        return;
    }
    Block& killing = block();
    exits_.push_back({&killing, predicate});
    set_block(graph_.add_block());
    Graph::connect(killing, 1, block());
}

// Only the lanes for which the predicate holds execute the nodes made until end_skip().
Block& ControlFlow::begin_skip(Node* predicate) {
    Block& from = block();
    Block& inside = graph_.add_block();
    skips_.push_back({&from, predicate});
    Graph::connect(from, 0, inside);
    set_block(inside);
    return from;
}

void ControlFlow::end_skip(Block& skipped) {
    Block& inside = block();
    Block& behind = graph_.add_block();
    Graph::connect(inside, 0, behind);
    Graph::connect(skipped, 1, behind);
    set_block(behind);
}

} // namespace jacquard::ir3
