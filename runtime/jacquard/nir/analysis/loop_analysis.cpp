#include <jacquard/nir/analysis/code_motion.h>
#include <jacquard/nir/analysis/loop_analysis.h>
#include <jacquard/nir/fold/constant_evaluator.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace jacquard::nir {
namespace {

using Components = std::array<ConstantValue, kMaxComponents>;

// Blocks of a loop are numbered in a row.
bool contains(const LoopNode& loop, const Instruction& instruction) {
    const std::uint32_t index = instruction.block->index;
    return index >= loop.header()->index && index <= loop.body.last_block()->index;
}

// Computes values of a loop iteration by iteration, as far as they follow from constants.
class LoopRun {
  public:
    // The loop's instructions have the numbers from 1 to `num_instructions`.
    LoopRun(const LoopNode& loop, std::size_t num_instructions, FloatControls controls,
            const LoopLimits& limits)
        : loop_(loop), controls_(controls), limits_(limits), places_(num_instructions + 1) {
        added_.reserve(kUsualValues);
        pending_.reserve(kUsualValues);
        steps_.reserve(kUsualValues);
    }

    // Returns true if `value` can be computed in every iteration; then it will be.
    bool add(const SsaDef& value) {
        const std::size_t before = added_.size();
        pending_.assign(1, &value);
        while (!pending_.empty()) {
            const SsaDef& each = *pending_.back();
            pending_.pop_back();
            if (has_place(each)) {
                continue;
            }
            if (added_.size() >= limits_.instructions || !add_sources(each)) {
                take_back(before);
                return false;
            }
            give_place(each);
        }
        return true;
    }

    // Orders what was added. False when something cannot be computed at all.
    bool prepare() {
        values_.resize(added_.size());
        std::vector<const Instruction*> order;
        order.reserve(added_.size());
        for (const SsaDef* value : added_) {
            order.push_back(value->instruction);
        }
        std::sort(order.begin(), order.end(),
                  [](const Instruction* a, const Instruction* b) { return a->index < b->index; });
        for (const Instruction* instruction : order) {
            if (const auto* constant = instruction->as<ConstantInstruction>()) {
                std::copy_n(constant->values, constant->value.num_components,
                            values_[place_of(constant->value)].begin());
            } else if (const auto* phi = instruction->as<PhiInstruction>()) {
                phis_.push_back(phi);
            } else {
                steps_.push_back(instruction->as<AluInstruction>());
            }
        }
        next_.resize(phis_.size());
        for (const PhiInstruction* phi : phis_) {
            const SsaDef& initial = *phi->source_from(loop_.block_before())->ssa;
            values_[place_of(phi->value)] = values_[place_of(initial)];
        }
        return compute();
    }

    // Goes on to the next iteration, by way of the end of the body.
    bool advance() {
        for (std::size_t i = 0; i < phis_.size(); ++i) {
            const SsaDef& update = *phis_[i]->source_from(loop_.body.last_block())->ssa;
            next_[i] = values_[place_of(update)];
        }
        for (std::size_t i = 0; i < phis_.size(); ++i) {
            values_[place_of(phis_[i]->value)] = next_[i];
        }
        return compute();
    }

    [[nodiscard]] bool is_true(const SsaDef& condition) const {
        return values_[place_of(condition)][0].b;
    }

  private:
    // Most loops compute fewer: the memory is taken once.
    static constexpr std::size_t kUsualValues = 16;

    struct Place {
        const SsaDef* value = nullptr;
        std::size_t number = 0;
    };

    [[nodiscard]] bool has_place(const SsaDef& value) const {
        const std::size_t index = value.instruction->index;
        return index < places_.size() && places_[index].value == &value;
    }
    [[nodiscard]] std::size_t place_of(const SsaDef& value) const {
        return places_[value.instruction->index].number;
    }

    // Constants from outside the loop get the numbers behind those of its instructions.
    void give_place(const SsaDef& value) {
        if (!contains(loop_, *value.instruction)) {
            value.instruction->index = static_cast<std::uint32_t>(places_.size());
            places_.emplace_back();
        }
        places_[value.instruction->index] = {&value, added_.size()};
        added_.push_back(&value);
    }

