#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// Describes the shader in the header of the program, independently of its machine code.
void describe_program(const nir::Shader& shader, const CompileOptions& options,
                      const Target& target, Program& program);

} // namespace jacquard::ir3
