#include <jacquard/nir/analysis/liveness.h>

#include <algorithm>

namespace jacquard::nir {
namespace {

// Values in the order of the text, so that lists of them need no sorting.
bool stands_before(const SsaDef* a, const SsaDef* b) {
    if (a->instruction != b->instruction) {
        return a->instruction->index < b->instruction->index;
    }
    return a->index < b->index; // results of one parallel copy
}

bool contains(std::span<SsaDef* const> values, const SsaDef& value) {
    const auto at = std::lower_bound(values.begin(), values.end(), &value, stands_before);
    return at != values.end() && *at == &value;
}

} // namespace

Liveness::Liveness(Function& function) : sets_(function.num_blocks + std::size_t{1}) {
    function.number_instructions();
    std::vector<Block*> pending;
    const auto needed_at_start = [&](Block& block, SsaDef& value) {
        std::vector<SsaDef*>& in = sets_[block.index].in;
        if (&block != value.instruction->block && (in.empty() || in.back() != &value)) {
            in.push_back(&value);
            pending.push_back(&block);
        }
    };
    const auto needed_at_end = [&](Block& block, SsaDef& value) {
        std::vector<SsaDef*>& out = sets_[block.index].out;
        if (out.empty() || out.back() != &value) {
            out.push_back(&value);
            needed_at_start(block, value);
        }
    };
    for (Block& block : function.blocks()) {
        for (Instruction& instruction : block.instructions()) {
            instruction.for_each_def([&](SsaDef& value) {
                for (Source& use : value.uses()) {
                    const Instruction* user = use.instruction();
                    if (user == nullptr) {
                        needed_at_start(*use.if_node()->block_before(), value);
                    } else if (user->kind == InstructionKind::phi) {
                        needed_at_end(*static_cast<PhiSource&>(use).predecessor, value);
                    } else {
                        needed_at_start(*user->block, value);
                    }
                }
                while (!pending.empty()) {
                    const Block* at = pending.back();
                    pending.pop_back();
                    for (Block* predecessor : at->predecessors()) {
                        needed_at_end(*predecessor, value);
                    }
                }
            });
        }
    }
}

bool Liveness::is_live_in(const SsaDef& value, const Block& block) const {
    return contains(live_in(block), value);
}

bool Liveness::is_live_out(const SsaDef& value, const Block& block) const {
    return contains(live_out(block), value);
}

} // namespace jacquard::nir
