#include <jacquard/nir/builder.h>
#include <jacquard/nir/dominance.h>
#include <jacquard/passes/registers_to_ssa.h>

#include <array>
#include <vector>

namespace jacquard::nir {
namespace {

// One component of a value; what a register's component holds at some point.
struct Component {
    SsaDef* value = nullptr;
    std::uint8_t component = 0;
};

struct Register {
    IntrinsicInstruction* declaration = nullptr;
    std::uint32_t first_variable = 0;
    std::uint8_t num_components = 0;
    std::uint8_t bit_size = 0;
};

// A phi of one component to be filled when the values at the ends of all blocks are known.
struct PendingPhi {
    PhiInstruction* phi = nullptr;
    std::uint32_t variable = 0;
};

constexpr std::uint32_t kNone = ~std::uint32_t{0};

bool is_op(const Instruction& instruction, IntrinsicOp op) {
    const auto* intrinsic = instruction.as<IntrinsicInstruction>();
    return intrinsic != nullptr && intrinsic->op == op;
}

bool has_modifiers(const IntrinsicInstruction& access) {
    return access.base() != 0 || access.legacy_fabs() || access.legacy_fneg() ||
           access.legacy_fsat();
}

// Whether every use is a plain load or store of the whole register.
bool is_promotable(const IntrinsicInstruction& declaration) {
    if (declaration.num_array_elems() != 0 || declaration.num_components() > kMaxComponents) {
        return false;
    }
    for (const Source& use : declaration.value.uses()) {
        const Instruction* user = use.instruction();
        if (user == nullptr) {
            return false;
        }
        const auto* access = user->as<IntrinsicInstruction>();
        if (access == nullptr || has_modifiers(*access)) {
            return false;
        }
        const bool load = access->op == IntrinsicOp::load_reg &&
                          access->value.num_components == declaration.num_components() &&
                          access->value.bit_size == declaration.bit_size();
        const bool store = access->op == IntrinsicOp::store_reg &&
                           &use == &access->first_source[1] &&
                           access->component_count == declaration.num_components() &&
                           access->first_source[0].ssa->bit_size == declaration.bit_size();
        if (!load && !store) {
            return false;
        }
    }
    return true;
}

// Each component of each register is a variable of its own, so that a phi joins only what needs
// joining. Phis are placed at the iterated dominance frontiers of the stores of variables that some
// block reads before writing; renaming walks the dominator tree.
class RegistersToSsa {
  public:
    explicit RegistersToSsa(Function& function) : function_(function), shader_(*function.shader) {}

    bool run() {
        collect_registers();
        if (registers_.empty()) {
            return false;
        }
        if (function_.first_block()->next != nullptr) {
            compute_dominance(function_);
            collect_blocks();
            place_phis();
        } else {
            blocks_.push_back(function_.first_block());
        }
        rename();
        fill_phis();
        remove_declarations();
        return true;
    }

  private:
    void collect_registers() {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.index = kNone;
                if (!is_op(instruction, IntrinsicOp::decl_reg)) {
                    continue;
                }
                auto* declaration = instruction.as<IntrinsicInstruction>();
                if (is_promotable(*declaration)) {
                    instruction.index = static_cast<std::uint32_t>(registers_.size());
                    registers_.push_back({declaration, num_variables_,
                                          static_cast<std::uint8_t>(declaration->num_components()),
                                          static_cast<std::uint8_t>(declaration->bit_size())});
                    num_variables_ += declaration->num_components();
                }
            }
        }
        current_.resize(num_variables_);
    }

    // The register that an instruction loads or stores; null for anything else.
    const Register* accessed(const Instruction& instruction) const {
        const auto* access = instruction.as<IntrinsicInstruction>();
        if (access == nullptr) {
            return nullptr;
        }
        const SsaDef* handle = nullptr;
        if (access->op == IntrinsicOp::load_reg) {
            handle = access->first_source[0].ssa;
        } else if (access->op == IntrinsicOp::store_reg) {
            handle = access->first_source[1].ssa;
        }
        if (handle == nullptr || handle->instruction->index == kNone ||
            !is_op(*handle->instruction, IntrinsicOp::decl_reg)) {
            return nullptr;
        }
        return &registers_[handle->instruction->index];
    }

    void collect_blocks() {
        blocks_.reserve(function_.num_blocks);
        for (Block& block : function_.blocks()) {
            blocks_.push_back(&block);
        }
    }

