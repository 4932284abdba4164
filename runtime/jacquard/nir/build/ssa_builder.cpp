#include <jacquard/nir/build/ssa_builder.h>

namespace jacquard::nir {

std::uint32_t SsaBuilder::add_variables(unsigned count, unsigned bit_size) {
    const auto first = static_cast<std::uint32_t>(variables_.size());
    for (unsigned i = 0; i < count; ++i) {
        variables_.emplace_back().bit_size = static_cast<std::uint8_t>(bit_size);
    }
    return first;
}

void SsaBuilder::note_read(std::uint32_t variable) {
    Variable& read = variables_[variable];
    if (read.written_in != noted_block_) {
        read.is_read_across_blocks = true;
        any_read_across_blocks_ = true;
    }
}

void SsaBuilder::note_write(std::uint32_t variable) {
    Variable& written = variables_[variable];
    if (written.written_in != noted_block_) {
        written.written_in = noted_block_;
        ++written.num_writing;
        writes_.push_back({variable, noted_block_});
    }
}

void SsaBuilder::collect_blocks() {
    blocks_.reserve(function_.num_blocks);
    for (Block& block : function_.blocks()) {
        blocks_.push_back(&block);
    }
}

// The blocks of each variable that may need phis in the order they were noted, one variable's
// behind the other's.
std::vector<std::uint32_t> SsaBuilder::writing_blocks() const {
    std::vector<std::uint32_t> next(variables_.size());
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        next[i] = count;
        count += variables_[i].is_read_across_blocks ? variables_[i].num_writing : 0;
    }
    std::vector<std::uint32_t> blocks(count);
    for (const Write& write : writes_) {
        if (variables_[write.variable].is_read_across_blocks) {
            blocks[next[write.variable]++] = write.block;
        }
    }
    return blocks;
}

void SsaBuilder::place_phis() {
    tree_.emplace(function_);
    phi_lists_.resize(blocks_.size());
    if (!any_read_across_blocks_) {
        return;
    }
    const DominanceFrontiers frontiers(function_);
    placed_.assign(blocks_.size(), kNone);
    reached_.assign(blocks_.size(), kNone);
    const std::vector<std::uint32_t> writing = writing_blocks();
    std::size_t first = 0;
    for (std::uint32_t variable = 0; variable < variables_.size(); ++variable) {
        if (variables_[variable].is_read_across_blocks) {
            const std::size_t count = variables_[variable].num_writing;
            pending_.assign(writing.data() + first, writing.data() + first + count);
            first += count;
            place_phis_of(variable, frontiers);
        }
    }
}

// The blocks that write the variable are pending.
void SsaBuilder::place_phis_of(std::uint32_t variable, const DominanceFrontiers& frontiers) {
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
            add_phi(variable, block);
            if (reached_[block] != variable) {
                reached_[block] = variable;
                pending_.push_back(block);
            }
        }
    }
}

void SsaBuilder::add_phi(std::uint32_t variable, std::uint32_t block) {
    const auto number = static_cast<std::uint32_t>(phis_.size());
    PhiList& list = phi_lists_[block];
    (list.last != kNone ? phis_[list.last].next : list.first) = number;
    list.last = number;
    phis_.push_back({nullptr, variable, kNone});
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

// In no block yet.
PhiInstruction* SsaBuilder::phi_of(std::uint32_t variable) {
    PhiInstruction* offered = offered_.empty() ? nullptr : take_back_phi(variable);
    if (offered == nullptr) {
        return shader_.make_phi(1, variables_[variable].bit_size);
    }
    offered->unlink();
    return offered;
}

void SsaBuilder::enter(Block& block) {
    if (blocks_.size() == 1) {
        return;
    }
    leave_until(block);
    if (phi_lists_[block.index].first == kNone) {
        return;
    }
    Instruction* behind = block.first_after_phis();
    for_each_phi(block, [&](std::uint32_t number) {
        PendingPhi& pending = phis_[number];
        pending.phi = phi_of(pending.variable);
        block.insert_before(behind, pending.phi);
        assign(pending.variable, {&pending.phi->value, 0});
    });
}

// Undoes what blocks that do not dominate `block` have written.
void SsaBuilder::leave_until(const Block& block) {
    while (!open_.empty() && (!is_reachable(block) || !open_.back().block->dominates(&block))) {
        while (undo_.size() > open_.back().undo_size) {
            variables_[undo_.back().variable].current = undo_.back().old;
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
        for_each_phi(*successor, [&](std::uint32_t number) {
            supplied_.push_back({number, &block, held(phis_[number].variable)});
        });
    }
}

void SsaBuilder::assign(std::uint32_t variable, Component value) {
    if (!open_.empty()) {
        undo_.push_back({variable, variables_[variable].current});
    }
    variables_[variable].current = value;
}

SsaBuilder::Component SsaBuilder::held(std::uint32_t variable) {
    const Variable& asked = variables_[variable];
    return asked.current.value != nullptr ? asked.current : Component{undef(asked.bit_size), 0};
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
    std::array<Component, kMaxComponents> held_now;
    bool whole = true;
    for (unsigned c = 0; c < count; ++c) {
        held_now[c] = held(first + c);
        whole = whole && held_now[c].value == held_now[0].value && held_now[c].component == c;
    }
    if (whole && held_now[0].value->num_components == count) {
        return held_now[0].value;
    }
    std::array<Operand, kMaxComponents> scalars;
    for (unsigned c = 0; c < count; ++c) {
        scalars[c].value = held_now[c].value;
        scalars[c].num_components = 1;
        scalars[c].swizzle[0] = held_now[c].component;
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
        PhiInstruction& phi = *phis_[supply.phi].phi;
        SsaDef* value = builder.whole(operand);
        shader_.add_phi_source(&phi, supply.from, value);
        if (phi.origin.exists() && phi.origin.name == 0) {
            phi.origin.name = value->instruction->origin.name;
        }
    }
}

} // namespace jacquard::nir
