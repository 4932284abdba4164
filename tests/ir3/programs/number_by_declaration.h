#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/tgsi/program.h>

namespace jacquard::testing {

// Gives the inputs and outputs of a header that another compiler wrote the numbers of the
// declarations they come from, which our own headers hold already.
void number_by_declaration(ir3::Program& program, const tgsi::Program& source);

} // namespace jacquard::testing
