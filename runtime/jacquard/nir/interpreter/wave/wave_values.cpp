#include <jacquard/nir/interpreter/wave/wave.h>

// This source tells what the active lanes of a wave have in common, and writes values for them.
namespace jacquard::nir::interpreter {

bool Wave::is_uniform(const Place& place, unsigned component) const {
    const std::byte* first = row(place, component);
    if (active == all) {
        // Each is what its neighbour is.
        return std::memcmp(first, first + place.bytes, std::size_t{place.bytes} * (lanes - 1)) == 0;
    }
    if (active.none()) {
        return false;
    }
    const std::uint64_t value = read_row(first, place.bytes, active.lowest());
    bool is_same = true;
    active.for_each(
        [&](unsigned lane) { is_same = is_same && read_row(first, place.bytes, lane) == value; });
    return is_same;
}

bool Wave::is_uniform(const Step& step, unsigned source_number) const {
    const Place& place = source(step, source_number);
    for (unsigned c = 0; c < place.num_components; ++c) {
        if (!is_uniform(place, c)) {
            return false;
        }
    }
    return true;
}

void Wave::write_lanes(const Place& place, unsigned component, std::uint64_t bits) {
    active.for_each([&](unsigned lane) { write(place, component, lane, bits); });
}

} // namespace jacquard::nir::interpreter
