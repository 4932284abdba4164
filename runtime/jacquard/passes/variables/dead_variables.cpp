#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/passes/dead_variables.h>
#include <jacquard/generated/passes/remove_dead_derefs.h>
#include <jacquard/nir/analysis/memory/variable_events.h>

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
        : shader_(shader), modes_(modes), uses_(shader), is_live_(shader.num_variables()) {
        pending_.reserve(shader.num_variables());
    }

    bool run() {
        find_roots();
        if (copies_) {
            follow_copies();
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
        return !has(modes_, variable.mode) || use.is_complex || use.is_counted ||
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

    template <typename Visit>
    void for_each_variable(Visit&& visit) {
        for (Variable& variable : shader_.variables()) {
            visit(variable);
        }
        for (Function& function : shader_.functions()) {
            for (Variable& variable : function.variables()) {
                visit(variable);
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

    // The use of a variable that is not copied decides alone whether it stays.
    void find_roots() {
        for_each_variable([this](Variable& variable) {
            const VariableUse& use = uses_.of(variable);
            const bool is_loaded = use.is_read && !use.is_copied;
            // Outputs that begin with something are written by that. What holds initial values may
            // be read by its place rather than by name.
            const bool begins =
                !variable.initializer.empty() && variable.function == nullptr &&
                (variable.mode == VariableMode::shader_out || is_read_by_place(variable));
            if (is_loaded || begins || (use.is_named() && stays(variable))) {
                keep(&variable);
            }
            copies_ = copies_ || use.is_copied;
        });
        if (copies_) {
            copied_to_.resize(shader_.num_variables());
        }
    }

    void follow_copies() {
        for_each_instruction([this](Instruction& instruction) { see(instruction); });
        while (!pending_.empty()) {
            const Variable* variable = pending_.back();
            pending_.pop_back();
            for (const Variable* source : copied_to_[variable->index]) {
                keep(source);
            }
        }
    }

    void see(Instruction& instruction) {
        const VariableEvent event = variable_event(instruction, uses_.places());
        if (event.kind == VariableEventKind::load) {
            keep(event.place.variable);
        } else if (event.kind == VariableEventKind::copy) {
            copy(event);
        }
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

    [[nodiscard]] bool writes_dead_ones() {
        bool found = false;
        for_each_variable([&](const Variable& variable) {
            found = found || (!is_live_[variable.index] && uses_.of(variable).is_written);
        });
        return found;
    }

    void remove_writes() {
        for_each_instruction([this](Instruction& instruction) {
            if (instruction.kind != InstructionKind::intrinsic) {
                return;
            }
            const VariableEvent event = variable_event(instruction, uses_.places());
            const bool writes =
                event.kind == VariableEventKind::store || event.kind == VariableEventKind::copy;
            if (writes && event.place.variable != nullptr &&
                !is_live_[event.place.variable->index]) {
                instruction.remove();
                changed_ = true;
            }
        });
        if (changed_) {
            uses_.places().remove_unused();
        }
    }

    // A variable that an unused dereference still names stays until that is removed.
    void remove_unnamed() {
        bool any_is_named = false;
        for_each_variable([&](const Variable& variable) {
            any_is_named = any_is_named || (is_dead(variable) && uses_.of(variable).is_named());
        });
        std::vector<bool> is_named(shader_.num_variables());
        if (any_is_named) {
            find_named(is_named);
        }
        for_each_variable([&](Variable& variable) {
            if (is_dead(variable) && !is_named[variable.index]) {
                shader_.remove_variable(&variable);
                changed_ = true;
            }
        });
    }

    [[nodiscard]] bool is_dead(const Variable& variable) const {
        return has(modes_, variable.mode) && !is_live_[variable.index];
    }

    void find_named(std::vector<bool>& is_named) {
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
    }

    Shader& shader_;
    VariableMode modes_;
    VariableUses uses_;
    std::vector<bool> is_live_; // by variable
    std::vector<std::vector<const Variable*>>
        copied_to_; // sources of copies, by destination; where there are copies
    std::vector<const Variable*> pending_;
    bool copies_ = false; // some variable is copied
    bool changed_ = false;
};

} // namespace

bool dead_variables(Shader& shader, const DeadVariablesOptions& options) {
    // First, as what nothing uses would count as a use of its variable.
    const bool changed = remove_dead_derefs(shader);
    return DeadVariables(shader, options.modes).run() || changed;
}

} // namespace jacquard::nir