    void place_phis() {
        find_frontiers();
        find_stores();
        phis_.resize(blocks_.size());
        std::vector<std::uint32_t> placed(blocks_.size(), kNone);
        std::vector<std::uint32_t> reached(blocks_.size(), kNone);
        std::vector<std::uint32_t> pending;
        for (const Register& each : registers_) {
            for (std::uint32_t c = 0; c < each.num_components; ++c) {
                const std::uint32_t variable = each.first_variable + c;
                if (!read_across_blocks_[variable]) {
                    continue;
                }
                pending = storing_blocks_[variable];
                for (const std::uint32_t block : pending) {
                    reached[block] = variable;
                }
                while (!pending.empty()) {
                    const std::uint32_t from = pending.back();
                    pending.pop_back();
                    for (const std::uint32_t block : frontier_[from]) {
                        if (placed[block] == variable) {
                            continue;
                        }
                        placed[block] = variable;
                        PhiInstruction* phi = shader_.make_phi(1, each.bit_size);
                        phis_[block].push_back({phi, variable});
                        if (reached[block] != variable) {
                            reached[block] = variable;
                            pending.push_back(block);
                        }
                    }
                }
            }
        }
    }

    void find_frontiers() {
        frontier_.resize(blocks_.size());
        for (const Block* block : blocks_) {
            if (block->num_predecessors < 2) {
                continue;
            }
            for (Block* predecessor : block->predecessors()) {
                for (Block* runner = predecessor;
                     runner != nullptr && runner != block->immediate_dominator;
                     runner = runner->immediate_dominator) {
                    std::vector<std::uint32_t>& list = frontier_[runner->index];
                    if (!list.empty() && list.back() == block->index) {
                        break;
                    }
                    list.push_back(block->index);
                }
            }
        }
    }

    void find_stores() {
        storing_blocks_.resize(num_variables_);
        read_across_blocks_.assign(num_variables_, false);
        std::vector<std::uint32_t> stored_in(num_variables_, kNone);
        for (const Block* block : blocks_) {
            for (const Instruction& instruction : block->instructions()) {
                const Register* each = accessed(instruction);
                if (each == nullptr) {
                    continue;
                }
                const auto& access = *instruction.as<IntrinsicInstruction>();
                const bool load = access.op == IntrinsicOp::load_reg;
                for (std::uint32_t c = 0; c < each->num_components; ++c) {
                    const std::uint32_t variable = each->first_variable + c;
                    if (load) {
                        if (stored_in[variable] != block->index) {
                            read_across_blocks_[variable] = true;
                        }
                    } else if ((access.write_mask() >> c & 1) != 0 &&
                               stored_in[variable] != block->index) {
                        stored_in[variable] = block->index;
                        storing_blocks_[variable].push_back(block->index);
                    }
                }
            }
        }
    }

    // Blocks in the order of the dominator tree; a block that nothing reaches comes last and sees
    // no values.
    std::vector<Block*> dominator_order() const {
        std::vector<Block*> order(blocks_.size(), nullptr);
        std::size_t unreached = blocks_.size();
        for (Block* block : blocks_) {
            if (block->dominance_first <= block->dominance_last || blocks_.size() == 1) {
                order[blocks_.size() == 1 ? 0 : tree_position(*block)] = block;
            } else {
                order[--unreached] = block;
            }
        }
        return order;
    }

    // end_block takes a number in the tree too; it has no children.
    std::size_t tree_position(const Block& block) const {
        const Block& end = *function_.end_block;
        const bool end_before = end.dominance_first <= end.dominance_last &&
                                end.dominance_first < block.dominance_first;
        return block.dominance_first - (end_before ? 1U : 0U);
    }

    void rename() {
        const bool single = blocks_.size() == 1;
        for (Block* block : single ? blocks_ : dominator_order()) {
            if (!single) {
                leave_until(*block);
                begin(*block);
            }
            for (Instruction& instruction : block->instructions()) {
                if (const Register* each = accessed(instruction)) {
                    rename_access(*each, *instruction.as<IntrinsicInstruction>());
                }
            }
            if (!single) {
                supply_phis(*block);
            }
        }
    }

    // Undoes what blocks that do not dominate `block` have set.
    void leave_until(const Block& block) {
        const bool unreached = block.dominance_first > block.dominance_last;
        while (!open_.empty() && (unreached || !open_.back().block->dominates(&block))) {
            while (undo_.size() > open_.back().undo_size) {
                current_[undo_.back().variable] = undo_.back().old;
                undo_.pop_back();
            }
            open_.pop_back();
        }
        open_.push_back({&block, undo_.size()});
    }

