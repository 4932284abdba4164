#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/support/text/diagnostics.h>

namespace jacquard::ir3 {

// Makes the machine graph of a shader. Arrays of more components than `longest_array` are in
// private memory where there is one. False after a diagnostic.
[[nodiscard]] bool translate(const nir::Shader& shader, const CompileOptions& options,
                             const Target& target, std::uint32_t longest_array, Graph& graph,
                             Diagnostics& diagnostics);

} // namespace jacquard::ir3
