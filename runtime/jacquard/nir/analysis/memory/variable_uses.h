#pragma once

#include <jacquard/nir/analysis/memory/per_deref.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// The scalars of a variable that a dereference may name, counted as in an initializer.
struct VariablePlace {
    Variable* variable = nullptr; // null: behind a cast, or no variable at all
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    bool is_exact = false;    // these and no others: none of the following
    bool is_indirect = false; // some index is not constant
    bool is_outside = false;  // some index is constant and there is no such element
    bool is_wild = false;     // some step is a wildcard

    [[nodiscard]] std::uint64_t end() const { return first + count; }
    [[nodiscard]] bool overlaps(const VariablePlace& other) const {
        return variable == other.variable && first < other.end() && other.first < end();
    }
};

// Finds the places of dereferences, each in constant time; parents must be shown before children,
// as the order of instructions does. It keeps its rows as PerDeref does.
class VariablePlaces {
  public:
    const VariablePlace& see(DerefInstruction& deref);
    // Returns the place of a value that see() was shown, or an empty place for others.
    [[nodiscard]] const VariablePlace& of(const SsaDef& value) const {
        const VariablePlace* place = places_.find(value);
        return place != nullptr ? *place : none_;
    }
    // For the dereferences that see() was shown: the first removes unused ones and returns true if
    // there were some; the second gives each the modes of its variable, except after casts.
    bool remove_unused() const;
    void update_modes() const;

  private:
    static void narrow(VariablePlace& place, const DerefInstruction& deref, const Type& parent);
    static void select(VariablePlace& place, const DerefInstruction& deref, const Type& parent);

    PerDeref<VariablePlace> places_;
    VariablePlace none_;
};

struct VariableUse {
    bool is_read = false;
    bool is_written = false;
    bool is_copied = false;   // whole or in part by copy_deref or copy_var
    bool is_indirect = false; // some index is not constant
    bool is_outside = false;  // some index is constant and there is no such element
    bool is_complex = false;  // anything but loads, stores and copies: calls, casts, atomics, …
    bool is_counted = false;  // it or some access is volatile or coherent
    const Function* function = nullptr; // that uses it; null: none or several
    bool in_several_functions = false;

    [[nodiscard]] bool is_used() const { return is_read || is_written || is_complex; }
    [[nodiscard]] bool is_named() const { return function != nullptr || in_several_functions; }
};

// Every kind of variable.
inline constexpr VariableMode kAllModes = static_cast<VariableMode>(~std::uint32_t{0});

// Describes how every variable of a shader is used, from one walk over all instructions. Uses of
// variables of other modes than `modes` may be missing.
class VariableUses {
  public:
    explicit VariableUses(Shader& shader, VariableMode modes = kAllModes);
    [[nodiscard]] const VariableUse& of(const Variable& variable) const {
        return uses_[variable.index];
    }
    // Returns the dereferences of variables of these modes. They stay valid until the variables are
    // numbered again.
    [[nodiscard]] const VariablePlaces& places() const { return places_; }

  private:
    void visit(const Function& function, DerefInstruction& deref, VariableMode modes);
    void visit_named(const Function& function, const IntrinsicInstruction& intrinsic);
    static void visit_reader(VariableUse& used, const Instruction& reader, const Source& source);
    VariableUse& use(const Function& function, const Variable& variable);

    std::vector<VariableUse> uses_; // by variable
    VariablePlaces places_;
};

// Gives a dereference, save a cast, the mode of its variable, or the modes of its parent.
void update_modes(DerefInstruction& deref);

// Removes the dereferences that nothing uses. True when there were some.
bool remove_unused_derefs(Function& function);
// Removes an instruction that has no uses, and the dereferences that nothing else uses.
void remove_with_derefs(IntrinsicInstruction& access);

} // namespace jacquard::nir
