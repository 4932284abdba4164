#pragma once

#include <jacquard/ir3/compiler/attempt.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <functional>

namespace jacquard::ir3 {

// Makes a program of a lowered shader, in one of the ways there are. `let_go`, which may be empty,
// is called when the machine graph has been made of the shader: nobody looks at that any more.
// False where that does not succeed, after a diagnostic or for want of registers.
[[nodiscard]] bool build_program(const nir::Shader& shader, const CompileOptions& options,
                                 Diagnostics& diagnostics, Attempt& attempt,
                                 const std::function<void()>& let_go, Program& program);

} // namespace jacquard::ir3
