#pragma once

#include "values.h"

namespace jacquard::nir {

struct TextureChoices {
    // Coordinates are small numbers that the shader computes, not anything.
    bool is_moderate = false;
};

// A lookup or query with sources and fields as the operation and shape allow.
void add_texture(Values& values, const TextureChoices& wanted);

} // namespace jacquard::nir
