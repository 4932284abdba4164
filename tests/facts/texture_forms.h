#pragma once

#include "variation.h"

#include <vector>

namespace jacquard::facts {

// The ways to write a texture instruction that are tried. Those that are not valid NIR have a plain
// form without a subject.
std::vector<Subject> texture_subjects(nir::TextureOp op);

} // namespace jacquard::facts
