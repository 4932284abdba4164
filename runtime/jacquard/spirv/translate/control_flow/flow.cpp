#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/translate/control_flow/block_bodies.h>
#include <jacquard/spirv/translate/control_flow/flow.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/jumps.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/control_flow/switch_cases.h>
#include <jacquard/spirv/translate/instructions/calls.h>
#include <jacquard/spirv/translate/pointers/named_places.h>
#include <jacquard/spirv/translate/values/values.h>

#include <algorithm>

// Structured control flow: blocks between labels become ifs and loops.
//
// A region is translated from a label up to the block where control flow merges again. A branch to
// a block outside of the region leaves a loop of NIR. Loops of the module are such loops, and so
// are switches and loop bodies that a branch leaves from further inside. A branch that leaves
// several of them sets a flag, which is tested after each of these loops.
//
// A switch becomes one if for each case if no case falls into another one or is left from further
// inside. Otherwise the cases are in a loop that runs once.
namespace jacquard::spirv {

namespace {

constexpr unsigned kMaxNesting = 120;

} // namespace

// From a label until control comes to `stop`; false where it does not, on any way.
bool Flow::translate_region(std::uint32_t label, std::uint32_t stop) {
    while (label != 0 && label != stop) {
        const FlowBlock& block = flow_blocks_.flow_block(label);
        label = block.continues != 0 ? translate_loop(label, stop) : translate_block(label, stop);
    }
    return label != 0;
}

// The instructions of a block and how it is left. The label where control goes on; 0: nowhere.
std::uint32_t Flow::translate_block(std::uint32_t label, std::uint32_t stop) {
    FlowBlock& block = flow_blocks_.flow_block(label);
    if (block.is_translated) {
        unsupported("control flow in which blocks are reached in ways that do not nest is");
    }
    block.is_translated = true;
    return block_bodies_.translate(block, [&] { return leave(block, label, stop); });
}

std::uint32_t Flow::leave(const FlowBlock& block, std::uint32_t label, std::uint32_t stop) {
    const Words words = flow_blocks_.terminator(block);
    context().take_origin(block.last);
    switch (module().instructions[block.last].op()) {
    case Op::Branch: return branch(label, words[0], stop);
    case Op::BranchConditional: return translate_conditional(block, label, stop);
    case Op::Switch: return translate_switch(block, label, stop);
    case Op::ReturnValue: calls_.return_value(words[0]); [[fallthrough]];
    case Op::Return:
        if (nesting_ != 0) {
            b().jump(nir::JumpKind::return_function);
        }
        return 0;
    case Op::Kill:
    case Op::TerminateInvocation: b().terminate(); break;
    case Op::Unreachable: break;
    default: unsupported("blocks that end so are");
    }
    // Code that follows is harmless, but a loop without this jump would never end.
    if (!jumps_.empty()) {
        b().jump(nir::JumpKind::return_function);
    }
    return 0;
}

std::uint32_t Flow::branch(std::uint32_t from, std::uint32_t to, std::uint32_t stop) {
    phis_.store_phis(from, to);
    return go_to(to, stop);
}

std::uint32_t Flow::go_to(std::uint32_t to, std::uint32_t stop) {
    return to != stop && jumps_.jump_to(to) ? 0 : to;
}

// On where control meets again behind a construct: nowhere if it never does.
std::uint32_t Flow::meet_at(std::uint32_t merge, std::uint32_t stop) {
    return flow_blocks_.flow_block(merge).is_reachable ? go_to(merge, stop) : 0;
}

nir::SsaDef* Flow::branch_condition(const FlowBlock& block) {
    SsaDef* condition = values_.def(flow_blocks_.terminator(block)[0]);
    if (condition->bit_size != 1 || condition->num_components != 1) {
        malformed("the condition of a branch is not a boolean");
    }
    return condition;
}

std::uint32_t Flow::translate_conditional(const FlowBlock& block, std::uint32_t label,
                                          std::uint32_t stop) {
    const Words words = flow_blocks_.terminator(block);
    const std::uint32_t yes = words[1];
    const std::uint32_t no = words[2];
    SsaDef* condition = branch_condition(block);
    if (block.merge != 0 && block.continues == 0) {
        return translate_selection(block, label, stop);
    }
    if (yes == no) {
        return branch(label, yes, stop);
    }
    // One side only leaves: what follows the other one follows the if.
    if (yes != stop && no != stop && (jumps_.is_jump_target(yes) || jumps_.is_jump_target(no))) {
        const bool leaves_if_true = jumps_.is_jump_target(yes);
        {
            const Nesting nesting(*this);
            nir::IfNode* node = b().push_if(leaves_if_true ? condition : b().inot(condition));
            branch(label, leaves_if_true ? yes : no, stop);
            b().pop_if(node);
        }
        return branch(label, leaves_if_true ? no : yes, stop);
    }
    return translate_sides(block, label, stop) ? stop : 0;
}

// The sides of a branch up to where they meet; whether one of them comes there.
bool Flow::translate_sides(const FlowBlock& block, std::uint32_t label, std::uint32_t meet) {
    const Words words = flow_blocks_.terminator(block);
    const std::uint32_t yes = words[1];
    const std::uint32_t no = words[2];
    if (yes == no) {
        return translate_region(branch(label, yes, meet), meet);
    }
    const Nesting nesting(*this);
    nir::IfNode* node = b().push_if(branch_condition(block));
    bool is_reached = translate_region(branch(label, yes, meet), meet);
    b().push_else(node);
    is_reached = translate_region(branch(label, no, meet), meet) || is_reached;
    b().pop_if(node);
    return is_reached;
}

// An if whose sides say where they meet. Where something further inside goes there at once, the if
// stands in a loop that runs once.
std::uint32_t Flow::translate_selection(const FlowBlock& block, std::uint32_t label,
                                        std::uint32_t stop) {
    const Words words = flow_blocks_.terminator(block);
    const std::uint32_t merge = block.merge;
    const auto exits_of = [&](std::uint32_t side) {
        return side == merge ? 1 : plain_exits(side, merge);
    };
    const bool is_one_side = words[1] == words[2] && words[1] != merge;
    const unsigned exits = exits_of(words[1]) + (is_one_side ? 0 : exits_of(words[2]));
    if (exits == flow_blocks_.flow_block(merge).num_predecessors) {
        translate_sides(block, label, merge);
        return meet_at(merge, stop);
    }
    {
        const Nesting nesting(*this);
        jumps_.push_frame(merge, 0);
        if (translate_sides(block, label, merge)) {
            b().jump(nir::JumpKind::break_loop);
        }
        jumps_.pop_frame();
    }
    return meet_at(merge, stop);
}

// Returns whether a block contains nothing but a branch.
bool Flow::is_plain_step(std::uint32_t label) {
    const FlowBlock& block = flow_blocks_.flow_block(label);
    if (block.merge != 0 || module().instructions[block.last].op() != Op::Branch) {
        return false;
    }
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        if (module().instructions[i].info->handling != Handling::nothing) {
            return false;
        }
    }
    return true;
}

