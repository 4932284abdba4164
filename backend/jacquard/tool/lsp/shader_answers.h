#pragma once

#include <jacquard/tool/lsp/open_shader.h>

#include <string>

// Answers to requests about a shader that was analysed, as JSON.
namespace jacquard::driver::lsp {

// The parameters of textDocument/publishDiagnostics.
[[nodiscard]] std::string diagnostics_of(const OpenShader& shader, const ClientAbilities& client);
// The same for a shader that nobody looks at any more.
[[nodiscard]] std::string no_diagnostics(const std::string& uri);

// The costs of the lines of a range, each behind its line.
[[nodiscard]] std::string inlay_hints_of(const OpenShader& shader, TextRange range,
                                         const ClientAbilities& client);

// Returns the costs of the shader on each part, above its first line.
[[nodiscard]] std::string code_lenses_of(const OpenShader& shader);

// Returns all that is known of a place: the faults there, the opcode, the words of the line; `null`
// for nothing.
[[nodiscard]] std::string hover_of(const OpenShader& shader, TextPosition position,
                                   const ClientAbilities& client);

} // namespace jacquard::driver::lsp
