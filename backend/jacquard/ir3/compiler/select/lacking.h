#pragma once

#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/ir3/compiler/select/selection_view.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Finds the instructions of a shader that no selection rule matches on a target. Only the rules'
// conditions are asked; no node is made.
class Lacking {
  public:
    // The target outlives this.
    Lacking(const Target& target, bool precise) : view_(target.revision, target.machine, precise) {}

    [[nodiscard]] bool operator()(const nir::AluInstruction& alu) const;

    // Returns how many instructions the first rule that matches makes; 0 when there is none.
    [[nodiscard]] unsigned instructions_for(const nir::AluInstruction& alu) const;

  private:
    const SelectionView view_;
};

} // namespace jacquard::ir3
