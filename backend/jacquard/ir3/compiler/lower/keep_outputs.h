#pragma once

#include <jacquard/nir/ir/shader.h>

#include <cstdint>

namespace jacquard::ir3 {

// Keeps only what says where a primitive lies. Whether it changed anything.
bool keep_position(nir::Shader& shader);

// Keeps that and what is read behind the rasteriser: bit N of `slots` for the varying whose slot
// has number N. A back colour is read where the colour is. Whether it changed anything.
bool keep_read_outputs(nir::Shader& shader, std::uint64_t slots);

} // namespace jacquard::ir3
