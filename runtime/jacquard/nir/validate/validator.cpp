#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/dominance.h>
#include <jacquard/nir/text/print/number_table.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validate_instruction.h>
#include <jacquard/nir/validate/validate_variables.h>
#include <jacquard/nir/validate/validator.h>

#include <algorithm>
#include <unordered_set>

namespace jacquard::nir {
namespace {

class Validator {
  public:
    Validator(Shader& shader, std::size_t limit) : shader_(shader), limit_(limit) {}

    std::vector<Violation> run() {
        for (DeclarationFault& fault : declaration_faults(shader_)) {
            report_of(fault.subject, std::move(fault.message));
        }
        for (Function& function : shader_.functions()) {
            check_function(function);
        }
        return std::move(found_);
    }

  private:
    void report(std::string message, const Block* block, const Instruction* instruction = nullptr) {
        report_of(instruction, std::move(message), block, instruction);
    }

    void report_of(const void* subject, std::string message, const Block* block = nullptr,
                   const Instruction* instruction = nullptr) {
        if (found_.size() < limit_) {
            found_.push_back({std::move(message), instruction, block, subject});
        }
    }

    void check_function(Function& function) {
        const std::size_t before = found_.size();
        if (function.shader != &shader_ || function.end_block == nullptr ||
            function.body.first == nullptr) {
            report("a function belongs to its shader, has a body and an end block", nullptr);
            return;
        }
        check_list(function.body, &function);
        if (found_.size() != before) {
            return;
        }
        check_links(function);
        check_instruction_lists(function);
        if (found_.size() != before) {
            return;
        }
        function.number_instructions();
        compute_dominance(function);
        check_definitions(function);
        blocks_.clear();
        for (Block& block : function.blocks()) {
            blocks_.push_back(&block);
        }
        is_predecessor_.assign(blocks_.size(), nullptr);
        check_uses(function);
    }

    // The tree: nested lists are walked with a stack of their own.
    void check_list(const ControlFlowList& body, const ControlFlowNode* owner) {
        struct Entry {
            const ControlFlowList* list;
            const ControlFlowNode* owner;
        };
        std::vector<Entry> pending = {{&body, owner}};
        while (!pending.empty() && found_.size() < limit_) {
            const Entry entry = pending.back();
            pending.pop_back();
            const ControlFlowNode* previous = nullptr;
            bool expects_block = true;
            for (const ControlFlowNode* node = entry.list->first; node != nullptr;
                 previous = node, node = node->next) {
                const auto* block = node->as<Block>();
                if (node->previous != previous || node->list != entry.list ||
                    node->parent != entry.owner) {
                    report("a node's links disagree with the list it is in", block);
                    return;
                }
                if ((block != nullptr) != expects_block) {
                    report(expects_block ? "an if or loop is where a block must be"
                                         : "a block follows a block",
                           block);
                    return;
                }
                expects_block = !expects_block;
                if (const auto* branch = node->as<IfNode>()) {
                    pending.push_back({&branch->then_list, node});
                    pending.push_back({&branch->else_list, node});
                } else if (const auto* loop = node->as<LoopNode>()) {
                    pending.push_back({&loop->body, node});
                    if (!shader_.made.has_loops()) {
                        report("the shader does not know that a loop was made", nullptr);
                    }
                }
            }
            if (entry.list->last != previous || expects_block) {
                report("a list of control flow must end with a block", nullptr);
            }
        }
    }

    // Links are what link_blocks() would make; it works on copies of nothing, so what stood before
    // is compared with what it makes.
    void check_links(Function& function) {
        struct Links {
            const Block* block;
            std::array<Block*, 2> successors;
            std::vector<const Block*> predecessors;
            std::uint32_t index;
            bool is_reached;
        };
        std::vector<Links> before;
        const auto remember = [&before](const Block& block) {
            before.push_back({&block,
                              block.successors,
                              {block.predecessors().begin(), block.predecessors().end()},
                              block.index,
                              block.is_reached});
        };
        for (const Block& block : function.blocks()) {
            remember(block);
        }
        remember(*function.end_block);
        const std::uint32_t num_blocks = function.num_blocks;
        function.link_blocks();
        if (num_blocks != function.num_blocks) {
            report("the function has " + std::to_string(function.num_blocks) +
                       " blocks, but its links were made for " + std::to_string(num_blocks),
                   nullptr);
            return;
        }
        for (Links& each : before) {
            std::vector<const Block*> now(each.block->predecessors().begin(),
                                          each.block->predecessors().end());
            std::sort(now.begin(), now.end());
            std::sort(each.predecessors.begin(), each.predecessors.end());
            const bool end = each.block == function.end_block;
            if (now != each.predecessors || each.index != each.block->index ||
                each.is_reached != each.block->is_reached ||
                (!end && each.successors != each.block->successors)) {
                report("the links of b" + std::to_string(each.block->index) +
                           " disagree with the tree and its jumps",
                       each.block);
            }
        }
    }

