#pragma once

#include <jacquard/amber/script/script.h>

namespace jacquard::driver::amber {

// Looks whether an expectation is met. What is not is told at the command's place: what was
// expected and what is there.
void check_expectation(const Script& script, const ExpectCommand& expectation,
                       SourcePosition position, Diagnostics& diagnostics);

} // namespace jacquard::driver::amber
