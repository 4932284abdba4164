#pragma once

#include <jacquard/driver/case_file.h>
#include <jacquard/nir/shader.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Whether a text still shows what made it interesting. It may be given texts that are malformed.
using TextTest = std::function<bool(const std::string& text)>;

// The smallest text found for which `holds` is true, as it is for `text`. Each tries what fits the
// language as long as anything helps; a text that cannot be read is reduced line by line.
//
// TGSI: instructions and blocks are taken out, opcodes become MOV, operands lose their modifiers
// and become simpler ones, and what is declared and not used goes.
[[nodiscard]] std::string reduce_tgsi(std::string_view text, const TextTest& holds);
// NIR: instructions are taken out, or replaced by constants.
[[nodiscard]] std::string reduce_nir(std::string_view text, const TextTest& holds);
// Any text.
[[nodiscard]] std::string reduce_lines(std::string_view text, const TextTest& holds);

// The same on the shader itself. `holds` is only shown valid shaders.
[[nodiscard]] std::unique_ptr<nir::Shader>
reduce_shader(const nir::Shader& shader, const std::function<bool(const nir::Shader&)>& holds);

// What a shader is given, with words as simple as `holds` allows: mostly 0, and the same in all
// lanes. What is expected is left as it is.
[[nodiscard]] CaseRun reduce_run(const CaseRun& run,
                                 const std::function<bool(const CaseRun&)>& holds);

} // namespace jacquard::driver
