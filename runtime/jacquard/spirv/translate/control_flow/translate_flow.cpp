#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Structured control flow: blocks between labels become ifs and loops.
//
// A region is translated from a label to where control meets again. A branch to what encloses the
// region leaves a loop of NIR: loops are such, and switches and loop bodies where a branch comes
// from further inside. A branch that leaves several of them sets a truth, and behind each loop it
// is looked at.
namespace jacquard::spirv {

namespace {

constexpr unsigned kMaxNesting = 120;

} // namespace

FlowBlock& Translator::flow_block(std::uint32_t label) {
    const std::uint32_t first =
        module_.definition(label) != nullptr ? module_.definitions[label] + 1 : 0;
    const auto found =
        std::lower_bound(blocks_.begin(), blocks_.end(), first,
                         [](const FlowBlock& block, std::uint32_t i) { return block.first < i; });
    if (found == blocks_.end() || found->first != first) {
        malformed('%' + std::to_string(label) + " is not a block of this function");
    }
    return *found;
}

Translator::Words Translator::terminator(const FlowBlock& block) const {
    return module_.operands(module_.instructions[block.last]);
}

void Translator::add_targets(const FlowBlock& block, std::vector<std::uint32_t>& targets) const {
    const Words words = terminator(block);
    switch (module_.instructions[block.last].op()) {
    case Op::Branch: targets.push_back(words[0]); break;
    case Op::BranchConditional: targets.insert(targets.end(), {words[1], words[2]}); break;
    case Op::Switch: {
        targets.push_back(words[1]);
        const std::uint32_t step = literal_words(words[0]) + 1;
        for (std::size_t i = 2; i + step <= words.size(); i += step) {
            targets.push_back(words[i + step - 1]);
        }
        break;
    }
    default: break;
    }
}

// Words of a literal of a switch.
std::uint32_t Translator::literal_words(std::uint32_t selector) const {
    const Instruction* definition = module_.definition(selector);
    const Type& type = value_type(definition != nullptr ? definition->type : 0);
    return type.scalar.bit_size > 32 ? 2 : 1;
}

void Translator::find_blocks(std::uint32_t index) {
    for (; module_.instructions[index].op() != Op::FunctionEnd; ++index) {
        const Instruction& instruction = module_.instructions[index];
        const Words words = module_.operands(instruction);
        switch (instruction.op()) {
        case Op::Label: blocks_.emplace_back().first = index + 1; break;
        case Op::LoopMerge: blocks_.back().continues = words[1]; [[fallthrough]];
        case Op::SelectionMerge: blocks_.back().merge = words[0]; break;
        default:
            // Lines may be told behind it.
            if (ends_block(instruction.op())) {
                blocks_.back().last = index;
            }
            break;
        }
    }
    std::vector<std::uint32_t> targets;
    for (const FlowBlock& block : blocks_) {
        add_targets(block, targets);
        for (const std::uint32_t named : {block.merge, block.continues}) {
            if (named != 0) {
                targets.push_back(named);
            }
        }
    }
    for (const std::uint32_t target : targets) {
        static_cast<void>(flow_block(target));
    }
    find_predecessors();
}

// Counts the branches to each block by which control can come there. A block without any, like
// one where an if would meet whose sides both return, is not translated.
void Translator::find_predecessors() {
    std::vector<FlowBlock*> waiting = {&blocks_.front()};
    blocks_.front().is_reachable = true;
    std::vector<std::uint32_t> targets;
    while (!waiting.empty()) {
        targets.clear();
        add_targets(*waiting.back(), targets);
        waiting.pop_back();
        for (const std::uint32_t target : targets) {
            FlowBlock& block = flow_block(target);
            ++block.num_predecessors;
            if (!block.is_reachable) {
                block.is_reachable = true;
                waiting.push_back(&block);
            }
        }
    }
}

Translator::Nesting::Nesting(Translator& translator) : depth_(translator.nesting_) {
    const std::uint64_t most = translator.options_.limits.nesting;
    if (depth_ >= most) {
        beyond(Limit::nesting);
    }
    if (++depth_ > kMaxNesting) {
        --depth_;
        unsupported("control flow that nests deeper than " + std::to_string(kMaxNesting) + " is");
    }
}

// From a label until control comes to `stop`; false where it does not, on any way.
bool Translator::translate_region(std::uint32_t label, std::uint32_t stop) {
    while (label != 0 && label != stop) {
        const FlowBlock& block = flow_block(label);
        label = block.continues != 0 ? translate_loop(label, stop) : translate_block(label, stop);
    }
    return label != 0;
}

// The instructions of a block and how it is left. The label where control goes on; 0: nowhere.
std::uint32_t Translator::translate_block(std::uint32_t label, std::uint32_t stop) {
    FlowBlock& block = flow_block(label);
    if (block.is_translated) {
        unsupported("control flow in which blocks are reached in ways that do not nest is");
    }
    block.is_translated = true;
    load_phis(block);
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& instruction = module_.instructions[i];
        take_origin(i);
        if (instruction.info->handling != Handling::flow) {
            guard(instruction, &Translator::translate_instruction);
        }
    }
    try {
        return leave(block, label, stop);
    } catch (TranslationFault& fault) {
        report_fault(module_.instructions[block.last], fault);
        fault.is_told = true;
        throw;
    }
}

