#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/text/diagnostics.h>

#include <functional>
#include <memory>
#include <optional>

namespace jacquard::ir3 {

// Compiles the entry point of a shader. The shader is lowered in place.
//
// Without a result the diagnostics say why; what this compiler cannot do yet ends in a message that
// says "not supported yet", codes I3xx, what the input got wrong has codes I1xx; codes I9xx
// are bugs of this compiler. Memory is counted against the budget of the shader's arena;
// BudgetExceeded where that does not suffice.
[[nodiscard]] std::optional<Program> compile(nir::Shader& shader, const CompileOptions& options,
                                             Diagnostics& diagnostics);

// Makes the shader that was to be compiled once more; null where that fails.
using RemakeShader = std::function<std::unique_ptr<nir::Shader>()>;

// The same for a shader that may be freed. A large one, which nobody observes, is freed when the
// machine graph has been made of it, so that not both need memory while the graph is worked on;
// where registers then turn out not to suffice, it has to be made again.
[[nodiscard]] std::optional<Program> compile(std::unique_ptr<nir::Shader> shader,
                                             const RemakeShader& remake,
                                             const CompileOptions& options,
                                             Diagnostics& diagnostics);

// The same for a shader that is as compiling leaves it once it is lowered: one function without
// returns, registers as values but for arrays, a component an instruction.
[[nodiscard]] std::optional<Program>
compile_lowered(const nir::Shader& shader, const CompileOptions& options, Diagnostics& diagnostics);

} // namespace jacquard::ir3
