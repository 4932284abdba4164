#include <jacquard/nir/interpreter/wave/wave.h>

// This source tells what the active lanes of a wave have in common, and writes values for them.
namespace jacquard::nir::interpreter {

bool Wave::is_uniform(const Place& place, unsigned component) const {
    const std::byte* first = values.row(place, component);
    if (lanes.active == lanes.all) {
        // Each is what its neighbour is.
        return std::memcmp(first, first + place.bytes,
                           std::size_t{place.bytes} * (values.num_lanes - 1)) == 0;
    }
    if (lanes.active.none()) {
        return false;
    }
    const std::uint64_t value = ValueRows::read_row(first, place.bytes, lanes.active.lowest());
    bool is_same = true;
    lanes.active.for_each([&](unsigned lane) {
        is_same = is_same && ValueRows::read_row(first, place.bytes, lane) == value;
    });
    return is_same;
}

bool Wave::is_uniform(const Step& step, unsigned source_number) const {
    const Place& place = values.source(step, source_number);
    for (unsigned c = 0; c < place.num_components; ++c) {
        if (!is_uniform(place, c)) {
            return false;
        }
    }
    return true;
}

void Wave::write_lanes(const Place& place, unsigned component, std::uint64_t bits) {
    lanes.active.for_each([&](unsigned lane) { values.write(place, component, lane, bits); });
}

} // namespace jacquard::nir::interpreter