    void check_instruction_lists(Function& function) {
        for (const Block& block : function.blocks()) {
            const Instruction* previous = nullptr;
            bool phis = true;
            for (const Instruction* each = block.first; each != nullptr;
                 previous = each, each = each->next) {
                if (each->block != &block || each->previous != previous) {
                    report("an instruction's links disagree with its block", &block, each);
                    return;
                }
                const bool phi = each->kind == InstructionKind::phi;
                if (phi && !phis) {
                    report("phis must be first in their block", &block, each);
                }
                phis = phi;
                if (each->kind == InstructionKind::jump && each->next != nullptr) {
                    report("a jump must be last in its block", &block, each);
                }
            }
            if (block.last != previous) {
                report("the last instruction of a block is not its last", &block);
            }
            const JumpInstruction* jump = block.jump();
            if (jump == nullptr) {
                continue;
            }
            if (block.next != nullptr) {
                report("a jump is before an if or loop, which is unreachable", &block, jump);
            }
            const bool in_loop = loop_around(&block) != nullptr;
            if (!in_loop &&
                (jump->jump == JumpKind::break_loop || jump->jump == JumpKind::continue_loop)) {
                report("there is no loop around this jump", &block, jump);
            }
        }
    }

    // Passes skip shaders for which nothing was made that they look for.
    [[nodiscard]] bool is_noted(const Instruction& instruction) const {
        const MadeInstructions& made = shader_.made;
        const SsaDef* value = instruction.def();
        if (value != nullptr && !made.has_values(value->bit_size)) {
            return false;
        }
        switch (instruction.kind) {
        case InstructionKind::alu: return made.has(instruction.as<AluInstruction>()->opcode);
        case InstructionKind::intrinsic:
            return made.has(instruction.as<IntrinsicInstruction>()->op);
        case InstructionKind::deref: return made.has(instruction.as<DerefInstruction>()->deref);
        case InstructionKind::jump: return made.has(instruction.as<JumpInstruction>()->jump);
        case InstructionKind::texture: return made.has_textures();
        case InstructionKind::call: return made.has_calls();
        default: return true;
        }
    }

    void check_definitions(Function& function) {
        NumberTable<const SsaDef*> numbers;
        num_uses_ = 0;
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                if (!is_noted(instruction)) {
                    report("the shader does not know that such an instruction was made", &block,
                           &instruction);
                }
                instruction.for_each_def([&](const SsaDef& value) {
                    if (value.instruction != &instruction) {
                        report("a value names another instruction as its own", &block,
                               &instruction);
                    }
                    if (!is_valid_bit_size(value.bit_size) ||
                        !is_valid_component_count(value.num_components)) {
                        report("no value has " + std::to_string(value.num_components) +
                                   " components of " + std::to_string(value.bit_size) + " bits",
                               &block, &instruction);
                    }
                    if (!numbers.try_emplace(value.index, &value).second) {
                        report("%" + std::to_string(value.index) +
                                   " is the number of another value too",
                               &block, &instruction);
                    }
                    if (value.index >= shader_.next_ssa_index && shader_.next_ssa_index != 0) {
                        report("the number of a value is above the shader's next", &block,
                               &instruction);
                    }
                    for (const Source& use : value.uses()) {
                        ++num_uses_;
                        if (use.ssa != &value) {
                            report("a use list holds a source that reads another value", &block,
                                   &instruction);
                            return;
                        }
                    }
                });
            }
        }
    }

