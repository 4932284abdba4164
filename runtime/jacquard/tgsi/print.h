#pragma once

#include <jacquard/support/api.h>
#include <jacquard/tgsi/program.h>

#include <string>

JACQUARD_BEGIN_API

namespace jacquard::tgsi {

// The canonical text: properties, declarations, immediates, numbered instructions indented by
// control flow. Reading it gives an equal program, and printing that the same text; floats keep
// their exact bits.
[[nodiscard]] std::string print(const Program& program);

} // namespace jacquard::tgsi

JACQUARD_END_API
