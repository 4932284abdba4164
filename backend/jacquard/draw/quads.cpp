#include <jacquard/draw/quads.h>

namespace jacquard::driver::draw {

void fill_pixels(std::span<const Quad> quads, const Stage& stage, std::span<std::uint32_t> inputs,
                 WaveValues& values) {
    values.helpers = ~std::uint64_t{0};
    for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
        const unsigned q = lane / kQuadLanes;
        const unsigned corner = lane % kQuadLanes;
        // Lanes behind the last quad repeat it.
        const Quad& quad = quads[q < quads.size() ? q : quads.size() - 1];
        values.position[0][lane] = static_cast<float>(quad.x + (corner & 1)) + 0.5F;
        values.position[1][lane] = static_cast<float>(quad.y + (corner >> 1)) + 0.5F;
        values.position[2][lane] = quad.depth[corner];
        if (q < quads.size() && (quad.covered >> corner & 1) != 0) {
            values.helpers &= ~(std::uint64_t{1} << lane);
        }
    }
    for (std::size_t slot = 0; slot < stage.inputs().size(); ++slot) {
        const nir::Semantic semantic = stage.inputs()[slot].semantic;
        for (unsigned lane = 0; lane < kWaveLanes; ++lane) {
            const std::size_t first = slot * 4 * kWaveLanes + lane;
            if (semantic == nir::Semantic::position) {
                for (unsigned c = 0; c < 4; ++c) {
                    inputs[first + c * kWaveLanes] = values.fragment_position(c, lane);
                }
            } else if (semantic == nir::Semantic::face) {
                inputs[first] = std::bit_cast<std::uint32_t>(values.is_front(lane) ? 1.0F : -1.0F);
            } else if (semantic == nir::Semantic::prim_id) {
                inputs[first] = values.number[lane];
            }
        }
    }
}

} // namespace jacquard::driver::draw