std::uint32_t Flow::translate_loop(std::uint32_t header, std::uint32_t stop) {
    const FlowBlock& block = flow_blocks_.flow_block(header);
    const std::uint32_t merge = block.merge;
    const std::uint32_t continues = block.continues;
    {
        const Nesting nesting(*this);
        jumps_.push_frame(merge, 0);
        FlowFrame& frame = jumps_.innermost();
        const bool is_own = continues == header;
        const bool is_plain =
            !is_own && is_plain_step(continues) &&
            flow_blocks_.terminator(flow_blocks_.flow_block(continues))[0] == header;
        const bool is_nested =
            !is_own && !is_plain &&
            plain_exits(header, continues) != flow_blocks_.flow_block(continues).num_predecessors;
        if (is_own || is_plain) {
            frame.continue_label = continues;
            frame.header = is_plain ? header : 0;
        }
        if (is_nested) {
            jumps_.push_frame(continues, 0);
        }
        bool is_reached = translate_region(translate_block(header, continues), continues);
        if (is_nested) {
            if (is_reached) {
                b().jump(nir::JumpKind::break_loop);
            }
            jumps_.pop_frame();
            is_reached = flow_blocks_.flow_block(continues).num_predecessors != 0;
        }
        if (is_reached && !is_own) {
            translate_region(continues, header);
        }
        jumps_.pop_frame();
    }
    return meet_at(merge, stop);
}

// Branches to `target` at the end of a chain of blocks and constructs that begins at a label:
// those that need no jump.
unsigned Flow::plain_exits(std::uint32_t label, std::uint32_t target) {
    unsigned count = 0;
    std::vector<std::uint32_t> targets;
    for (std::size_t steps = 0; steps <= flow_blocks_.size() && label != 0; ++steps) {
        if (jumps_.is_jump_target(label)) {
            return count;
        }
        const FlowBlock& block = flow_blocks_.flow_block(label);
        // The header of the loop that is looked at goes on in its body.
        const bool is_loop_at_hand = block.continues == target;
        std::uint32_t next = 0;
        if (block.merge != 0 && !is_loop_at_hand) {
            if (!flow_blocks_.flow_block(block.merge).is_reachable) {
                return count;
            }
            next = block.merge;
        } else {
            targets.clear();
            flow_blocks_.add_targets(block, targets);
            for (const std::uint32_t to : targets) {
                if (to == target) {
                    ++count;
                } else if (!jumps_.is_jump_target(to) && to != block.merge) {
                    if (next != 0) {
                        return 0; // an if without a place where control meets
                    }
                    next = to;
                }
            }
        }
        if (next == target) {
            return count + 1;
        }
        label = next;
    }
    return count;
}

