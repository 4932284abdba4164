#pragma once

#include <jacquard/support/lane_mask.h>

namespace jacquard::nir::interpreter {

using jacquard::kMaxLanes;
using jacquard::LaneMask;

} // namespace jacquard::nir::interpreter
