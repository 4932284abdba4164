#include <jacquard/spirv/module/check_module.h>
#include <jacquard/spirv/translate/control_flow/flow_blocks.h>
#include <jacquard/spirv/translate/values/types.h>

#include <algorithm>

// The blocks of a function.
namespace jacquard::spirv {

FlowBlock& FlowBlocks::flow_block(std::uint32_t label) {
    const std::uint32_t first =
        module().definition(label) != nullptr ? module().definitions[label] + 1 : 0;
    const auto found =
        std::lower_bound(blocks_.begin(), blocks_.end(), first,
                         [](const FlowBlock& block, std::uint32_t i) { return block.first < i; });
    if (found == blocks_.end() || found->first != first) {
        malformed('%' + std::to_string(label) + " is not a block of this function");
    }
    return *found;
}

FlowBlocks::Words FlowBlocks::terminator(const FlowBlock& block) const {
    return module().operands(module().instructions[block.last]);
}

void FlowBlocks::add_targets(const FlowBlock& block, std::vector<std::uint32_t>& targets) const {
    const Words words = terminator(block);
    switch (module().instructions[block.last].op()) {
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
std::uint32_t FlowBlocks::literal_words(std::uint32_t selector) const {
    const Instruction* definition = module().definition(selector);
    const Type& type = types_.value_type(definition != nullptr ? definition->type : 0);
    return type.scalar.bit_size > 32 ? 2 : 1;
}

void FlowBlocks::find_blocks(std::uint32_t index) {
    for (; module().instructions[index].op() != Op::FunctionEnd; ++index) {
        const Instruction& instruction = module().instructions[index];
        const Words words = module().operands(instruction);
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
void FlowBlocks::find_predecessors() {
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

} // namespace jacquard::spirv
