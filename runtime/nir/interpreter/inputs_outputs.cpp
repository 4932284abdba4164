#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/nir/interpreter/lane_storage.h>
#include <jacquard/support/half.h>

#include <array>
#include <bit>

namespace jacquard::nir::interpreter {

namespace {

// The word of an access's first component: slot `base` plus the offset, from `component` on.
std::int64_t first_word(const Wave& wave, const Step& step, unsigned offset_source, unsigned lane) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const auto offset =
        static_cast<std::int32_t>(wave.read(wave.source(step, offset_source), 0, lane));
    return 4 * (intrinsic.base() + offset) + static_cast<std::int64_t>(intrinsic.component());
}

// The sources that say where an access goes: from `first` to `offset`, which comes last.
struct Addresses {
    unsigned first;
    unsigned offset;
};

bool are_uniform(const Wave& wave, const Step& step, const Addresses& addresses) {
    for (unsigned i = addresses.first; i <= addresses.offset; ++i) {
        if (!wave.is_uniform(step, i)) {
            return false;
        }
    }
    return true;
}

// Whether all components of an access are whole rows of the storage.
bool are_rows(const Wave& wave, std::size_t num_words, std::int64_t first, const Place& place) {
    return place.bytes == 4 && first >= 0 &&
           (first + place.num_components) * wave.lanes <= static_cast<std::int64_t>(num_words);
}

// `storage(lane)` is what a lane reads from; that and the place in it are the same for all lanes
// where the addresses are.
template <typename Storage>
bool load(Wave& wave, const Step& step, const Addresses& addresses, Storage&& storage) {
    const Place& to = wave.result(step);
    if (are_uniform(wave, step, addresses)) {
        const unsigned lane = wave.active.lowest();
        const InputWords words = storage(lane);
        const std::int64_t first = first_word(wave, step, addresses.offset, lane);
        if (are_rows(wave, words.size(), first, to)) {
            const auto rows = words.subspan(static_cast<std::size_t>(first) * wave.lanes);
            wave.blend(wave.row(to, 0), std::as_bytes(rows).data(), to.bytes, to.num_components,
                       wave.active);
            return true;
        }
    }
    const unsigned stride = to.bytes == 8 ? 2 : 1;
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const InputWords words = storage(lane);
        const std::int64_t at = first_word(wave, step, addresses.offset, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists = read_slot_words(words, wave.lanes, at + std::int64_t{c} * stride,
                                                lane, to.bytes, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

// The same; source 0 is what is stored.
template <typename Storage>
bool store(Wave& wave, const Step& step, const Addresses& addresses, Storage&& storage) {
    const Place& from = wave.source(step, 0);
    const auto mask = static_cast<unsigned>(intrinsic_of(step).write_mask());
    if (are_uniform(wave, step, addresses)) {
        const unsigned lane = wave.active.lowest();
        const OutputWords words = storage(lane);
        const std::int64_t first = first_word(wave, step, addresses.offset, lane);
        if (are_rows(wave, words.size(), first, from)) {
            const auto rows = words.subspan(static_cast<std::size_t>(first) * wave.lanes);
            for (unsigned c = 0; c < from.num_components; ++c) {
                if (((mask >> c) & 1) != 0) {
                    wave.blend(std::as_writable_bytes(rows.subspan(c * wave.lanes)).data(),
                               wave.row(from, c), from.bytes, 1, wave.writing());
                }
            }
            return true;
        }
    }
    const unsigned stride = from.bytes == 8 ? 2 : 1;
    bool is_fine = true;
    wave.writing().for_each([&](unsigned lane) {
        const std::int64_t at = first_word(wave, step, addresses.offset, lane);
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) != 0) {
                const bool exists =
                    write_slot_words(storage(lane), wave.lanes, at + std::int64_t{c} * stride, lane,
                                     from.bytes, wave.read(from, c, lane));
                is_fine = is_fine && (exists || wave.out_of_range(step));
            }
        }
    });
    return is_fine;
}

float float_of(std::uint64_t bits, unsigned bytes) {
    return bytes == 2 ? half_to_float(static_cast<std::uint16_t>(bits))
                      : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

} // namespace

bool load_input(Wave& wave, const Step& step) {
    return load(wave, step, {0, 0}, [&](unsigned) { return wave.environment->inputs; });
}

bool load_vertex_input(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return load(wave, step, {0, 1}, [&](unsigned lane) {
        return part_of(around.vertex_inputs, around.num_input_vertices,
                       wave.read(wave.source(step, 0), 0, lane));
    });
}

bool interpolate(const Wave& wave, std::int64_t word, unsigned lane, unsigned bytes,
                 std::uint64_t i_bits, std::uint64_t j_bits, unsigned weight_bytes,
                 std::uint64_t& bits) {
    const Environment& around = *wave.environment;
    const float i = float_of(i_bits, weight_bytes);
    const float j = float_of(j_bits, weight_bytes);
    std::array<float, 3> vertices{};
    bool is_fine = true;
    for (unsigned vertex = 0; vertex < 3; ++vertex) {
        const InputWords words = part_of(around.vertex_inputs, around.num_input_vertices, vertex);
        std::uint64_t given = 0;
        is_fine = read_slot_words(words, wave.lanes, word, lane, 4, given) && is_fine;
        vertices[vertex] = float_of(given, bytes);
    }
    const float value =
        vertices[0] + i * (vertices[1] - vertices[0]) + j * (vertices[2] - vertices[0]);
    bits = bytes == 2 ? float_to_half(value) : std::bit_cast<std::uint32_t>(value);
    return is_fine;
}

bool load_interpolated_input(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    if (around.inputs_are_interpolated) {
        return load(wave, step, {1, 1}, [&](unsigned) { return around.inputs; });
    }
    const Place& to = wave.result(step);
    const Place& barycentric = wave.source(step, 0);
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const std::int64_t at = first_word(wave, step, 1, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists =
                interpolate(wave, at + c, lane, to.bytes, wave.read(barycentric, 0, lane),
                            wave.read(barycentric, 1, lane), barycentric.bytes, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

bool load_output(Wave& wave, const Step& step) {
    return load(wave, step, {0, 0},
                [&](unsigned) { return InputWords(wave.environment->outputs); });
}

bool store_output(Wave& wave, const Step& step) {
    return store(wave, step, {1, 1}, [&](unsigned) { return wave.environment->outputs; });
}

bool load_vertex_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return load(wave, step, {0, 1}, [&](unsigned lane) {
        return part_of(InputWords(around.vertex_outputs), around.num_output_vertices,
                       wave.read(wave.source(step, 0), 0, lane));
    });
}

bool store_vertex_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return store(wave, step, {1, 2}, [&](unsigned lane) {
        return part_of(around.vertex_outputs, around.num_output_vertices,
                       wave.read(wave.source(step, 1), 0, lane));
    });
}

bool load_primitive_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return load(wave, step, {0, 1}, [&](unsigned lane) {
        return part_of(InputWords(around.primitive_outputs), around.num_output_primitives,
                       wave.read(wave.source(step, 0), 0, lane));
    });
}

bool store_primitive_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return store(wave, step, {1, 2}, [&](unsigned lane) {
        return part_of(around.primitive_outputs, around.num_output_primitives,
                       wave.read(wave.source(step, 1), 0, lane));
    });
}

} // namespace jacquard::nir::interpreter
