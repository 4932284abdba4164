#pragma once

#include <jacquard/nir/ir/types.h>

#include <cstdint>
#include <random>
#include <vector>

// Values that rules are tried with.
namespace rule_values {

using jacquard::nir::AluType;

// Values where something special happens, of that type and width.
const std::vector<std::uint64_t>& edges(AluType type);
// An edge value, a near one or any bits.
std::uint64_t drawn(std::mt19937_64& random, AluType type);
// A float between two others.
std::uint64_t drawn_between(std::mt19937_64& random, unsigned bit_size, double low, double high,
                            bool whole = false);

// The number that the bits of a float stand for.
double float_value(std::uint64_t bits, unsigned bit_size);
bool is_nan(std::uint64_t bits, unsigned bit_size);
bool is_infinite(std::uint64_t bits, unsigned bit_size);
// Returns how many floats of that width lie between two.
std::uint64_t units_between(std::uint64_t a, std::uint64_t b, unsigned bit_size);

} // namespace rule_values
