#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/passes/memory_derefs.h>

namespace jacquard::nir {

struct LowerExplicitIoOptions {
    VariableMode modes = VariableMode::mem_ubo | VariableMode::mem_ssbo | VariableMode::mem_shared |
                         VariableMode::mem_global | VariableMode::mem_push_const |
                         VariableMode::mem_constant | VariableMode::mem_task_payload;
    // Of storage buffers: index_offset_32 or global_64. Constant buffers are always accessed by
    // index and offset, memory by address by 64 bits, the rest by 32-bit offset.
    AddressFormat storage_format = AddressFormat::index_offset_32;
};

// Accesses memory by byte offset or address where dereferences name it. A buffer's number is its
// variable's binding, and an array of structures is one of buffers. Truths are stored as 32 bits.
//
// Before: copies have been lowered; pointers into buffers that are neither variables nor steps from
// them are vectors of index and offset. After: dereferences of these modes are not used by loads,
// stores, atomics or lengths of arrays. True when something changed.
bool lower_explicit_io(Shader& shader, const LowerExplicitIoOptions& options = {});

} // namespace jacquard::nir
