#include <jacquard/spirv/translate/control_flow/block_bodies.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/control_flow/flow_nesting.h>
#include <jacquard/spirv/translate/control_flow/jumps.h>
#include <jacquard/spirv/translate/control_flow/kernel_flow.h>
#include <jacquard/spirv/translate/control_flow/phis.h>
#include <jacquard/spirv/translate/control_flow/switch_cases.h>
#include <jacquard/spirv/translate/instructions/calls.h>
#include <jacquard/spirv/translate/values/values.h>

// Control flow that does not say how it nests: FlowNesting finds that.
//
// A block where control meets stands behind the block that dominates it. Where a branch goes there
// from further inside, the code between them is a loop that runs once, and the branch leaves it.
// Blocks behind a loop are reached in the same way.
namespace jacquard::spirv {

namespace {

constexpr unsigned kMaxLevels = 120;

} // namespace

void KernelFlow::translate(std::uint32_t first_label) {
    depth_ = 0;
    nesting_.find(first_label);
    translate_until(first_label, 0);
}

// From a label until control comes to `stop`; false where it does not, on any way.
bool KernelFlow::translate_until(std::uint32_t label, std::uint32_t stop) {
    while (label != 0 && label != stop) {
        label =
            nesting_.is_header(label) ? translate_loop(label, stop) : translate_region(label, stop);
    }
    return label != 0;
}

// A loop, which branches to its header continue. The label behind it; 0: nowhere. One without a
// block behind it may leave to where control meets again around it.
std::uint32_t KernelFlow::translate_loop(std::uint32_t header, std::uint32_t stop) {
    const std::size_t count = nesting_.exits(header).size();
    if (count != 0) {
        return translate_exits(header, count);
    }
    const std::uint32_t exit = nesting_.leaves_to(header, stop) != 0 ? stop : 0;
    translate_rounds(header, exit);
    return exit;
}

void KernelFlow::translate_rounds(std::uint32_t header, std::uint32_t exit) {
    const Level level(*this);
    jumps_.push_frame(exit, header);
    static_cast<void>(translate_until(translate_region(header, header), header));
    jumps_.pop_frame();
}

// The loop up to the exit of that number, which has the frames of all exits in front of it.
std::uint32_t KernelFlow::translate_exits(std::uint32_t header, std::size_t number) {
    const std::vector<std::uint32_t>& exits = nesting_.exits(header);
    const std::uint32_t exit = exits[number - 1];
    if (number == 1) {
        translate_rounds(header, exit);
        return exit;
    }
    const Level level(*this);
    jumps_.push_frame(exit, 0);
    if (translate_until(translate_exits(header, number - 1), exit)) {
        b().jump(nir::JumpKind::break_loop);
    }
    jumps_.pop_frame();
    return exit;
}

// A block and what stands within it, up to where control meets behind it.
std::uint32_t KernelFlow::translate_region(std::uint32_t label, std::uint32_t stop) {
    const std::vector<std::uint32_t>& meetings = nesting_.meetings(label);
    return meetings.empty() ? translate_block(label, stop)
                            : translate_meetings(label, meetings.size());
}

std::uint32_t KernelFlow::translate_meetings(std::uint32_t label, std::size_t number) {
    const std::vector<std::uint32_t>& meetings = nesting_.meetings(label);
    const std::uint32_t meeting = meetings[number - 1];
    // The code in front of the meeting is that of the block, or of the meeting before.
    const auto translate_front = [&] {
        if (number == 1) {
            return translate_until(translate_block(label, meeting), meeting);
        }
        return translate_until(translate_meetings(label, number - 1), meeting);
    };
    const unsigned falls = number == 1 ? nesting_.falls_of_block(label, meeting)
                                       : nesting_.falls(meetings[number - 2], meeting);
    if (falls == nesting_.branches_to(meeting)) {
        static_cast<void>(translate_front());
        return meeting;
    }
    const Level level(*this);
    jumps_.push_frame(meeting, 0);
    if (translate_front()) {
        b().jump(nir::JumpKind::break_loop);
    }
    jumps_.pop_frame();
    return meeting;
}

std::uint32_t KernelFlow::translate_block(std::uint32_t label, std::uint32_t stop) {
    FlowBlock& block = flow_blocks_.flow_block(label);
    return block_bodies_.translate(block, [&] { return leave(block, label, stop); });
}

std::uint32_t KernelFlow::leave(const FlowBlock& block, std::uint32_t label, std::uint32_t stop) {
    const Words words = flow_blocks_.terminator(block);
    context().take_origin(block.last);
    switch (module().instructions[block.last].op()) {
    case Op::Switch: return translate_switch(words, label, stop);
    case Op::BranchConditional: return translate_conditional(words, label, stop);
    case Op::Branch: return branch(label, words[0], stop);
    case Op::Unreachable:
        // A loop without this jump would never end.
        if (!jumps_.empty()) {
            b().jump(nir::JumpKind::return_function);
        }
        return 0;
    case Op::ReturnValue: calls_.return_value(words[0]); [[fallthrough]];
    case Op::Return:
        if (depth_ != 0) {
            b().jump(nir::JumpKind::return_function);
        }
        return 0;
    default: break;
    }
    unsupported("blocks that end so are");
}

std::uint32_t KernelFlow::branch(std::uint32_t from, std::uint32_t to, std::uint32_t stop) {
    phis_.store_phis(from, to);
    return to != stop && jumps_.jump_to(to) ? 0 : to;
}

std::uint32_t KernelFlow::translate_conditional(Words words, std::uint32_t label,
                                                std::uint32_t stop) {
    SsaDef* condition = values_.def(words[0]);
    if (condition->bit_size != 1 || condition->num_components != 1) {
        malformed("the condition of a branch is not a boolean");
    }
    const std::uint32_t yes = words[1];
    const std::uint32_t no = words[2];
    if (yes == no) {
        return branch(label, yes, stop);
    }
    // One side only leaves: what follows the other one follows the if.
    const auto leaves = [&](std::uint32_t to) { return to != stop && jumps_.is_jump_target(to); };
    if (leaves(yes) || leaves(no)) {
        const bool leaves_if_true = leaves(yes);
        {
            const Level level(*this);
            nir::IfNode* node = b().push_if(leaves_if_true ? condition : b().inot(condition));
            branch(label, leaves_if_true ? yes : no, stop);
            b().pop_if(node);
        }
        return branch(label, leaves_if_true ? no : yes, stop);
    }
    const Level level(*this);
    nir::IfNode* node = b().push_if(condition);
    bool is_reached = translate_until(branch(label, yes, stop), stop);
    b().push_else(node);
    is_reached = translate_until(branch(label, no, stop), stop) || is_reached;
    b().pop_if(node);
    return is_reached ? stop : 0;
}

// One if for each label within the one before; the default is what is left.
std::uint32_t KernelFlow::translate_switch(Words words, std::uint32_t label, std::uint32_t stop) {
    SsaDef* selector = values_.def(words[0]);
    if (selector->num_components != 1 || selector->bit_size == 1) {
        malformed("the selector of a switch is not an integer");
    }
    const std::vector<SwitchCase> cases = switch_cases_.cases_of(words, 0);
    const Level level(*this);
    std::vector<nir::IfNode*> open;
    bool is_reached = false;
    std::uint32_t rest = 0;
    for (const SwitchCase& each : cases) {
        if (each.is_default) {
            rest = each.label;
            continue;
        }
        open.push_back(b().push_if(switch_cases_.is_chosen(selector, each, cases)));
        is_reached = translate_until(branch(label, each.label, stop), stop) || is_reached;
        b().push_else(open.back());
    }
    is_reached = translate_until(branch(label, rest, stop), stop) || is_reached;
    while (!open.empty()) {
        b().pop_if(open.back());
        open.pop_back();
    }
    return is_reached ? stop : 0;
}

KernelFlow::Level::Level(KernelFlow& flow) : depth_(flow.depth_) {
    if (depth_ >= flow.context().limits().nesting) {
        beyond(Limit::nesting);
    }
    if (++depth_ > kMaxLevels) {
        --depth_;
        unsupported("control flow that nests deeper than " + std::to_string(kMaxLevels) + " is");
    }
}

} // namespace jacquard::spirv
