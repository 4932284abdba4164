#pragma once

#include <jacquard/ir3/emulator/decode/step.h>

#include <cstdint>

namespace jacquard::ir3 {

// These functions finish the results of kernels in `count` lanes.
void saturate_float(std::uint32_t* words, unsigned count, bool half);
void change_width(WidthChange change, std::uint32_t* words, unsigned count);

} // namespace jacquard::ir3
