#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Turns parallel copies into loads and stores of registers, one after the other. A register is
// stored to when no copy still has to read it; where copies go round in a circle, the old value of
// one register is loaded first and kept. Copies to values become those values.
//
// A source that is loaded right before the parallel copy is a copy from that register.
//
// Before: registers in parallel copies are no arrays.
// After: there are no parallel copies.
bool sequence_parallel_copies(Shader& shader);

} // namespace jacquard::nir
