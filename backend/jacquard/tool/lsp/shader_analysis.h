#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>
#include <jacquard/tool/lsp/server_settings.h>
#include <jacquard/tool/lsp/warm_compiler.h>

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::lsp {

// A shader as an editor has it.
struct EditedShader {
    std::string name;     // of its file
    std::string language; // as the editor calls it; may be empty
    std::string_view text;
};

// The analysis of a text: its faults and its costs.
struct ShaderAnalysis {
    std::vector<Diagnostic> faults; // of all parts, each once
    std::vector<CostedShader> parts;
    bool only_lines = false; // faults know no columns where those are 1
    std::string_view tables; // of names that has its opcodes: tgsi, spirv, nir, ir3 or empty
};

// Reads and compiles a shader for each part. Whatever goes wrong is a fault of the analysis.
[[nodiscard]] ShaderAnalysis analyse(const EditedShader& shader, const ShaderSettings& settings,
                                     const WarmCompiler& compiler);

} // namespace jacquard::driver::lsp
