#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/nir/ir/shader.h>

namespace jacquard::ir3 {

// What a program says of the shader, whatever machine code it becomes.
void describe_program(const nir::Shader& shader, const CompileOptions& options, Program& program);

} // namespace jacquard::ir3
