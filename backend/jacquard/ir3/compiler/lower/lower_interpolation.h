#pragma once

namespace jacquard::nir {
struct Shader;
}

namespace jacquard::ir3 {

// Computes the weights at a distance from the centre of a pixel from those at the centre and how
// they change from pixel to pixel. Returns whether anything changed.
bool lower_interpolation(nir::Shader& shader);

} // namespace jacquard::ir3
