#pragma once

#include <jacquard/spirv/module/module.h>
#include <jacquard/support/text/diagnostics.h>

namespace jacquard::spirv {

// Reports what is wrong with how a module is put together: functions that begin inside others,
// instructions outside of the block or function that they need, blocks that do not end, types that
// are none. Every instruction must have its operands.
void check_module(const Module& module, Diagnostics& diagnostics);

// Returns whether the instruction ends a block.
[[nodiscard]] bool ends_block(Op op);

} // namespace jacquard::spirv