    void take_back(std::size_t first) {
        for (std::size_t i = first; i < added_.size(); ++i) {
            places_[added_[i]->instruction->index] = {};
        }
        added_.resize(first);
    }

    // Adds the sources of a value that can be computed to the pending ones.
    bool add_sources(const SsaDef& value) {
        const Instruction& instruction = *value.instruction;
        if (instruction.kind == InstructionKind::constant) {
            return true;
        }
        if (!contains(loop_, instruction)) {
            return false;
        }
        if (const auto* alu = instruction.as<AluInstruction>()) {
            for (const AluSource& source : alu->sources()) {
                pending_.push_back(source.ssa);
            }
            return true;
        }
        const auto* phi = instruction.as<PhiInstruction>();
        if (phi == nullptr || phi->block != loop_.header()) {
            return false;
        }
        const PhiSource* initial = phi->source_from(loop_.block_before());
        const PhiSource* update = phi->source_from(loop_.body.last_block());
        const bool only_these = phi->first_source != nullptr &&
                                phi->first_source->next == phi->last_source &&
                                phi->first_source != phi->last_source;
        if (initial == nullptr || update == nullptr || !only_these) {
            return false;
        }
        pending_.push_back(initial->ssa);
        pending_.push_back(update->ssa);
        return true;
    }

    bool compute() {
        std::array<Components, kMaxComponents> operands;
        std::array<const ConstantValue*, kMaxComponents> sources;
        for (const AluInstruction* alu : steps_) {
            for (unsigned i = 0; i < alu->num_sources; ++i) {
                const AluSource& source = alu->first_source[i];
                const Components& held = values_[place_of(*source.ssa)];
                for (unsigned c = 0; c < alu->source_components(i); ++c) {
                    operands[i][c] = held[source.swizzle[c]];
                }
                sources[i] = operands[i].data();
            }
            if (!evaluate(alu->opcode, alu->unsized_bit_size(), alu->value.num_components,
                          sources.data(), values_[place_of(alu->value)].data(), controls_)) {
                return false;
            }
        }
        return true;
    }

    const LoopNode& loop_;
    FloatControls controls_;
    const LoopLimits& limits_;
    std::vector<Place> places_;        // by Instruction::index
    std::vector<const SsaDef*> added_; // by place
    std::vector<const SsaDef*> pending_;
    std::vector<const PhiInstruction*> phis_;
    std::vector<const AluInstruction*> steps_;
    std::vector<Components> values_; // by place
    std::vector<Components> next_;   // by phi
};

// Returns true if a list is one block that only breaks.
bool is_break(const ControlFlowList& side) {
    const JumpInstruction* jump = side.last_block()->jump();
    return jump != nullptr && jump->jump == JumpKind::break_loop;
}

class LoopAnalysis {
  public:
    LoopAnalysis(LoopNode& loop, const LoopLimits& limits) : loop_(loop), limits_(limits) {
        info_.loop = &loop;
    }

    LoopInfo run() {
        number_instructions();
        find_terminators();
        find_induction_variables();
        find_other_jumps();
        if (!info_.has_continue) {
            run_terminators();
        }
        return std::move(info_);
    }

  private:
    template <typename Visit>
    void for_each_block(Visit&& visit) {
        for (Block* block = loop_.header(); block != loop_.block_after();
             block = next_block(block)) {
            visit(*block);
        }
    }

    // Within the loop and what it is computed from, order is all that matters.
    void number_instructions() {
        std::uint32_t number = 0;
        for_each_block([&](Block& block) {
            for (Instruction& instruction : block.instructions()) {
                instruction.index = ++number;
                info_.cost += cost_of(instruction);
            }
        });
        info_.num_instructions = number;
    }

    void find_terminators() {
        for (ControlFlowNode* node = loop_.body.first; node != nullptr; node = node->next) {
            auto* branch = node->as<IfNode>();
            if (branch == nullptr || is_break(branch->then_list) == is_break(branch->else_list)) {
                continue;
            }
            LoopTerminator terminator;
            terminator.branch = branch;
            terminator.breaks_in_then = is_break(branch->then_list);
            info_.terminators.push_back(terminator);
        }
    }

