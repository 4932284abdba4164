#pragma once

#include <jacquard/support/random.h>

#include <string>

namespace jacquard::testing {

// A script of Amber that draws with a random vertex and a random fragment shader into its buffer
// "picture". Among what the vertex shader hands on are numbers, uniforms, the same values twice,
// what nobody reads and what nobody writes, in slots and parts of slots, interpolated in every way.
[[nodiscard]] std::string random_pipeline(Random& random);

} // namespace jacquard::testing
