#include <jacquard/driver/stage_inputs.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace jacquard::driver {

std::uint32_t units_of_position(std::uint32_t word, unsigned units_of_pixel) {
    const double units = double{std::bit_cast<float>(word)} * units_of_pixel;
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (!(units > 0.0)) {
        return 0;
    }
    return units < double{kMost} ? static_cast<std::uint32_t>(units) : kMost;
}

unsigned varying_components(const ir3::Program& program) {
    unsigned count = 0;
    for (const ir3::ProgramInput& input : program.inputs) {
        if (input.barycentric) {
            count = std::max(count, input.varying_location + 4U);
        }
    }
    for (const ir3::TexturePrefetch& prefetch : program.prefetches) {
        count = std::max(count, prefetch.source + 2U);
    }
    return count;
}

} // namespace jacquard::driver
