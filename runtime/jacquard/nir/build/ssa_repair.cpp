#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/build/ssa_repair.h>

#include <vector>

namespace jacquard::nir {
namespace {

class SsaRepair {
  public:
    explicit SsaRepair(Function& function)
        : function_(function), shader_(*function.shader), tree_(function) {}

    bool run() {
        std::vector<SsaDef*> broken;
        for (Block* block : tree_.preorder()) {
            for (Instruction& instruction : block->instructions()) {
                instruction.for_each_def([&](SsaDef& value) {
                    if (has_broken_use(value)) {
                        broken.push_back(&value);
                    }
                });
            }
        }
        if (broken.empty()) {
            return false;
        }
        DominanceFrontiers frontiers(function_);
        frontiers_ = &frontiers;
        joins_.assign(function_.num_blocks + std::size_t{1}, nullptr);
        known_.resize(function_.num_blocks + std::size_t{1});
        for (SsaDef* value : broken) {
            repair(*value);
        }
        return true;
    }

  private:
    // The block at whose end or in which a use reads; null when it does not matter.
    static Block* reading_block(const Source& use) {
        if (const IfNode* branch = use.if_node()) {
            return branch->block_before();
        }
        const Instruction* user = use.instruction();
        return user->kind == InstructionKind::phi ? static_cast<const PhiSource&>(use).predecessor
                                                  : user->block;
    }

    static bool is_broken(const SsaDef& value, const Source& use) {
        const Block* block = reading_block(use);
        return block != nullptr && block->list != nullptr && is_reachable(*block) &&
               block != value.instruction->block && !value.instruction->block->dominates(block);
    }

    static bool has_broken_use(const SsaDef& value) {
        for (const Source& use : value.uses()) {
            if (is_broken(value, use)) {
                return true;
            }
        }
        return false;
    }

    void repair(SsaDef& value) {
        value_ = &value;
        ++generation_;
        mark_joins(*value.instruction->block);
        std::vector<Source*> broken;
        for (Source& use : value.uses()) {
            if (is_broken(value, use)) {
                broken.push_back(&use);
            }
        }
        for (Source* use : broken) {
            use->set(value_at_end(*reading_block(*use)));
        }
        while (!unfilled_.empty()) {
            PhiInstruction* phi = unfilled_.back();
            unfilled_.pop_back();
            for (Block* predecessor : phi->block->predecessors()) {
                shader_.add_phi_source(phi, predecessor, value_at_end(*predecessor));
            }
        }
    }

    // Blocks where the value and its absence, or two phis, may meet.
    void mark_joins(Block& definition) {
        std::vector<Block*> pending = {&definition};
        while (!pending.empty()) {
            const Block* from = pending.back();
            pending.pop_back();
            for (Block* join : frontiers_->of(*from)) {
                if (joins_[join->index] != value_) {
                    joins_[join->index] = value_;
                    pending.push_back(join);
                }
            }
        }
    }

    // Returns the value at the end of a block, or null if it is unknown.
    SsaDef* value_at_end(Block& block) {
        std::vector<Block*> passed;
        SsaDef* found = nullptr;
        for (Block* at = &block; at != nullptr && is_reachable(*at) && found == nullptr;
             at = at->immediate_dominator) {
            if (known_[at->index].generation == generation_) {
                found = known_[at->index].value;
                break;
            }
            passed.push_back(at);
            if (at == value_->instruction->block) {
                found = value_;
            } else if (joins_[at->index] == value_) {
                found = add_phi(*at);
            }
        }
        if (found == nullptr) {
            found = undefined();
        }
        for (const Block* at : passed) {
            known_[at->index] = {found, generation_};
        }
        return found;
    }

    SsaDef* add_phi(Block& block) {
        PhiInstruction* phi = shader_.make_phi(value_->num_components, value_->bit_size);
        block.prepend(phi);
        unfilled_.push_back(phi);
        return &phi->value;
    }

    SsaDef* undefined() {
        if (undefined_generation_ != generation_) {
            UndefInstruction* undef = shader_.make_undef(value_->num_components, value_->bit_size);
            function_.first_block()->prepend(undef);
            undefined_ = &undef->value;
            undefined_generation_ = generation_;
        }
        return undefined_;
    }

    struct Known {
        SsaDef* value = nullptr;
        std::uint32_t generation = 0;
    };

    Function& function_;
    Shader& shader_;
    DominatorTree tree_;
    DominanceFrontiers* frontiers_ = nullptr;
    SsaDef* value_ = nullptr;
    std::uint32_t generation_ = 0;
    std::vector<const SsaDef*> joins_; // by block: the value that may need a phi there
    std::vector<Known> known_;         // by block
    std::vector<PhiInstruction*> unfilled_;
    SsaDef* undefined_ = nullptr;
    std::uint32_t undefined_generation_ = 0;
};

} // namespace

bool repair_ssa(Function& function) {
    const bool is_one_block = function.first_block()->next == nullptr;
    return !is_one_block && SsaRepair(function).run();
}

void close_loop_values(Shader& shader, LoopNode& loop) {
    const std::uint32_t first = loop.header()->index;
    const std::uint32_t last = loop.body.last_block()->index;
    Block& exit = *loop.block_after();
    const auto is_inside = [&](const Source& use) {
        const Block* block =
            use.is_condition() ? use.if_node()->block_before() : use.instruction()->block;
        if (use.instruction() != nullptr && use.instruction()->kind == InstructionKind::phi) {
            block = static_cast<const PhiSource&>(use).predecessor;
        }
        return block->index >= first && block->index <= last;
    };
    for (Block* block = loop.header(); block != &exit; block = next_block(block)) {
        for (Instruction& instruction : block->instructions()) {
            instruction.for_each_def([&](SsaDef& value) {
                PhiInstruction* phi = nullptr;
                for (Source& use : value.uses()) {
                    if (is_inside(use)) {
                        continue;
                    }
                    if (phi == nullptr) {
                        phi = shader.make_phi(value.num_components, value.bit_size);
                        exit.prepend(phi);
                    }
                    use.set(&phi->value);
                }
                for (Block* predecessor : exit.predecessors()) {
                    if (phi != nullptr) {
                        shader.add_phi_source(phi, predecessor, &value);
                    }
                }
            });
        }
    }
}

} // namespace jacquard::nir
