#pragma once

#include <jacquard/nir/analysis/memory/variable_uses.h>

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

namespace jacquard::nir {

enum class VariableEventKind : std::uint8_t {
    none,
    load,
    store,
    copy,
    forget, // memory of some kinds may be read and written
};

// The effect of one instruction on variables.
struct VariableEvent {
    VariableEventKind kind = VariableEventKind::none;
    VariablePlace place;                         // loaded, stored or copied to
    VariablePlace copied;                        // copied from
    SsaDef* value = nullptr;                     // of a store
    std::uint32_t write_mask = 0;                // of a store
    VariableMode modes = VariableMode::nothing;  // forgotten
    IntrinsicInstruction* instruction = nullptr; // null: forget
};

// Returns an instruction's effect on variables that are used in no complex way; see VariableUse.
// The place of a load, store or copy has no variable if it accesses anything else.
[[nodiscard]] VariableEvent variable_event(Instruction& instruction, const VariablePlaces& places);
// Calls visit(const VariableEvent&) for the instructions of a block, in order; `places` sees its
// dereferences.
template <typename Visit>
void visit_events(Block& block, VariablePlaces& places, Visit&& visit) {
    for (Instruction& instruction : block.instructions()) {
        if (auto* deref = instruction.as<DerefInstruction>()) {
            places.see(*deref);
        } else {
            visit(variable_event(instruction, places));
        }
    }
}

// Variables whose contents only the shader's own loads, stores and copies touch, apart from what
// variable_event() tells: those that passes may keep in mind from one instruction to another.
class TrackedVariables {
  public:
    explicit TrackedVariables(Shader& shader);
    [[nodiscard]] bool contains(const Variable* variable) const {
        return variable != nullptr && tracked_[variable->index];
    }
    // Variables of these are gone when the function ends.
    [[nodiscard]] static VariableMode modes_dying_with(const Function& function);

  private:
    std::vector<bool> tracked_; // by variable
};

// Something for each variable, to be found by the kind of memory that the variable is in.
template <typename T>
class PerVariable {
  public:
    T& operator[](const Variable& variable) { return of_mode(variable)[variable.index]; }
    [[nodiscard]] T* find(const Variable* variable) {
        if (variable == nullptr) {
            return nullptr;
        }
        auto& entries = of_mode(*variable);
        const auto found = entries.find(variable->index);
        return found != entries.end() ? &found->second : nullptr;
    }
    // Shows take(T&) what there is for variables of these modes, and drops it.
    template <typename Take>
    void take(VariableMode modes, Take&& take) {
        for (std::size_t i = 0; i < by_mode_.size(); ++i) {
            if ((static_cast<std::uint32_t>(modes) >> i & 1) != 0) {
                for (auto& [index, entry] : by_mode_[i]) {
                    take(entry);
                }
                by_mode_[i].clear();
            }
        }
    }
    template <typename Take>
    void take_all(Take&& take) {
        this->take(static_cast<VariableMode>(~std::uint32_t{0}), take);
    }

  private:
    // In the order of the variables' numbers, so that what is made of it is always the same.
    using Entries = std::map<std::uint32_t, T>;

    Entries& of_mode(const Variable& variable) {
        return by_mode_[static_cast<std::size_t>(
            std::countr_zero(static_cast<std::uint32_t>(variable.mode)) % 32)];
    }

    std::array<Entries, 32> by_mode_;
};

} // namespace jacquard::nir
