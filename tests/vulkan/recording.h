#pragma once

#include <jacquard/runs/recorded/recorded_case.h>

#include "device.h"
#include "module_interface.h"

#include <cstdint>
#include <vector>

namespace jacquard::vulkan {

// The word that an output holds which no invocation wrote.
inline constexpr std::uint32_t kClearPattern = 0xc7a5f1d3;

// The results of a device for a module and one case.
struct Recording {
    driver::ByKey<driver::LaneWordLists> outputs;
    std::uint8_t discarded = 0;
    driver::ByKey<driver::Words> storage_buffers;
    driver::ByKey<driver::Words> images;
};

// If the inputs of a fragment shader are on no plane that floats can express, the device gets the
// nearest one, or the case is refused.
enum class Planes : std::uint8_t { exact, nearest };

// Each throws a DeviceError where the device or the runner cannot take the case.
[[nodiscard]] Recording record_compute(const Device& device, const driver::RecordedCase& recorded,
                                       const std::vector<std::uint32_t>& module);
[[nodiscard]] Recording record_fragment(const Device& device, const driver::RecordedCase& recorded,
                                        const std::vector<std::uint32_t>& module, Planes planes);

} // namespace jacquard::vulkan
