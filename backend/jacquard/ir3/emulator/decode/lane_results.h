#pragma once

#include <jacquard/ir3/emulator/decode/step.h>

#include <cstdint>

namespace jacquard::ir3 {

// What instructions do to what their kernel computed, in `count` lanes.
void saturate_float(std::uint32_t* words, unsigned count, bool half);
void change_width(WidthChange change, std::uint32_t* words, unsigned count);

} // namespace jacquard::ir3
