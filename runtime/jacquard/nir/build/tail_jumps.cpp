#include <jacquard/nir/build/control_flow_edit.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/tail_jumps.h>

#include <vector>

namespace jacquard::nir {
namespace {

bool ends_in(const ControlFlowList& list, JumpKind kind) {
    const JumpInstruction* jump = list.last_block()->jump();
    return jump != nullptr && jump->jump == kind;
}

bool ends_in_jump(const ControlFlowList& list) {
    return list.last_block()->jump() != nullptr;
}

// Removes jumps from the inside outwards and finds what the phis of the target read at each end.
class TailJumps {
  public:
    TailJumps(Shader& shader, JumpKind kind, Block& target) : shader_(shader), kind_(kind) {
        for (Instruction& instruction : target.instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            phis_.push_back(phi);
        }
    }

    bool run(ControlFlowList& list) {
        Block* end = list.last_block();
        const bool jumped = ends_in_jump(list);
        const std::size_t num_phis = phis_.size();
        std::vector<SsaDef*> values(num_phis);
        for (std::size_t i = 0; i < num_phis; ++i) {
            const PhiSource* source = phis_[i]->source_from(end);
            values[i] = source != nullptr ? source->ssa : nullptr;
        }
        visit(list, values);
        if (!changed_ || (jumped && ends_in_jump(list))) {
            return changed_;
        }
        for (std::size_t i = 0; i < num_phis; ++i) {
            if (PhiSource* source = phis_[i]->source_from(end)) {
                source->set(values[i]);
            } else if (values[i] != nullptr) {
                shader_.add_phi_source(phis_[i], end, values[i]);
            }
        }
        remove_unused_phis();
        return true;
    }

  private:
    // Removes the phis that have lost their readers, from the outside inwards, so that the readers
    // of a phi are gone first.
    void remove_unused_phis() {
        for (std::size_t i = joined_.size(); i-- > 0;) {
            for (Instruction& instruction : joined_[i]->instructions()) {
                auto* phi = instruction.as<PhiInstruction>();
                if (phi != nullptr && !phi->value.has_uses()) {
                    phi->remove();
                }
            }
        }
    }

    // `values` are those at the end of the list as it falls through; made those of all who now come
    // there. True when something comes.
    bool visit(ControlFlowList& list, std::vector<SsaDef*>& values) {
        Block* end = list.last_block();
        if (const JumpInstruction* jump = end->jump()) {
            if (jump->jump != kind_) {
                return false;
            }
            for (std::size_t i = 0; i < phis_.size(); ++i) {
                values[i] = phis_[i]->source_from(end)->ssa;
            }
            end->last->unlink();
            changed_ = true;
            return true;
        }
        auto* branch = end->previous != nullptr ? end->previous->as<IfNode>() : nullptr;
        if (branch == nullptr || end->first_after_phis() != nullptr || !has_tail_jump(*branch)) {
            return true;
        }
        join(*branch, *end, values);
        return true;
    }

    // Nesting is that of the sides' ends alone.
    bool has_tail_jump(const IfNode& branch) const {
        for (const ControlFlowList* side : {&branch.then_list, &branch.else_list}) {
            if (ends_in(*side, kind_)) {
                return true;
            }
            const Block* end = side->last_block();
            const auto* inner = end->previous != nullptr ? end->previous->as<IfNode>() : nullptr;
            if (inner != nullptr && end->first_after_phis() == nullptr && has_tail_jump(*inner)) {
                return true;
            }
        }
        return false;
    }

    void join(IfNode& branch, Block& end, std::vector<SsaDef*>& values) {
        Block* then_end = branch.then_list.last_block();
        Block* else_end = branch.else_list.last_block();
        std::vector<SsaDef*> then_values = seen_from(values, end, *then_end);
        std::vector<SsaDef*> else_values = seen_from(values, end, *else_end);
        const bool from_then = visit(branch.then_list, then_values);
        const bool from_else = visit(branch.else_list, else_values);
        joined_.push_back(&end);
        complete_phis(end, *then_end, from_then);
        complete_phis(end, *else_end, from_else);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!from_then || !from_else) {
                values[i] = from_then ? then_values[i] : else_values[i];
            } else if (then_values[i] == else_values[i]) {
                values[i] = then_values[i];
            } else {
                PhiInstruction* phi =
                    shader_.make_phi(phis_[i]->value.num_components, phis_[i]->value.bit_size);
                shader_.add_phi_source(phi, then_end, available(then_values[i], *then_end, *phi));
                shader_.add_phi_source(phi, else_end, available(else_values[i], *else_end, *phi));
                end.prepend(phi);
                values[i] = &phi->value;
            }
        }
    }

    static std::vector<SsaDef*> seen_from(const std::vector<SsaDef*>& values, const Block& block,
                                          const Block& from) {
        std::vector<SsaDef*> seen = values;
        for (SsaDef*& value : seen) {
            const auto* phi = value != nullptr ? value->instruction->as<PhiInstruction>() : nullptr;
            if (phi != nullptr && phi->block == &block) {
                const PhiSource* source = phi->source_from(&from);
                value = source != nullptr ? source->ssa : nullptr;
            }
        }
        return seen;
    }

    // A phi that had a value for one predecessor only is undefined for the others.
    void complete_phis(Block& block, Block& from, bool comes) {
        for (Instruction& instruction : block.instructions()) {
            auto* phi = instruction.as<PhiInstruction>();
            if (phi == nullptr) {
                break;
            }
            if (comes && phi->source_from(&from) == nullptr) {
                shader_.add_phi_source(phi, &from, available(nullptr, from, *phi));
            }
        }
    }

    // Returns the value that a phi reads from a block. The target has no value for a block after an
    // endless loop, since it is never left; any value will do there.
    SsaDef* available(SsaDef* value, Block& from, const PhiInstruction& phi) {
        return value != nullptr ? value
                                : CoreBuilder(shader_, Cursor::before_jump(&from))
                                      .undef(phi.value.num_components, phi.value.bit_size);
    }

    Shader& shader_;
    JumpKind kind_;
    std::vector<PhiInstruction*> phis_;
    std::vector<Block*> joined_; // inner ones first
    bool changed_ = false;
};

} // namespace

bool nest_behind_jumps(Shader& shader, ControlFlowList& list, JumpKind kind, Block& target,
                       unsigned limit) {
    bool changed = false;
    ControlFlowList* at = &list;
    for (ControlFlowNode* node = list.first; node != nullptr && limit > 0;) {
        auto* branch = node->as<IfNode>();
        ControlFlowNode* rest = node->next;
        const bool is_followed =
            branch != nullptr &&
            (rest->next != nullptr || rest->as<Block>()->first_after_phis() != nullptr);
        if (!is_followed || ends_in(branch->then_list, kind) == ends_in(branch->else_list, kind)) {
            node = rest;
            continue;
        }
        ControlFlowList& other =
            ends_in(branch->then_list, kind) ? branch->else_list : branch->then_list;
        if (ends_in_jump(other)) {
            break;
        }
        Block* end = at->last_block();
        Block* behind = shader.make_block();
        move_nodes(rest, at->last, other, branch);
        at->append(behind, branch->parent);
        if (at == &list && end->jump() == nullptr) {
            move_phi_sources(target, *end, *behind);
        }
        at = &other;
        node = rest;
        --limit;
        changed = true;
    }
    return changed;
}

bool remove_tail_jumps(Shader& shader, ControlFlowList& list, JumpKind kind, Block& target) {
    return TailJumps(shader, kind, target).run(list);
}

} // namespace jacquard::nir
