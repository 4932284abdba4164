#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/text/diagnostics.h>

#include <span>
#include <string>

namespace jacquard::ir3 {

// Words and header of a legalised graph, which loses what it knew of inputs and outputs. False when
// an instruction has no encoding: the part does not have it, which is not supported, or it is a
// fault of this compiler. A diagnostic says which. `source_files`: ShaderInfo::source_files of the
// shader.
[[nodiscard]] bool encode_graph(Graph& graph, const MachineFacts& machine,
                                std::span<const std::string> source_files, Program& program,
                                Diagnostics& diagnostics);

} // namespace jacquard::ir3
