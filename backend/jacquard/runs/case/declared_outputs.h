#pragma once

#include <jacquard/runs/case/case_file.h>
#include <jacquard/support/text/limits.h>

#include <string_view>
#include <vector>

namespace jacquard::driver {

// The outputs that a shader declares, all 0: what those that it never writes hold. Empty where the
// text is no shader.
[[nodiscard]] std::vector<CaseOutput> declared_outputs(std::string_view tgsi_text,
                                                       const Limits& limits);

// Adds to what a run computed the outputs that the program does not have, in the order of the
// shader's outputs.
void add_unwritten(std::vector<CaseOutput>& outputs, const std::vector<CaseOutput>& declared);

// Leaves out what no declaration has: slots between those that are declared.
void drop_undeclared(std::vector<CaseOutput>& outputs, const std::vector<CaseOutput>& declared);

} // namespace jacquard::driver
