#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/ir3/compiler/select/selection.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/memory/arena.h>

namespace jacquard::ir3 {

// Finds the instructions of a shader that no selection rule matches on this part.
class Lacking {
  public:
    // The target outlives this.
    Lacking(const Target& target, bool precise);

    [[nodiscard]] bool operator()(const nir::AluInstruction& alu);

    // How many instructions a rule makes of it; 0 when no rule is for it.
    [[nodiscard]] unsigned instructions_for(const nir::AluInstruction& alu);

  private:
    Arena arena_;
    Graph graph_;
    Selection selection_;
};

} // namespace jacquard::ir3
