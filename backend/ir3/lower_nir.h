#pragma once

#include <jacquard/ir3/compiler.h>
#include <jacquard/nir/shader.h>

#include <memory>

namespace jacquard::ir3 {

// Brings a shader into the form that translation takes: scalar operations of the kind the machine
// has, values instead of registers, nothing superfluous. What is to be translated is the result, or
// the shader itself where there is none.
[[nodiscard]] std::unique_ptr<nir::Shader> lower_nir(nir::Shader& shader,
                                                     const CompileOptions& options);

} // namespace jacquard::ir3