    void find_induction_variables() {
        for (Instruction& instruction : loop_.header()->instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            const PhiSource* initial = phi->source_from(loop_.block_before());
            const PhiSource* next = phi->source_from(loop_.body.last_block());
            auto* update = next != nullptr ? next->ssa->instruction->as<AluInstruction>() : nullptr;
            if (initial == nullptr || update == nullptr) {
                continue;
            }
            InductionVariable variable{phi, initial->ssa, update, nullptr};
            if (finds_step(variable)) {
                info_.induction_variables.push_back(variable);
            }
        }
    }

    // One operand is the phi, at most one other does not change in the loop.
    bool finds_step(InductionVariable& variable) const {
        bool reads_phi = false;
        for (const AluSource& source : variable.update->sources()) {
            if (source.ssa == &variable.phi->value) {
                reads_phi = true;
            } else if (variable.step == nullptr && !contains(loop_, *source.ssa->instruction)) {
                variable.step = source.ssa;
            } else if (source.ssa->instruction->kind == InstructionKind::constant &&
                       variable.step == nullptr) {
                variable.step = source.ssa;
            } else {
                return false;
            }
        }
        return reads_phi;
    }

    void find_other_jumps() {
        std::unordered_set<const Block*> of_terminators;
        for (const LoopTerminator& terminator : info_.terminators) {
            of_terminators.insert(terminator.break_block());
        }
        for_each_block([&](Block& block) {
            const JumpInstruction* jump = block.jump();
            if (jump == nullptr) {
                return;
            }
            if (jump->jump == JumpKind::return_function || jump->jump == JumpKind::halt) {
                info_.has_other_jumps = true;
            } else if (loop_around(&block) != &loop_) {
                return;
            } else if (jump->jump == JumpKind::continue_loop) {
                info_.has_continue |= &block != loop_.body.last_block();
            } else {
                info_.has_other_jumps |= !of_terminators.contains(&block);
            }
        });
    }

    // Computes the conditions until one breaks.
    void run_terminators() {
        if (info_.terminators.empty()) {
            return;
        }
        const Function& function = *function_of(&loop_);
        const FloatControls controls = function.shader->info.float_controls;
        std::vector<LoopTerminator*> computable;
        computable.reserve(info_.terminators.size());
        LoopRun iterations(loop_, info_.num_instructions, controls, limits_);
        std::size_t failures = 0;
        for (LoopTerminator& terminator : info_.terminators) {
            if (limits_.terminators == computable.size() + failures) {
                break;
            }
            terminator.is_computable = iterations.add(*terminator.branch->condition.ssa);
            if (terminator.is_computable) {
                computable.push_back(&terminator);
            } else {
                ++failures;
            }
        }
        if (computable.empty() || !iterations.prepare()) {
            return;
        }
        const std::uint32_t most_iterations =
            std::min(limits_.iterations, limits_.cost / std::max(info_.cost, 1U));
        for (std::uint32_t i = 0; i <= most_iterations; ++i) {
            for (LoopTerminator* terminator : computable) {
                if (iterations.is_true(*terminator->branch->condition.ssa) ==
                    terminator->breaks_in_then) {
                    limited_by(*terminator, i);
                    return;
                }
            }
            if (!iterations.advance()) {
                return;
            }
        }
    }

    void limited_by(LoopTerminator& terminator, std::uint32_t iteration) {
        terminator.breaks_at_all = true;
        terminator.iterations = iteration;
        info_.limiting_terminator = static_cast<int>(&terminator - info_.terminators.data());
        info_.trip_count = iteration;
        info_.trip_count_is_exact =
            !info_.has_other_jumps &&
            std::all_of(info_.terminators.begin(), info_.terminators.end(),
                        [](const LoopTerminator& each) { return each.is_computable; });
    }

    LoopNode& loop_;
    const LoopLimits& limits_;
    LoopInfo info_;
};

} // namespace

LoopInfo analyse_loop(LoopNode& loop, const LoopLimits& limits) {
    return LoopAnalysis(loop, limits).run();
}

} // namespace jacquard::nir
