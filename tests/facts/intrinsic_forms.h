#pragma once

#include "variation.h"

#include <vector>

namespace jacquard::facts {

// The ways to write an intrinsic that are tried, the likeliest first. Those that are not valid NIR
// have a plain form without a subject.
std::vector<Subject> intrinsic_subjects(nir::IntrinsicOp op);

} // namespace jacquard::facts
