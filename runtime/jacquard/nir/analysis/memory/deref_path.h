#pragma once

#include <jacquard/nir/ir/instruction.h>

#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::nir {

// The dereferences from the root (a variable, or a cast of a value that is none) to a leaf.
class DerefPath {
  public:
    explicit DerefPath(DerefInstruction& leaf);

    [[nodiscard]] std::span<DerefInstruction* const> steps() const { return steps_; }
    [[nodiscard]] DerefInstruction* root() const { return steps_.front(); }
    [[nodiscard]] DerefInstruction* leaf() const { return steps_.back(); }
    // Null when the path starts with a cast.
    [[nodiscard]] Variable* variable() const { return root()->variable; }

  private:
    std::vector<DerefInstruction*> steps_;
};

enum class DerefRelation : std::uint8_t {
    no_alias,     // no bit in common
    may_alias,    // nothing is known
    equal,        // the same bits
    a_contains_b, // b is a part of a
    b_contains_a,
};

// Returns how what two paths name is related, from the paths alone. Values are equal when they are
// the same value or equal constants; a wildcard stands for every element.
[[nodiscard]] DerefRelation compare(const DerefPath& a, const DerefPath& b);
[[nodiscard]] DerefRelation compare(DerefInstruction& a, DerefInstruction& b);

// The variable that a dereference names a part of; null behind a cast.
[[nodiscard]] Variable* variable_of(const DerefInstruction& deref);
// The dereference that makes a value; null when something else does.
[[nodiscard]] DerefInstruction* deref_of(const SsaDef& value);
[[nodiscard]] inline DerefInstruction* deref_of(const Source& source) {
    return source.ssa != nullptr ? deref_of(*source.ssa) : nullptr;
}

} // namespace jacquard::nir