std::uint32_t Translator::leave(const FlowBlock& block, std::uint32_t label, std::uint32_t stop) {
    const Words words = terminator(block);
    take_origin(block.last);
    switch (module_.instructions[block.last].op()) {
    case Op::Branch: return branch(label, words[0], stop);
    case Op::BranchConditional: return translate_conditional(block, label, stop);
    case Op::Switch: return translate_switch(block, label, stop);
    case Op::ReturnValue: return_value(words[0]); [[fallthrough]];
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
    // What follows does no harm, but a loop would not end.
    if (!frames_.empty()) {
        b().jump(nir::JumpKind::return_function);
    }
    return 0;
}

std::uint32_t Translator::branch(std::uint32_t from, std::uint32_t to, std::uint32_t stop) {
    store_phis(from, to);
    return go_to(to, stop);
}

std::uint32_t Translator::go_to(std::uint32_t to, std::uint32_t stop) {
    return to != stop && jump_to(to) ? 0 : to;
}

// On where control meets again behind a construct: nowhere if it never does.
std::uint32_t Translator::meet_at(std::uint32_t merge, std::uint32_t stop) {
    return flow_block(merge).is_reachable ? go_to(merge, stop) : 0;
}

nir::SsaDef* Translator::branch_condition(const FlowBlock& block) {
    SsaDef* condition = def(terminator(block)[0]);
    if (condition->bit_size != 1 || condition->num_components != 1) {
        malformed("the condition of a branch is not a boolean");
    }
    return condition;
}

std::uint32_t Translator::translate_conditional(const FlowBlock& block, std::uint32_t label,
                                                std::uint32_t stop) {
    const Words words = terminator(block);
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
    if (yes != stop && no != stop && (is_jump_target(yes) || is_jump_target(no))) {
        const bool leaves_if_true = is_jump_target(yes);
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
bool Translator::translate_sides(const FlowBlock& block, std::uint32_t label, std::uint32_t meet) {
    const Words words = terminator(block);
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
std::uint32_t Translator::translate_selection(const FlowBlock& block, std::uint32_t label,
                                              std::uint32_t stop) {
    const Words words = terminator(block);
    const std::uint32_t merge = block.merge;
    const auto exits_of = [&](std::uint32_t side) {
        return side == merge ? 1 : plain_exits(side, merge);
    };
    const bool is_one_side = words[1] == words[2] && words[1] != merge;
    const unsigned exits = exits_of(words[1]) + (is_one_side ? 0 : exits_of(words[2]));
    if (exits == flow_block(merge).num_predecessors) {
        translate_sides(block, label, merge);
        return meet_at(merge, stop);
    }
    {
        const Nesting nesting(*this);
        push_frame(merge, 0);
        if (translate_sides(block, label, merge)) {
            b().jump(nir::JumpKind::break_loop);
        }
        pop_frame();
    }
    return meet_at(merge, stop);
}

// Whether a block does nothing but branch on.
bool Translator::is_plain_step(std::uint32_t label) {
    const FlowBlock& block = flow_block(label);
    if (block.merge != 0 || module_.instructions[block.last].op() != Op::Branch) {
        return false;
    }
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        if (module_.instructions[i].info->handling != Handling::nothing) {
            return false;
        }
    }
    return true;
}

std::uint32_t Translator::translate_loop(std::uint32_t header, std::uint32_t stop) {
    const FlowBlock& block = flow_block(header);
    const std::uint32_t merge = block.merge;
    const std::uint32_t continues = block.continues;
    {
        const Nesting nesting(*this);
        push_frame(merge, 0);
        FlowFrame& frame = frames_.back();
        const bool is_own = continues == header;
        const bool is_plain =
            !is_own && is_plain_step(continues) && terminator(flow_block(continues))[0] == header;
        const bool is_nested =
            !is_own && !is_plain &&
            plain_exits(header, continues) != flow_block(continues).num_predecessors;
        if (is_own || is_plain) {
            frame.continue_label = continues;
            frame.header = is_plain ? header : 0;
        }
        if (is_nested) {
            push_frame(continues, 0);
        }
        bool is_reached = translate_region(translate_block(header, continues), continues);
        if (is_nested) {
            if (is_reached) {
                b().jump(nir::JumpKind::break_loop);
            }
            pop_frame();
            is_reached = flow_block(continues).num_predecessors != 0;
        }
        if (is_reached && !is_own) {
            translate_region(continues, header);
        }
        pop_frame();
    }
    return meet_at(merge, stop);
}

// Branches to `target` at the end of a chain of blocks and constructs that begins at a label:
// those that need no jump.
unsigned Translator::plain_exits(std::uint32_t label, std::uint32_t target) {
    unsigned count = 0;
    std::vector<std::uint32_t> targets;
    for (std::size_t steps = 0; steps <= blocks_.size() && label != 0; ++steps) {
        if (is_jump_target(label)) {
            return count;
        }
        const FlowBlock& block = flow_block(label);
        // The header of the loop that is looked at goes on in its body.
        const bool is_loop_at_hand = block.continues == target;
        std::uint32_t next = 0;
        if (block.merge != 0 && !is_loop_at_hand) {
            if (!flow_block(block.merge).is_reachable) {
                return count;
            }
            next = block.merge;
        } else {
            targets.clear();
            add_targets(block, targets);
            for (const std::uint32_t to : targets) {
                if (to == target) {
                    ++count;
                } else if (!is_jump_target(to) && to != block.merge) {
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

void Translator::load_phis(const FlowBlock& block) {
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& instruction = module_.instructions[i];
        if (instruction.op() == Op::Phi) {
            guard(instruction, &Translator::load_phi);
        }
    }
}

bool Translator::load_phi(const Instruction& phi) {
    set_value(phi.result, load(phi_memory(phi), nir::Access::nothing));
    return true;
}

const Pointer& Translator::phi_memory(const Instruction& phi) {
    Pointer& memory = phis_[phi.result];
    if (memory.variable == nullptr) {
        const Type& type = value_type(phi.type);
        if (!type.is_one_value() && !type.is_composite()) {
            unsupported("phis of pointers, images and samplers are");
        }
        count_own_memory(type);
        memory.pointee = &type;
        memory.storage = StorageClass::Function;
        memory.modes = nir::VariableMode::function_temp;
        memory.variable = shader_->add_local(function_, nir_type(type), "phi");
    }
    return memory;
}

void Translator::store_phis(std::uint32_t from, std::uint32_t to) {
    const FlowBlock& block = flow_block(to);
    for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& phi = module_.instructions[i];
        if (phi.op() != Op::Phi) {
            if (phi.info->handling != Handling::nothing) {
                break;
            }
            continue;
        }
        const Words words = module_.operands(phi);
        for (std::size_t k = 0; k + 1 < words.size(); k += 2) {
            if (words[k + 1] == from) {
                store(phi_memory(phi), value(words[k]), nir::Access::nothing);
                break;
            }
        }
    }
}

} // namespace jacquard::spirv
