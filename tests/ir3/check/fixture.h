#pragma once

#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/program.h>

#include "catch.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace jacquard::ir3::testing {

// The program of an assembly text with its directives; 630 is meant where it has no @gpu.
Program assembled(std::string_view text);

// Returns the faults of a program, a message a line. The header is believed if it has directives of
// inputs or outputs; else reads of registers that were never written are accepted.
std::string findings(const Program& program, CheckOptions options);
std::string findings(std::string_view text, CheckOptions options = {});

} // namespace jacquard::ir3::testing
