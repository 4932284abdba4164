#include <jacquard/generated/ir3/slots.h>
#include <jacquard/runs/engines/stage_inputs.h>
#include <jacquard/support/quad_weights.h>

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

std::optional<bool> kind_of_weights(std::string_view name) {
    using ir3::Slot;
    const auto is = [&](Slot slot) { return name == ir3::slot_info(slot).name; };
    if (is(Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_PIXEL) ||
        is(Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_SAMPLE) ||
        is(Slot::SYSTEM_VALUE_BARYCENTRIC_PERSP_CENTROID)) {
        return false;
    }
    if (is(Slot::SYSTEM_VALUE_BARYCENTRIC_LINEAR_PIXEL) ||
        is(Slot::SYSTEM_VALUE_BARYCENTRIC_LINEAR_SAMPLE) ||
        is(Slot::SYSTEM_VALUE_BARYCENTRIC_LINEAR_CENTROID)) {
        return true;
    }
    return std::nullopt;
}

std::uint32_t weight_in_quad(std::span<const float> reciprocal_w, bool is_linear,
                             unsigned component, unsigned lane) {
    const unsigned first = lane & ~(kQuadPixels - 1);
    const auto [x, y] = place_in_quad(lane);
    const bool is_whole = first + kQuadPixels <= reciprocal_w.size();
    const QuadWeights weights =
        is_linear || !is_whole
            ? linear_weights(x, y)
            : perspective_weights(x, y, reciprocal_w.subspan(first, kQuadPixels));
    return component < weights.size() ? std::bit_cast<std::uint32_t>(weights[component]) : 0;
}

void take_reciprocal_w(const PipelineValues& values, std::span<float> reciprocal_w) {
    for (unsigned lane = 0; lane < reciprocal_w.size(); ++lane) {
        const auto given = std::bit_cast<float>(values.fragment_position(3, lane));
        reciprocal_w[lane] = given > 0.0F ? given : 1.0F;
    }
}

} // namespace jacquard::driver
