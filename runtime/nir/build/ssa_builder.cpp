#include <jacquard/nir/build/ssa_builder.h>

namespace jacquard::nir {

std::uint32_t SsaBuilder::add_variables(unsigned count, unsigned bit_size) {
    const auto first = static_cast<std::uint32_t>(current_.size());
    current_.resize(first + count);
    bit_size_.resize(first + count, static_cast<std::uint8_t>(bit_size));
    return first;
}

void SsaBuilder::note_read(std::uint32_t variable) {
    if (written_in_[variable] != noted_block_) {
        read_across_blocks_[variable] = true;
    }
}

void SsaBuilder::note_write(std::uint32_t variable) {
    if (written_in_[variable] != noted_block_) {
        written_in_[variable] = noted_block_;
        writing_blocks_[variable].push_back(noted_block_);
    }
}

// Whether there are several blocks, so that phis may be needed.
bool SsaBuilder::collect_blocks() {
    if (function_.first_block()->next == nullptr) {
        blocks_.push_back(function_.first_block());
        return false;
    }
    tree_.emplace(function_);
    blocks_.reserve(function_.num_blocks);
    for (Block& block : function_.blocks()) {
        blocks_.push_back(&block);
    }
    written_in_.assign(current_.size(), kNone);
    read_across_blocks_.assign(current_.size(), false);
    writing_blocks_.resize(current_.size());
    phis_.resize(blocks_.size());
    return true;
}

void SsaBuilder::place_phis() {
    const DominanceFrontiers frontiers(function_);
    placed_.assign(blocks_.size(), kNone);
    reached_.assign(blocks_.size(), kNone);
    for (std::uint32_t variable = 0; variable < current_.size(); ++variable) {
        if (read_across_blocks_[variable]) {
            place_phis_of(variable, frontiers);
        }
    }
}

void SsaBuilder::place_phis_of(std::uint32_t variable, const DominanceFrontiers& frontiers) {
    pending_ = writing_blocks_[variable];
    for (const std::uint32_t block : pending_) {
        reached_[block] = variable;
    }
    while (!pending_.empty()) {
        const std::uint32_t from = pending_.back();
        pending_.pop_back();
        for (const Block* joining : frontiers.of(*blocks_[from])) {
            const std::uint32_t block = joining->index;
            if (joining == function_.end_block || placed_[block] == variable) {
                continue;
            }
            placed_[block] = variable;
            phis_[block].push_back({shader_.make_phi(1, bit_size_[variable]), variable});
            if (reached_[block] != variable) {
                reached_[block] = variable;
                pending_.push_back(block);
            }
        }
    }
}

// Blocks in the order of the dominator tree; a block that nothing reaches comes last and sees no
// values.
std::vector<Block*> SsaBuilder::dominator_order() const {
    if (blocks_.size() == 1) {
        return blocks_;
    }
    std::vector<Block*> order;
    order.reserve(blocks_.size());
    for (Block* block : tree_->preorder()) {
        if (block != function_.end_block) {
            order.push_back(block);
        }
    }
    for (Block* block : blocks_) {
        if (!is_reachable(*block)) {
            order.push_back(block);
        }
    }
    return order;
}

void SsaBuilder::enter(Block& block) {
    if (blocks_.size() == 1) {
        return;
    }
    leave_until(block);
    for (const PendingPhi& pending : phis_[block.index]) {
        block.insert_before(block.first_after_phis(), pending.phi);
        assign(pending.variable, {&pending.phi->value, 0});
    }
}

// Undoes what blocks that do not dominate `block` have written.
void SsaBuilder::leave_until(const Block& block) {
    while (!open_.empty() && (!is_reachable(block) || !open_.back().block->dominates(&block))) {
        while (undo_.size() > open_.back().undo_size) {
            current_[undo_.back().variable] = undo_.back().old;
            undo_.pop_back();
        }
        open_.pop_back();
    }
    open_.push_back({&block, undo_.size()});
}

// Gives the phis of the blocks behind this one the values at its end.
void SsaBuilder::leave(Block& block) {
    if (blocks_.size() == 1) {
        return;
    }
    for (std::size_t i = 0; i < block.successors.size(); ++i) {
        Block* successor = block.successors[i];
        if (successor == nullptr || successor == function_.end_block ||
            (i == 1 && successor == block.successors[0])) {
            continue;
        }
        for (const PendingPhi& pending : phis_[successor->index]) {
            const Component supplied = held(pending.variable);
            supplied_.push_back({pending.phi, &block, supplied});
        }
    }
}

void SsaBuilder::assign(std::uint32_t variable, Component value) {
    if (!open_.empty()) {
        undo_.push_back({variable, current_[variable]});
    }
    current_[variable] = value;
}

SsaBuilder::Component SsaBuilder::held(std::uint32_t variable) {
    const Component now = current_[variable];
    return now.value != nullptr ? now : Component{undef(bit_size_[variable]), 0};
}

// One undefined scalar of each width, at the start of the function.
SsaDef* SsaBuilder::undef(unsigned bit_size) {
    SsaDef*& made = undefs_[bit_size % undefs_.size()];
    if (made == nullptr) {
        UndefInstruction* instruction = shader_.make_undef(1, bit_size);
        function_.first_block()->prepend(instruction);
        made = &instruction->value;
    }
    return made;
}

SsaDef* SsaBuilder::read(std::uint32_t first, unsigned count, Cursor at) {
    std::array<Operand, kMaxComponents> scalars;
    bool whole = true;
    for (std::uint8_t c = 0; c < count; ++c) {
        const Component now = held(first + c);
        scalars[c].value = now.value;
        scalars[c].num_components = 1;
        scalars[c].swizzle[0] = now.component;
        whole = whole && now.value == scalars[0].value && now.component == c;
    }
    if (whole && scalars[0].value->num_components == count) {
        return scalars[0].value;
    }
    CoreBuilder builder(shader_, at);
    return builder.vec(std::span<const Operand>(scalars.data(), count));
}

void SsaBuilder::write(std::uint32_t first, SsaDef* value, std::uint32_t mask) {
    for (std::uint8_t c = 0; c < value->num_components; ++c) {
        if ((mask >> c & 1) != 0) {
            assign(first + c, {value, c});
        }
    }
}

// Scalars are taken out of vectors at the ends of the blocks that supply them.
void SsaBuilder::fill_phis() {
    for (const Supply& supply : supplied_) {
        Operand operand;
        operand.value = supply.held.value;
        operand.num_components = 1;
        operand.swizzle[0] = supply.held.component;
        CoreBuilder builder(shader_, Cursor::before_jump(supply.from));
        shader_.add_phi_source(supply.phi, supply.from, builder.whole(operand));
    }
}

} // namespace jacquard::nir
