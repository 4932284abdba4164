#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/slot_cursor.h>
#include <jacquard/nir/interpreter/wave/lane_storage.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/support/quad_weights.h>

#include <array>
#include <bit>
#include <optional>

namespace jacquard::nir::interpreter {

namespace {

std::optional<BarycentricPlace> place_of(IntrinsicOp op) {
    for (const BarycentricPlace place :
         {BarycentricPlace::pixel, BarycentricPlace::centroid, BarycentricPlace::sample,
          BarycentricPlace::at_sample, BarycentricPlace::at_offset}) {
        if (barycentric_at(place) == op) {
            return place;
        }
    }
    return std::nullopt;
}

float number_of(std::uint64_t bits, unsigned bytes) {
    return bytes == 2 ? half_to_float(static_cast<std::uint16_t>(bits))
                      : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

// 1 / w of the quad that a lane is in; empty where it is not whole.
std::span<const float> quad_of(const Wave& wave, unsigned lane) {
    const unsigned first = lane & ~(kQuadPixels - 1);
    const std::span<const float> all = wave.environment->reciprocal_w;
    return first + kQuadPixels <= wave.values.num_lanes && first + kQuadPixels <= all.size()
               ? all.subspan(first, kQuadPixels)
               : std::span<const float>();
}

} // namespace

// A pixel is covered as a whole by one sample in its middle, so that its centre is what the covered
// part and every sample have, too.
std::array<float, 2> weights_in_quad(const Wave& wave, BarycentricPlace place, Interpolation mode,
                                     unsigned lane, const std::array<float, 2>& offset) {
    auto [x, y] = place_in_quad(lane);
    if (place == BarycentricPlace::at_offset) {
        x += offset[0];
        y += offset[1];
    }
    const std::span<const float> quad = quad_of(wave, lane);
    const bool is_linear = quad.empty() || mode == Interpolation::noperspective;
    return is_linear ? linear_weights(x, y) : perspective_weights(x, y, quad);
}

bool interpolate_in_quad(const Wave& wave, OutputWords inputs, std::int64_t word, unsigned lane,
                         unsigned bytes, const std::array<float, 2>& weights, std::uint64_t& bits) {
    const std::span<const float> quad = quad_of(wave, lane);
    if (bytes == 8 || quad.empty() || are_own_weights(weights, lane % kQuadPixels, quad)) {
        return read_slot_words(inputs, wave.values.num_lanes, word, lane, bytes, bits);
    }
    const unsigned first = lane & ~(kQuadPixels - 1);
    std::array<float, 3> corners{};
    bool is_fine = true;
    for (unsigned corner = 0; corner < corners.size(); ++corner) {
        is_fine =
            read_slot_words(inputs, wave.values.num_lanes, word, first + corner, bytes, bits) &&
            is_fine;
        corners[corner] = number_of(bits, bytes);
    }
    const float value = weighted(corners, weights);
    bits = bytes == 2 ? float_to_half(value) : std::bit_cast<std::uint32_t>(value);
    return is_fine;
}

bool load_quad_weights(Wave& wave, const Step& step) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const std::optional<BarycentricPlace> place = place_of(intrinsic.op);
    if (!place || !wave.environment->inputs_are_interpolated ||
        wave.environment->reciprocal_w.empty()) {
        return false;
    }
    const Place& to = wave.values.result(step);
    wave.lanes.active.for_each([&](unsigned lane) {
        QuadWeights offset{};
        if (*place == BarycentricPlace::at_offset) {
            const Place& from = wave.values.source(step, 0);
            offset = {number_of(wave.values.read(from, 0, lane), from.bytes),
                      number_of(wave.values.read(from, 1, lane), from.bytes)};
        }
        const QuadWeights weights =
            weights_in_quad(wave, *place, intrinsic.interp_mode(), lane, offset);
        for (unsigned c = 0; c < to.num_components; ++c) {
            const float weight = c < weights.size() ? weights[c] : 0.0F;
            wave.values.write(to, c, lane,
                              to.bytes == 2 ? float_to_half(weight)
                                            : std::bit_cast<std::uint32_t>(weight));
        }
    });
    return true;
}

bool load_slots_in_quads(Wave& wave, const Step& step) {
    const MemoryAccess& access = *memory_access(intrinsic_of(step).op);
    const SlotCursor cursor(wave, step, access);
    const Place& to = wave.values.result(step);
    const Place& barycentric =
        wave.values.source(step, static_cast<unsigned>(access.barycentric_source));
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        const OutputWords words = cursor.slots(lane);
        const std::int64_t at = cursor.first_word(lane);
        const QuadWeights weights = {
            number_of(wave.values.read(barycentric, 0, lane), barycentric.bytes),
            number_of(wave.values.read(barycentric, 1, lane), barycentric.bytes)};
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists =
                interpolate_in_quad(wave, words, at + c, lane, to.bytes, weights, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.values.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
