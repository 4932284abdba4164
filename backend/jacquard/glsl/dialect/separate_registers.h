#pragma once

#include <string>

namespace jacquard::driver::glsl {

// Gives the storage buffers of a module that was made of HLSL bindings of their own. HLSL numbers
// the registers of read-only buffers (`t0`) apart from those of others (`u0`), while a binding of
// SPIR-V is one place: the buffer that is declared later moves to the first binding of its set that
// is free.
void separate_registers(std::string& module);

} // namespace jacquard::driver::glsl