    void check_uses(Function& function) {
        std::size_t num_sources = 0;
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                bool complete = true;
                instruction.for_each_source([&](Source& source) {
                    ++num_sources;
                    complete &= check_source(source, &block, &instruction);
                    if (source.instruction() != &instruction) {
                        report("a source names another instruction as its parent", &block,
                               &instruction);
                    }
                });
                if (!complete) {
                    continue;
                }
                check_wildcards(instruction, block);
                if (const auto* phi = instruction.as<PhiInstruction>()) {
                    check_phi(block, *phi);
                } else {
                    check_dominance(instruction);
                }
                for (std::string& fault : instruction_faults(shader_, instruction)) {
                    report(std::move(fault), &block, &instruction);
                }
            }
            if (block.next != nullptr) {
                if (auto* branch = block.next->as<IfNode>()) {
                    ++num_sources;
                    check_condition(block, *branch);
                }
            }
        }
        if (num_sources != num_uses_ && found_.empty()) {
            report("use lists hold " + std::to_string(num_uses_) + " uses of " +
                       std::to_string(num_sources),
                   nullptr);
        }
    }

    bool check_source(const Source& source, const Block* block, const Instruction* instruction) {
        if (source.ssa == nullptr) {
            report("a source reads nothing", block, instruction);
            return false;
        }
        if (source.previous_link == nullptr || *source.previous_link != &source) {
            report("a source is not in the use list of %" + std::to_string(source.ssa->index),
                   block, instruction);
            return false;
        }
        if (source.ssa->instruction == nullptr || source.ssa->instruction->block == nullptr) {
            report("%" + std::to_string(source.ssa->index) + " is read but is not in a block",
                   block, instruction);
            return false;
        }
        return true;
    }

    static bool copies_variables(const IntrinsicInstruction& intrinsic) {
        const VariableAccess* access = variable_access(intrinsic.op);
        return access != nullptr && access->is_copy();
    }

    // Only a copy knows what to do with every element.
    void check_wildcards(const Instruction& instruction, const Block& block) {
        const auto* deref = instruction.as<DerefInstruction>();
        const auto* intrinsic = instruction.as<IntrinsicInstruction>();
        bool wild = deref != nullptr && deref->deref == DerefKind::array_wildcard;
        if (!wilds_.empty()) {
            instruction.for_each_source([&](const Source& source) {
                if (!wilds_.contains(source.ssa)) {
                    return;
                }
                if (deref != nullptr && deref->deref != DerefKind::cast) {
                    wild = true;
                } else if (intrinsic == nullptr || !copies_variables(*intrinsic)) {
                    report("only a copy reads a dereference of every element", &block,
                           &instruction);
                }
            });
        }
        if (wild) {
            wilds_.insert(instruction.def());
        }
    }

    void check_dominance(const Instruction& instruction) {
        if (!is_reachable(*instruction.block)) {
            return;
        }
        instruction.for_each_source([&](const Source& source) {
            if (!dominates(*source.ssa, instruction)) {
                report("%" + std::to_string(source.ssa->index) +
                           " is not defined on every way to here",
                       instruction.block, &instruction);
            }
        });
    }

    static bool is_reachable(const Block& block) {
        return block.dominance_first <= block.dominance_last;
    }

    void check_condition(const Block& block, IfNode& branch) {
        const Source& condition = branch.condition;
        if (!check_source(condition, &block, nullptr)) {
            return;
        }
        if (condition.if_node() != &branch) {
            report_of(&branch, "a condition names another if as its parent", &block);
        }
        const SsaDef& value = *condition.ssa;
        if (value.num_components != 1 || value.bit_size != 1) {
            report_of(&branch,
                      "the condition of an if is one component of 1 bit, not %" +
                          std::to_string(value.index),
                      &block, value.instruction);
        }
        const Block* from = value.instruction->block;
        if (is_reachable(block) && from != &block && !from->dominates(&block)) {
            report_of(&branch,
                      "%" + std::to_string(value.index) + " is not defined on every way to the if",
                      &block, value.instruction);
        }
    }

    // Marks a block's predecessors once, so that the sources of its phis are found in no time.
    void mark_predecessors(const Block& block) {
        if (marked_ == &block) {
            return;
        }
        marked_ = &block;
        for (const Block* predecessor : block.predecessors()) {
            is_predecessor_[predecessor->index] = &block;
        }
    }

    void check_phi(const Block& block, const PhiInstruction& phi) {
        mark_predecessors(block);
        std::unordered_set<const Block*> seen;
        std::size_t count = 0;
        for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            ++count;
            const Block* from = source->predecessor;
            if (from == nullptr || from->index >= blocks_.size() || blocks_[from->index] != from ||
                is_predecessor_[from->index] != &block) {
                report("a source of the phi comes from a block that is not a predecessor", &block,
                       &phi);
                return;
            }
            if (!seen.insert(from).second) {
                report("two sources of the phi come from b" + std::to_string(from->index), &block,
                       &phi);
            }
            const SsaDef& value = *source->ssa;
            if (value.bit_size != phi.value.bit_size ||
                value.num_components != phi.value.num_components) {
                report("%" + std::to_string(value.index) + " has another shape than the phi",
                       &block, &phi);
            }
            if (is_reachable(*from) && value.instruction->block != from &&
                !value.instruction->block->dominates(from)) {
                report("%" + std::to_string(value.index) + " is not defined at the end of b" +
                           std::to_string(from->index),
                       &block, &phi);
            }
        }
        std::size_t wanted = block.num_predecessors;
        // An if whose both ways are the same block links it twice.
        for (std::size_t i = 1; i < block.num_predecessors; ++i) {
            wanted -= block.predecessor_list[i] == block.predecessor_list[i - 1] ? 1U : 0U;
        }
        if (count != wanted) {
            report("the phi has " + std::to_string(count) + " sources, but its block " +
                       std::to_string(wanted) + " predecessors",
                   &block, &phi);
        }
    }

    Shader& shader_;
    std::size_t limit_;
    std::vector<Violation> found_;
    std::size_t num_uses_ = 0;
    std::vector<const Block*> blocks_;         // of the function at hand, by index
    std::vector<const Block*> is_predecessor_; // by index: of which block it is one
    const Block* marked_ = nullptr;
    std::unordered_set<const SsaDef*> wilds_; // dereferences of every element
};

} // namespace

std::vector<Violation> validate(Shader& shader, std::size_t limit) {
    return Validator(shader, limit).run();
}

std::string validation_report(Shader& shader, std::string_view stage) {
    std::string report;
    for (const Violation& violation : validate(shader)) {
        report += stage;
        report += ": ";
        report += violation.message;
        if (violation.instruction != nullptr) {
            report += "\n    ";
            report += print(*violation.instruction);
        }
        if (violation.block != nullptr) {
            report += "\n    in b" + std::to_string(violation.block->index);
        }
        report += '\n';
    }
    return report;
}

} // namespace jacquard::nir
