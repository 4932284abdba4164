#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/lower_io_to_temporaries.h>
#include <jacquard/nir/analysis/memory/variable_uses.h>
#include <jacquard/nir/build/core_builder.h>

#include <string>
#include <utility>
#include <vector>

namespace jacquard::nir {
namespace {

struct Copied {
    Variable* outside;
    Variable* temporary;
};

class LowerIoToTemporaries {
  public:
    LowerIoToTemporaries(Shader& shader, VariableMode modes)
        : shader_(shader), modes_(modes), uses_(shader, modes),
          temporary_of_(shader.num_variables(), nullptr) {}

    bool run() {
        std::vector<Variable*> variables;
        for (Variable& variable : shader_.variables()) {
            if ((variable.mode & modes_) != VariableMode::nothing && is_copied(variable)) {
                variables.push_back(&variable);
            }
        }
        for (Variable* variable : variables) {
            (variable->mode == VariableMode::shader_in ? inputs_ : outputs_)
                .push_back({variable, make_temporary(*variable)});
        }
        if (inputs_.empty() && outputs_.empty()) {
            return false;
        }
        redirect();
        copy_inputs();
        copy_outputs();
        return true;
    }

  private:
    [[nodiscard]] bool is_copied(const Variable& variable) const {
        const VariableUse& use = uses_.of(variable);
        const bool shared =
            shader_.info.stage == Stage::tess_control && variable.mode == VariableMode::shader_out;
        return use.is_used() && !use.is_complex && !use.is_counted && !variable.per_vertex &&
               !shared && !variable.type->contains_opaque;
    }

    // Outputs hand over what they begin with.
    Variable* make_temporary(Variable& variable) {
        Variable* made = shader_.add_variable(VariableMode::shader_temp, variable.type,
                                              std::string(variable.name) + "@copy");
        made->precise = variable.precise;
        made->invariant = variable.invariant;
        made->initializer = std::exchange(variable.initializer, {});
        temporary_of_[variable.index] = made;
        return made;
    }

    void redirect() {
        const auto change = [this](Variable*& variable) {
            if (variable->index < temporary_of_.size() &&
                temporary_of_[variable->index] != nullptr) {
                variable = temporary_of_[variable->index];
            }
        };
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    if (auto* deref = instruction.as<DerefInstruction>()) {
                        if (deref->deref == DerefKind::var) {
                            change(deref->variable);
                        }
                        update_modes(*deref);
                    } else if (auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
                        for (Variable*& variable : intrinsic->variables()) {
                            change(variable);
                        }
                    }
                }
            }
        }
    }

    void copy_inputs() {
        CoreBuilder b(shader_, Cursor::after_phis(shader_.entry->first_block()));
        for (const Copied& each : inputs_) {
            DerefInstruction* to = b.deref_var(each.temporary);
            b.copy_deref(to, b.deref_var(each.outside));
        }
    }

    void copy_outputs() {
        if (outputs_.empty()) {
            return;
        }
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                if (shader_.info.stage == Stage::geometry) {
                    copy_before_emits(block);
                }
                if (&function == shader_.entry && block.successors[0] == function.end_block) {
                    copy_outputs(Cursor::before_jump(&block));
                }
            }
        }
    }

    void copy_before_emits(const Block& block) {
        for (Instruction& instruction : block.instructions()) {
            const auto* intrinsic = instruction.as<IntrinsicInstruction>();
            const Effect* effect = intrinsic != nullptr ? effect_of(intrinsic->op) : nullptr;
            if (effect != nullptr && effect->kind == EffectKind::emit_vertex) {
                copy_outputs(Cursor::before_instruction(&instruction));
            }
        }
    }

    void copy_outputs(Cursor at) {
        CoreBuilder b(shader_, at);
        for (const Copied& each : outputs_) {
            DerefInstruction* to = b.deref_var(each.outside);
            b.copy_deref(to, b.deref_var(each.temporary));
        }
    }

    Shader& shader_;
    VariableMode modes_;
    VariableUses uses_;
    std::vector<Variable*> temporary_of_; // by variable
    std::vector<Copied> inputs_;
    std::vector<Copied> outputs_;
};

} // namespace

bool lower_io_to_temporaries(Shader& shader, const LowerIoToTemporariesOptions& options) {
    if (shader.entry == nullptr) {
        return false;
    }
    const VariableMode inputs = options.inputs ? VariableMode::shader_in : VariableMode::nothing;
    const VariableMode outputs = options.outputs ? VariableMode::shader_out : VariableMode::nothing;
    return LowerIoToTemporaries(shader, inputs | outputs).run();
}

} // namespace jacquard::nir
