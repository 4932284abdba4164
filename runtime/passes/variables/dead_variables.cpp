#include <jacquard/nir/analysis/variable_events.h>
#include <jacquard/nir/behaviour.h>
#include <jacquard/passes/dead_variables.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir {
namespace {

// Modes that nobody but the shader sees.
constexpr VariableMode kPrivate =
    VariableMode::function_temp | VariableMode::shader_temp | VariableMode::mem_shared;

bool has(VariableMode set, VariableMode mode) {
    return (set & mode) != VariableMode::nothing;
}

// A copy keeps its source alive only when its destination is.
class DeadVariables {
  public:
    DeadVariables(Shader& shader, VariableMode modes)
        : shader_(shader), modes_(modes), uses_(shader), is_live_(shader.num_variables()),
          copied_to_(shader.num_variables()) {}

    bool run() {
        find_roots();
        while (!pending_.empty()) {
            const Variable* variable = pending_.back();
            pending_.pop_back();
            for (const Variable* source : copied_to_[variable->index]) {
                keep(source);
            }
        }
        if (writes_dead_ones()) {
            remove_writes();
        }
        remove_unnamed();
        return changed_;
    }

  private:
    void keep(const Variable* variable) {
        if (variable != nullptr && !is_live_[variable->index]) {
            is_live_[variable->index] = true;
            pending_.push_back(variable);
        }
    }

    [[nodiscard]] bool stays(const Variable& variable) const {
        const VariableUse& use = uses_.of(variable);
        return !has(modes_, variable.mode) || use.is_complex || use.is_volatile ||
               (!has(kPrivate, variable.mode) && use.is_used());
    }

    template <typename Visit>
    void for_each_instruction(Visit&& visit) {
        for (Function& function : shader_.functions()) {
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    visit(instruction);
                }
            }
        }
    }

    [[nodiscard]] bool is_read_by_place(const Variable& variable) const {
        const std::optional<MemorySpace> space = space_of_mode(variable.mode);
        if (!space || !memory_space_info(*space).is_initialised) {
            return false;
        }
        const std::optional<IntrinsicOp> load = memory_space_info(*space).lowering.load;
        return load && shader_.may_have(*load);
    }

    void find_roots() {
        // Outputs that begin with something are written by that. What holds initial values may be
        // read by its place rather than by name.
        for (const Variable& variable : shader_.variables()) {
            if (!variable.initializer.empty() &&
                (variable.mode == VariableMode::shader_out || is_read_by_place(variable))) {
                keep(&variable);
            }
        }
        for_each_instruction([this](Instruction& instruction) {
            if (const auto* deref = instruction.as<DerefInstruction>()) {
                const Variable* variable = places_.see(*deref).variable;
                if (variable != nullptr && stays(*variable)) {
                    keep(variable);
                }
                return;
            }
            const VariableEvent event = variable_event(instruction, places_);
            if (event.kind == VariableEventKind::load) {
                keep(event.place.variable);
            } else if (event.kind == VariableEventKind::copy) {
                copy(event);
            } else if (event.kind == VariableEventKind::store && event.place.variable != nullptr &&
                       stays(*event.place.variable)) {
                keep(event.place.variable);
            }
        });
    }

    void copy(const VariableEvent& event) {
        if (event.copied.variable == nullptr) {
            return;
        }
        if (event.place.variable == nullptr || stays(*event.place.variable)) {
            keep(event.copied.variable);
        } else {
            copied_to_[event.place.variable->index].push_back(event.copied.variable);
            if (is_live_[event.place.variable->index]) {
                keep(event.copied.variable);
            }
        }
    }

    [[nodiscard]] bool writes_dead_ones() const {
        const auto writes = [this](const Variable& variable) {
            return !is_live_[variable.index] && uses_.of(variable).is_written;
        };
        const auto any = [&writes](const VariableList& variables) {
            return std::any_of(variables.begin(), variables.end(), writes);
        };
        bool found = any(shader_.variables());
        for (const Function& function : shader_.functions()) {
            found = found || any(function.variables());
        }
        return found;
    }

    void remove_writes() {
        for_each_instruction([this](Instruction& instruction) {
            // Again, for values of other functions have the same numbers.
            if (const auto* deref = instruction.as<DerefInstruction>()) {
                places_.see(*deref);
            }
            if (instruction.kind != InstructionKind::intrinsic) {
                return;
            }
            const VariableEvent event = variable_event(instruction, places_);
            const bool writes =
                event.kind == VariableEventKind::store || event.kind == VariableEventKind::copy;
            if (writes && event.place.variable != nullptr &&
                !is_live_[event.place.variable->index]) {
                instruction.remove();
                changed_ = true;
            }
        });
        for (Function& function : shader_.functions()) {
            if (changed_) {
                remove_unused_derefs(function);
            }
        }
    }

    // What is still named by a dereference that nothing uses stays until that is gone.
    void remove_unnamed() {
        std::vector<bool> is_named(shader_.num_variables());
        for_each_instruction([&is_named](const Instruction& instruction) {
            if (const auto* deref = instruction.as<DerefInstruction>();
                deref != nullptr && deref->variable != nullptr) {
                is_named[deref->variable->index] = true;
            } else if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
                for (const Variable* variable : intrinsic->variables()) {
                    is_named[variable->index] = true;
                }
            }
        });
        remove_from(shader_.variables(), is_named);
        for (Function& function : shader_.functions()) {
            remove_from(function.variables(), is_named);
        }
    }

    void remove_from(const VariableList& variables, const std::vector<bool>& is_named) {
        for (Variable& variable : variables) {
            if (has(modes_, variable.mode) && !is_live_[variable.index] &&
                !is_named[variable.index]) {
                shader_.remove_variable(&variable);
                changed_ = true;
            }
        }
    }

    Shader& shader_;
    VariableMode modes_;
    VariableUses uses_;
    VariablePlaces places_;
    std::vector<bool> is_live_;                           // by variable
    std::vector<std::vector<const Variable*>> copied_to_; // sources of copies, by destination
    std::vector<const Variable*> pending_;
    bool changed_ = false;
};

} // namespace

bool dead_variables(Shader& shader, const DeadVariablesOptions& options) {
    bool changed = false;
    for (Function& function : shader.functions()) {
        changed |= remove_unused_derefs(function);
    }
    return DeadVariables(shader, options.modes).run() || changed;
}

} // namespace jacquard::nir
