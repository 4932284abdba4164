#include <jacquard/nir/build/ssa_builder.h>
#include <jacquard/nir/build/ssa_scalars.h>

#include <algorithm>
#include <span>

namespace jacquard::nir {

namespace {

// Ifs around a place that are looked at; what was said further out is read by a phi.
constexpr unsigned kMostIfs = 16;

// Takes the items of one block from the front of a list in the order of the blocks.
template <typename T, typename BlockOf>
std::span<T> take_front(std::span<T>& items, const Block& block, const BlockOf& block_of) {
    const auto end = std::find_if(items.begin(), items.end(),
                                  [&](const T& item) { return block_of(item) != &block; });
    const auto count = static_cast<std::size_t>(end - items.begin());
    const std::span<T> taken = items.first(count);
    items = items.subspan(count);
    return taken;
}

} // namespace

// Returns true if it cannot have been written since: nothing between was read or written.
bool SsaScalars::is_kept(const Scalar& scalar, const Block& block) {
    const ControlFlowNode* node = &block;
    for (unsigned i = 0; i < kMostIfs && node->list != scalar.block->list; ++i) {
        if (node->parent->kind != ControlFlowKind::if_node) {
            return false;
        }
        node = node->parent;
    }
    return node->list == scalar.block->list;
}

SsaDef* SsaScalars::read(Shader& shader, Block* block, Scalar& scalar) {
    if (SsaDef* value = known(scalar, block)) {
        return value;
    }
    Known& asked = scalars_[scalar.number];
    asked.is_read = true;
    PhiInstruction* phi = shader.make_phi(1, asked.initial->bit_size);
    block->prepend(phi);
    phi->index = static_cast<std::uint32_t>(stand_ins_.size());
    stand_ins_.push_back({phi, scalar.number, nullptr});
    scalar = {block, &phi->value, scalar.number};
    return scalar.value;
}

void SsaScalars::write(Block* block, Scalar& scalar, SsaDef* value) {
    if (scalar.block != block || scalar.last_write == Scalar::kNone) {
        scalar.block = block;
        scalar.last_write = static_cast<std::uint32_t>(writes_.size());
        writes_.push_back({block, scalar.number, value});
    }
    scalar.value = value;
    writes_[scalar.last_write].value = value;
}

SsaDef* SsaScalars::without_stand_in(SsaDef* value) const {
    const Instruction* made_by = value->instruction;
    const bool is_one = made_by->kind == InstructionKind::phi &&
                        made_by->index < stand_ins_.size() &&
                        stand_ins_[made_by->index].phi == made_by;
    return is_one && stand_ins_[made_by->index].value != nullptr ? stand_ins_[made_by->index].value
                                                                 : value;
}

void SsaScalars::finish(Function& function) {
    if (stand_ins_.empty()) {
        return;
    }
    SsaBuilder ssa(function);
    for (const Known& scalar : scalars_) {
        ssa.write(ssa.add_variables(1, scalar.initial->bit_size), scalar.initial, 1);
    }
    struct Accesses {
        std::span<StandIn> reads;
        std::span<Write> writes;
    };
    std::vector<Accesses> accesses; // by block
    accesses.reserve(function.num_blocks);
    std::span<StandIn> reads = stand_ins_;
    std::span<Write> writes = writes_;
    for (const Block& block : function.blocks()) {
        accesses.push_back(
            {take_front(reads, block, [](const StandIn& read) { return read.phi->block; }),
             take_front(writes, block, [](const Write& write) { return write.block; })});
        ssa.begin_notes(block);
        for (const StandIn& read : accesses.back().reads) {
            ssa.note_read(read.scalar);
        }
        for (const Write& write : accesses.back().writes) {
            ssa.note_write(write.scalar);
        }
    }
    const auto offer = [&](Block& block) {
        for (const StandIn& read : accesses[block.index].reads) {
            ssa.offer_phi(read.scalar, read.phi);
        }
    };
    const auto rename = [&](Block& block) {
        for (StandIn& read : accesses[block.index].reads) {
            read.value = ssa.read(read.scalar, 1, Cursor::before_instruction(read.phi));
            if (ssa.take_back_phi(read.scalar) != nullptr) {
                read.phi->value.rewrite_uses(read.value);
                read.phi->remove();
            }
        }
        for (const Write& write : accesses[block.index].writes) {
            if (scalars_[write.scalar].is_read) {
                ssa.write(write.scalar, without_stand_in(write.value), 1);
            }
        }
    };
    ssa.rename_blocks(offer, rename);
}

} // namespace jacquard::nir
