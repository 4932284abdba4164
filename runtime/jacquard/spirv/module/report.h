#pragma once

#include <jacquard/spirv/module/module.h>
#include <jacquard/support/text/diagnostics.h>

#include <string>
#include <string_view>

namespace jacquard::spirv {

// Adds an error about an instruction: its word, the instruction as text, what is wrong, and the
// line of the source that it comes from where the module says so.
Diagnostic& report(Diagnostics& diagnostics, std::string_view code, const Module& module,
                   const Instruction& instruction, std::string_view message);

// `shader.frag:12:3` for an instruction behind an OpLine or DebugLine; empty where there is none.
[[nodiscard]] std::string source_place(const Module& module, const Instruction& instruction);

} // namespace jacquard::spirv
