#pragma once

#include <jacquard/tgsi/program.h>

#include <string>

namespace jacquard::tgsi {

// The canonical text: properties, declarations, immediates, numbered instructions indented by
// control flow. Reading it gives an equal program, and printing that the same text; floats keep
// their exact bits.
[[nodiscard]] std::string print(const Program& program);

} // namespace jacquard::tgsi
