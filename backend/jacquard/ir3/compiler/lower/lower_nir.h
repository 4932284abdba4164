#pragma once

#include <jacquard/ir3/compiler/lower/lowering.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/nir/ir/shader.h>

#include <memory>
#include <string>

namespace jacquard::ir3 {

// Brings a shader into the form that translation takes: scalar operations of the kind the machine
// has, values instead of registers, nothing superfluous. What is to be translated is the result, or
// the shader itself where there is none; where the second form is kept, finish_branches() then
// makes it of the shader. In builds with assertions, `fault` gets what a pass broke.
[[nodiscard]] std::unique_ptr<nir::Shader> lower_nir(nir::Shader& shader,
                                                     const CompileOptions& options,
                                                     const Target& target, SecondForm second,
                                                     std::string& fault);

// Brings the shader that lower_nir left aside to the same form, with its branches.
void finish_branches(nir::Shader& shader, const CompileOptions& options, const Target& target,
                     std::string& fault);

} // namespace jacquard::ir3
