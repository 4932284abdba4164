#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/lane_mask.h>

JACQUARD_BEGIN_API

namespace jacquard::nir::interpreter {

using jacquard::kMaxLanes;
using jacquard::LaneMask;

} // namespace jacquard::nir::interpreter

JACQUARD_END_API
