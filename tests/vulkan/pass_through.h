#pragma once

#include "module_interface.h"

#include <cstdint>
#include <vector>

namespace jacquard::vulkan {

// A vertex shader that hands attribute 0 on as the position and attribute i + 1 as the slot i: the
// same type at the same location.
[[nodiscard]] std::vector<std::uint32_t> pass_through_shader(const std::vector<Slot>& slots);

} // namespace jacquard::vulkan
