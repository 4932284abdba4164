#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Gives the types of variables in memory their strides and member offsets: constant buffers as
// std140, the rest as std430; what is given already stays. Variables of work group memory and of
// constant data get their place in it, and the shader's properties "shared_size" and
// "constant_data_size" say how many bytes they take.
//
// Before: any shader. After: arrays, matrices and structures of these modes have explicit layouts,
// in variables and dereferences. True when something changed.
bool lower_variables_to_explicit_types(
    Shader& shader, VariableMode modes = VariableMode::mem_ubo | VariableMode::mem_ssbo |
                                         VariableMode::mem_shared | VariableMode::mem_global |
                                         VariableMode::mem_push_const | VariableMode::mem_constant |
                                         VariableMode::mem_task_payload);

} // namespace jacquard::nir