void Flow::translate_plain_cases(SsaDef* selector, const std::vector<SwitchCase>& cases,
                                 std::uint32_t label, std::uint32_t merge) {
    for (const SwitchCase& each : cases) {
        if (each.label == 0) {
            continue;
        }
        const Nesting nesting(*this);
        nir::IfNode* node = b().push_if(switch_cases_.is_chosen(selector, each, cases));
        translate_region(branch(label, each.label, merge), merge);
        b().pop_if(node);
    }
}

void Flow::translate_cases(SsaDef* selector, const std::vector<SwitchCase>& cases,
                           std::uint32_t label, std::uint32_t merge) {
    const Nesting nesting(*this);
    jumps_.push_frame(merge, 0);
    nir::Variable* falls = nullptr;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const SwitchCase& each = cases[i];
        if (each.label == 0) {
            continue;
        }
        SsaDef* is_itself = switch_cases_.is_chosen(selector, each, cases);
        SsaDef* condition = is_itself;
        if (each.falls_in) {
            condition = b().ior(condition, b().load_deref(named_places_.variable(*falls)));
        }
        const Nesting inner(*this);
        nir::IfNode* node = b().push_if(condition);
        if (each.falls_in) {
            nir::IfNode* chosen = b().push_if(is_itself);
            phis_.store_phis(label, each.label);
            b().pop_if(chosen);
            jumps_.set_truth(falls, false);
        } else {
            phis_.store_phis(label, each.label);
        }
        const bool falls_on = i + 1 < cases.size() && cases[i + 1].falls_in;
        if (!falls_on) {
            if (translate_region(each.label, merge)) {
                b().jump(nir::JumpKind::break_loop);
            }
        } else {
            falls = falls != nullptr ? falls : jumps_.truth_variable("falls");
            // It may fall from further inside.
            const std::uint32_t next = cases[i + 1].label;
            jumps_.push_frame(next, 0);
            if (translate_region(each.label, next)) {
                b().jump(nir::JumpKind::break_loop);
            }
            jumps_.pop_frame();
            jumps_.set_truth(falls, true);
        }
        b().pop_if(node);
    }
    b().jump(nir::JumpKind::break_loop);
    jumps_.pop_frame();
}

std::uint32_t Flow::translate_switch(const FlowBlock& block, std::uint32_t label,
                                     std::uint32_t stop) {
    const Words words = flow_blocks_.terminator(block);
    const std::uint32_t merge = block.merge;
    if (merge == 0 || block.continues != 0) {
        malformed("a switch says where control meets again");
    }
    SsaDef* selector = values_.def(words[0]);
    if (selector->num_components != 1 || selector->bit_size == 1) {
        malformed("the selector of a switch is not an integer");
    }
    std::vector<SwitchCase> cases = switch_cases_.cases_of(words, merge);
    switch_cases_.find_fall_through(cases, merge);
    std::vector<std::uint32_t> targets;
    flow_blocks_.add_targets(block, targets);
    auto exits = static_cast<unsigned>(std::count(targets.begin(), targets.end(), merge));
    if (exits != 0) {
        phis_.store_phis(label, merge); // cases that come there later write them anew
    }
    bool is_plain = true;
    for (const SwitchCase& each : cases) {
        is_plain = is_plain && !each.falls_in;
        exits += each.label != 0 ? plain_exits(each.label, merge) : 0;
    }
    if (is_plain && exits == flow_blocks_.flow_block(merge).num_predecessors) {
        translate_plain_cases(selector, cases, label, merge);
    } else {
        translate_cases(selector, cases, label, merge);
    }
    return meet_at(merge, stop);
}

Flow::Nesting::Nesting(Flow& flow) : depth_(flow.nesting_) {
    const std::uint64_t most = flow.context().limits().nesting;
    if (depth_ >= most) {
        beyond(Limit::nesting);
    }
    if (++depth_ > kMaxNesting) {
        --depth_;
        unsupported("control flow that nests deeper than " + std::to_string(kMaxNesting) + " is");
    }
}

} // namespace jacquard::spirv
