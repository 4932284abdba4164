#pragma once

#include <jacquard/tool/cost/shader/costed_shader.h>

#include <span>
#include <string>

namespace jacquard::driver {

// The texts that the report on a form begins with, of one line each.
struct VerdictTexts {
    std::string binds;
    std::string why;
    std::string cheapest; // improvement that is known; empty where none was looked for
};
[[nodiscard]] VerdictTexts verdict_texts(const CostedShader& shader);

// "line 12 of shade, called on line 30", and "12 cycles less, 24 % as tried".
[[nodiscard]] std::string place_text(const CostedShader& shader, const SourceLine& line);
[[nodiscard]] std::string gain_text(const CostedShader& shader, const advice::Finding& finding);

// Returns what a report begins with: for each part, or several of which the same is true, what
// binds, why, and the cheapest improvement that is known.
[[nodiscard]] std::string cost_verdict(std::span<const CostedShader* const> shaders);

// All findings with their reasons and what to do, and what the changes make of the shader that the
// user asked for.
[[nodiscard]] std::string cost_findings(std::span<const CostedShader* const> shaders);
[[nodiscard]] std::string cost_what_ifs(std::span<const CostedShader* const> shaders);

} // namespace jacquard::driver
