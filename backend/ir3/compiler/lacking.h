#pragma once

#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/machine_ir.h>
#include <jacquard/ir3/compiler/selection.h>
#include <jacquard/ir3/machine.h>
#include <jacquard/nir/shader.h>
#include <jacquard/support/arena.h>

namespace jacquard::ir3 {

// What the part lacks of the instructions of a shader: those that no selection rule is for. The
// rules are tried on a graph that is thrown away, so what they ask for holds here as it does there.
class Lacking {
  public:
    // The part must exist; see revision_of_part.
    Lacking(const nir::Shader& shader, const CompileOptions& options);

    // Of an instruction that may have been made after this was.
    [[nodiscard]] bool operator()(const nir::AluInstruction& alu);

  private:
    const nir::Shader& shader_;
    Arena arena_;
    Graph graph_;
    const MachineFacts machine_;
    Selection selection_;
};

} // namespace jacquard::ir3
