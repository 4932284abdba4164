#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Whether every component of a value is one of another value: a mov or vecN.
[[nodiscard]] inline bool is_copy(const SsaDef& value) {
    const auto* alu = value.instruction->as<AluInstruction>();
    return alu != nullptr && alu->info().is_copy;
}

// Makes a source that reads a copy (mov or vecN) read what was copied, through any number of
// copies. A source that reads whole values does so only where the copy is the same whole value.
// True when it changed.
bool read_through_copies(AluInstruction& alu, unsigned source);
bool read_through_copies(Source& source);

} // namespace jacquard::nir
