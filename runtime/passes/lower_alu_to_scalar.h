#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Splits ALU instructions of several components into one for each, and sums over components (dot
// products, all and any) into chains in the order of the table.
//
// Before: any shader. After: every ALU instruction has one component, save mov, vecN and opcodes
// whose sources are vectors of a fixed size and do not reduce. True when something changed.
bool lower_alu_to_scalar(Shader& shader);

} // namespace jacquard::nir
