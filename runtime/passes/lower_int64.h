#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

// Computes integers of 64 bits from pairs of 32: sums, products and their high halves, quotients
// and remainders, shifts, logic, comparisons, extremes, choices, counts of bits, conversions, moves
// and vectors, and phis.
//
// Before: any shader; reductions are split by lower_alu_to_scalar, and operations that are several
// in one by lower_integer_compounds, or they stay. Conversions between doubles and these integers
// are computed with doubles unless lower_doubles was there first. After: what is left of 64-bit
// integers is loads, stores and what other operations of 64 bits read and write, packed and
// unpacked by pack_64_2x32_split and unpack_64_2x32_split_x and _y. True when something changed.
bool lower_int64(Shader& shader);

} // namespace jacquard::nir
