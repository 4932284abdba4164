#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/line_origins.h>

#include <string>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// The text form of a whole shader, which parse() turns into the same shader.
[[nodiscard]] std::string print(const Shader& shader);
void print(const Shader& shader, std::string& out);
// The same with where the lines of instructions come from.
[[nodiscard]] std::string print(const Shader& shader, std::vector<SourceLine>& origins);

// One instruction, without a line end; for messages.
[[nodiscard]] std::string print(const Instruction& instruction);

} // namespace jacquard::nir

JACQUARD_END_API
