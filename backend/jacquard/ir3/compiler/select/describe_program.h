#pragma once

#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <string_view>

namespace jacquard::ir3 {

// The first number of a property; 0 where the shader does not say it.
[[nodiscard]] std::uint32_t property_of(const nir::Shader& shader, std::string_view name);

// What a program says of the shader, whatever machine code it becomes.
void describe_program(const nir::Shader& shader, const CompileOptions& options, Program& program);

} // namespace jacquard::ir3
