#pragma once

#include <jacquard/nir/ir/types.h>

#include <string>

namespace jacquard::nir {

// One component as the text form writes it: true or false for one bit, small numbers in decimal,
// bits that read well as a float of their width with a decimal point, all else in hex.
void print_constant(std::string& out, ConstantValue value, unsigned bit_size);

} // namespace jacquard::nir
