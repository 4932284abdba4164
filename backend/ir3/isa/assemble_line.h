#pragma once

#include <jacquard/ir3/isa/assemble.h>

namespace jacquard::ir3 {

/// The same as assemble(), with the distance that a label stands for.
AssemblyResult assemble_with_label(std::string_view line, Revision revision,
                                   int32_t label_distance);

/// "expected a, b or c".
std::string expectation(std::span<const std::string_view> expected);

/// What an unknown mnemonic is said to be, with the nearest one that the revision has.
AssemblyResult unknown_mnemonic(std::string_view word, size_t offset, Revision revision);

} // namespace jacquard::ir3