    void begin(Block& block) {
        for (const PendingPhi& pending : phis_[block.index]) {
            block.insert_before(block.first_after_phis(), pending.phi);
            assign(pending.variable, {&pending.phi->value, 0});
        }
    }

    void assign(std::uint32_t variable, Component value) {
        if (!open_.empty()) {
            undo_.push_back({variable, current_[variable]});
        }
        current_[variable] = value;
    }

    Component read(std::uint32_t variable, unsigned bit_size) {
        const Component held = current_[variable];
        return held.value != nullptr ? held : Component{undef(bit_size), 0};
    }

    // One undefined scalar of each width, at the start of the function.
    SsaDef* undef(unsigned bit_size) {
        SsaDef*& made = undefs_[bit_size % undefs_.size()];
        if (made == nullptr) {
            UndefInstruction* instruction = shader_.make_undef(1, bit_size);
            function_.first_block()->prepend(instruction);
            made = &instruction->value;
        }
        return made;
    }

    void rename_access(const Register& each, IntrinsicInstruction& access) {
        if (access.op == IntrinsicOp::store_reg) {
            SsaDef* value = access.first_source[0].ssa;
            for (std::uint8_t c = 0; c < each.num_components; ++c) {
                if ((access.write_mask() >> c & 1) != 0) {
                    assign(each.first_variable + c, {value, c});
                }
            }
        } else {
            access.value.rewrite_uses(gather(each, access));
        }
        access.remove();
    }

    SsaDef* gather(const Register& each, IntrinsicInstruction& load) {
        std::array<Operand, kMaxComponents> scalars;
        bool whole = true;
        for (std::uint8_t c = 0; c < each.num_components; ++c) {
            const Component held = read(each.first_variable + c, each.bit_size);
            scalars[c].value = held.value;
            scalars[c].num_components = 1;
            scalars[c].swizzle[0] = held.component;
            whole = whole && held.value == scalars[0].value && held.component == c;
        }
        if (whole && scalars[0].value->num_components == each.num_components) {
            return scalars[0].value;
        }
        Builder builder(shader_, Cursor::before_instruction(&load));
        return builder.vec(std::span<const Operand>(scalars.data(), each.num_components));
    }

    // Gives the phis of the blocks behind this one the values at its end.
    void supply_phis(Block& block) {
        for (std::size_t i = 0; i < block.successors.size(); ++i) {
            Block* successor = block.successors[i];
            if (successor == nullptr || successor == function_.end_block ||
                (i == 1 && successor == block.successors[0])) {
                continue;
            }
            for (const PendingPhi& pending : phis_[successor->index]) {
                const Component held = read(pending.variable, pending.phi->value.bit_size);
                supplied_.push_back({pending.phi, &block, held});
            }
        }
    }

    // Scalars are taken out of vectors at the ends of the blocks that supply them.
    void fill_phis() {
        for (const Supply& supply : supplied_) {
            Operand operand;
            operand.value = supply.held.value;
            operand.num_components = 1;
            operand.swizzle[0] = supply.held.component;
            Builder builder(shader_, Cursor::before_jump(supply.from));
            shader_.add_phi_source(supply.phi, supply.from, builder.whole(operand));
        }
    }

    void remove_declarations() {
        for (const Register& each : registers_) {
            each.declaration->remove();
        }
    }

    struct Undo {
        std::uint32_t variable;
        Component old;
    };
    struct Open {
        const Block* block;
        std::size_t undo_size;
    };
    struct Supply {
        PhiInstruction* phi;
        Block* from;
        Component held;
    };

    Function& function_;
    Shader& shader_;
    std::vector<Register> registers_;
    std::uint32_t num_variables_ = 0;
    std::vector<Component> current_; // by variable
    std::vector<Block*> blocks_;     // by index
    std::vector<std::vector<std::uint32_t>> frontier_;
    std::vector<std::vector<std::uint32_t>> storing_blocks_; // by variable
    std::vector<bool> read_across_blocks_;                   // by variable
    std::vector<std::vector<PendingPhi>> phis_;              // by block
    std::vector<Undo> undo_;
    std::vector<Open> open_;
    std::vector<Supply> supplied_;
    std::array<SsaDef*, 65> undefs_{};
};

} // namespace

bool registers_to_ssa(Shader& shader) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= RegistersToSsa(function).run();
    }
    return changed;
}

} // namespace jacquard::nir
