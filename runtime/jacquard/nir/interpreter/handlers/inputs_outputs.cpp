#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/interpreter/handlers/handlers.h>
#include <jacquard/nir/interpreter/handlers/slot_cursor.h>
#include <jacquard/nir/interpreter/wave/lane_storage.h>
#include <jacquard/support/expression/half.h>

#include <array>
#include <bit>

namespace jacquard::nir::interpreter {

namespace {

// Whether all components of an access are whole rows of the storage.
bool are_rows(const Wave& wave, std::size_t num_words, std::int64_t first, const Place& place) {
    return place.bytes == 4 && first >= 0 &&
           (first + place.num_components) * wave.values.num_lanes <=
               static_cast<std::int64_t>(num_words);
}

// Load and store whole rows; false where some are not.
bool load_rows(Wave& wave, OutputWords words, std::int64_t first, const Place& to) {
    if (!are_rows(wave, words.size(), first, to)) {
        return false;
    }
    const std::uint32_t* row =
        words.data() + static_cast<std::size_t>(first) * wave.values.num_lanes;
    for (unsigned c = 0; c < to.num_components; ++c, row += wave.values.num_lanes) {
        wave.values.blend_row(wave.values.row(to, c), reinterpret_cast<const std::byte*>(row),
                              to.bytes, wave.lanes.active);
    }
    return true;
}

bool store_rows(Wave& wave, const Step& step, OutputWords words, std::int64_t first,
                const Place& from) {
    if (!are_rows(wave, words.size(), first, from)) {
        return false;
    }
    const auto mask = static_cast<unsigned>(intrinsic_of(step).write_mask());
    const LaneMask writing = wave.lanes.writing();
    std::uint32_t* row = words.data() + static_cast<std::size_t>(first) * wave.values.num_lanes;
    for (unsigned c = 0; c < from.num_components; ++c, row += wave.values.num_lanes) {
        if (((mask >> c) & 1) != 0) {
            wave.values.blend_row(reinterpret_cast<std::byte*>(row), wave.values.row(from, c),
                                  from.bytes, writing);
        }
    }
    return true;
}

float float_of(std::uint64_t bits, unsigned bytes) {
    return bytes == 2 ? half_to_float(static_cast<std::uint16_t>(bits))
                      : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

} // namespace

bool interpolate(const Wave& wave, MemorySpace vertices, std::int64_t word, unsigned lane,
                 unsigned bytes, const InterpolationWeights& weights, std::uint64_t& bits) {
    const float i = float_of(weights.i, weights.bytes);
    const float j = float_of(weights.j, weights.bytes);
    std::array<float, 3> corners{};
    bool is_fine = true;
    for (unsigned vertex = 0; vertex < 3; ++vertex) {
        const OutputWords words = given_slots(*wave.environment, vertices, vertex);
        std::uint64_t given = 0;
        is_fine = read_slot_words(words, wave.values.num_lanes, word, lane, 4, given) && is_fine;
        corners[vertex] = float_of(given, bytes);
    }
    const float value = corners[0] + i * (corners[1] - corners[0]) + j * (corners[2] - corners[0]);
    bits = bytes == 2 ? float_to_half(value) : std::bit_cast<std::uint32_t>(value);
    return is_fine;
}

// If the addresses are the same for all lanes, all lanes read the same slots.
bool load_slots(Wave& wave, const Step& step) {
    const MemoryAccess& access = *memory_access(intrinsic_of(step).op);
    const SlotCursor cursor(wave, step, access);
    const Place& to = wave.values.result(step);
    if (cursor.is_uniform()) {
        const unsigned lane = wave.lanes.active.lowest();
        if (load_rows(wave, cursor.slots(lane), cursor.first_word(lane), to)) {
            return true;
        }
    }
    const unsigned stride = to.bytes == 8 ? 2 : 1;
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        const OutputWords words = cursor.slots(lane);
        const std::int64_t at = cursor.first_word(lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists = read_slot_words(
                words, wave.values.num_lanes, at + std::int64_t{c} * stride, lane, to.bytes, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.values.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

bool load_interpolated_slots(Wave& wave, const Step& step) {
    if (wave.environment->inputs_are_interpolated) {
        return wave.environment->reciprocal_w.empty() ? load_slots(wave, step)
                                                      : load_slots_in_quads(wave, step);
    }
    const MemoryAccess& access = *memory_access(intrinsic_of(step).op);
    const SlotCursor cursor(wave, step, access);
    const Place& to = wave.values.result(step);
    const Place& barycentric =
        wave.values.source(step, static_cast<unsigned>(access.barycentric_source));
    bool is_fine = true;
    wave.lanes.active.for_each([&](unsigned lane) {
        const std::int64_t at = cursor.first_word(lane);
        const InterpolationWeights weights = {wave.values.read(barycentric, 0, lane),
                                              wave.values.read(barycentric, 1, lane),
                                              barycentric.bytes};
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists =
                interpolate(wave, access.info().per_vertex, at + c, lane, to.bytes, weights, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.values.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

bool store_slots(Wave& wave, const Step& step) {
    if (wave.lanes.writing().none()) {
        return true;
    }
    const MemoryAccess& access = *memory_access(intrinsic_of(step).op);
    const SlotCursor cursor(wave, step, access);
    const Place& from = wave.values.source(step, static_cast<unsigned>(access.value_source));
    const auto mask = static_cast<unsigned>(intrinsic_of(step).write_mask());
    if (cursor.is_uniform()) {
        const unsigned lane = wave.lanes.active.lowest();
        if (store_rows(wave, step, cursor.slots(lane), cursor.first_word(lane), from)) {
            return true;
        }
    }
    const unsigned stride = from.bytes == 8 ? 2 : 1;
    bool is_fine = true;
    wave.lanes.writing().for_each([&](unsigned lane) {
        const OutputWords words = cursor.slots(lane);
        const std::int64_t at = cursor.first_word(lane);
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) != 0) {
                const bool exists =
                    write_slot_words(words, wave.values.num_lanes, at + std::int64_t{c} * stride,
                                     lane, from.bytes, wave.values.read(from, c, lane));
                is_fine = is_fine && (exists || wave.out_of_range(step));
            }
        }
    });
    return is_fine;
}

} // namespace jacquard::nir::interpreter
