#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/support/expression/half.h>

#include <array>
#include <bit>

namespace jacquard::nir::interpreter {

namespace {

std::uint64_t difference(std::uint64_t from, std::uint64_t to, unsigned bit_size) {
    switch (bit_size) {
    case 16:
        return float_to_half(half_to_float(static_cast<std::uint16_t>(to)) -
                             half_to_float(static_cast<std::uint16_t>(from)));
    case 32:
        return std::bit_cast<std::uint32_t>(std::bit_cast<float>(static_cast<std::uint32_t>(to)) -
                                            std::bit_cast<float>(static_cast<std::uint32_t>(from)));
    default:
        return std::bit_cast<std::uint64_t>(std::bit_cast<double>(to) -
                                            std::bit_cast<double>(from));
    }
}

} // namespace

// In the quad of a lane, from the left or upper lane to the right or lower one. Fine derivatives
// take the lane's own row or column, others give the whole quad the difference of its lower row or
// left column. A lane that is not there or not active makes the difference 0.
bool derivative(Wave& wave, const Step& step) {
    const QuadDerivative& what = *quad_derivative(intrinsic_of(step).op);
    const Place& from = wave.values.source(step, static_cast<unsigned>(what.value_source));
    const Place& to = wave.values.result(step);
    const bool along_y = what.along == Axis::y;
    const bool is_fine = what.is_fine;
    const unsigned direction = along_y ? 2 : 1;
    const unsigned coarse_start = along_y ? 0 : 2;
    wave.lanes.active.for_each([&](unsigned lane) {
        const unsigned first = is_fine ? lane & ~direction : (lane & ~3U) + coarse_start;
        const unsigned second = first | direction;
        const bool exists = second < wave.values.num_lanes && wave.lanes.active.test(first) &&
                            wave.lanes.active.test(second);
        for (unsigned c = 0; c < to.num_components; ++c) {
            wave.values.write(to, c, lane,
                              exists ? difference(wave.values.read(from, c, first),
                                                  wave.values.read(from, c, second), to.bit_size)
                                     : 0);
        }
    });
    return true;
}

} // namespace jacquard::nir::interpreter
