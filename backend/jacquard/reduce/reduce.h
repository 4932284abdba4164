#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/reduce/trials.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace jacquard::driver {

// The smallest text found for which `holds` is true, as it is for `text`. Each tries what fits the
// language as long as anything helps; a text that cannot be read is reduced line by line.
//
// TGSI: instructions and blocks are taken out, opcodes become MOV, operands lose their modifiers
// and become simpler ones, and what is declared and not used goes.
[[nodiscard]] std::string reduce_tgsi(std::string_view text, const Trials& holds);
// NIR: instructions are taken out, or replaced by constants.
[[nodiscard]] std::string reduce_nir(std::string_view text, const Trials& holds);
// SPIR-V, the bytes of a module: functions, branches, blocks and instructions are taken out, what
// is computed from a value becomes that value, and what names or decorates nothing goes. A value
// that is still used becomes OpUndef. Only modules that spirv::read_module() reads are tried,
// unless the first one is none; it is then reduced as words.
[[nodiscard]] std::string reduce_spirv(std::string_view bytes, const Trials& holds);
// Any text, and any bytes by groups of `unit`.
[[nodiscard]] std::string reduce_lines(std::string_view text, const Trials& holds);
[[nodiscard]] std::string reduce_bytes(std::string_view bytes, std::size_t unit,
                                       const Trials& holds);

// The same on the shader itself. `holds` is only shown valid shaders.
[[nodiscard]] std::unique_ptr<nir::Shader>
reduce_shader(const nir::Shader& shader, const std::function<bool(const nir::Shader&)>& holds);

} // namespace jacquard::driver
