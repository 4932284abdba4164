#include <jacquard/nir/interpreter/handlers.h>
#include <jacquard/support/half.h>

#include <bit>

namespace jacquard::nir::interpreter {

namespace {

// Words of one lane in storage of vec4 slots.
struct Words {
    std::span<const std::uint32_t> words;
    unsigned lanes;

    // The component that begins at word `at`, counted over slots.
    [[nodiscard]] bool read(std::int64_t at, unsigned lane, unsigned bytes,
                            std::uint64_t& bits) const {
        const std::int64_t end = at + (bytes == 8 ? 2 : 1);
        if (at < 0 || end * lanes > static_cast<std::int64_t>(words.size())) {
            bits = 0;
            return false;
        }
        bits = words[static_cast<std::size_t>(at) * lanes + lane];
        if (bytes == 8) {
            bits |= std::uint64_t{words[static_cast<std::size_t>(at + 1) * lanes + lane]} << 32;
        }
        return true;
    }
};

bool write_words(std::span<std::uint32_t> words, unsigned lanes, std::int64_t at, unsigned lane,
                 unsigned bytes, std::uint64_t bits) {
    const std::int64_t end = at + (bytes == 8 ? 2 : 1);
    if (at < 0 || end * lanes > static_cast<std::int64_t>(words.size())) {
        return false;
    }
    words[static_cast<std::size_t>(at) * lanes + lane] = static_cast<std::uint32_t>(bits);
    if (bytes == 8) {
        words[static_cast<std::size_t>(at + 1) * lanes + lane] =
            static_cast<std::uint32_t>(bits >> 32);
    }
    return true;
}

// The part of per-vertex storage that belongs to one vertex; empty when there is none.
template <typename Span>
Span part_of(Span words, unsigned count, std::uint64_t number) {
    if (number >= count) {
        return {};
    }
    const std::size_t size = words.size() / count;
    return words.subspan(static_cast<std::size_t>(number) * size, size);
}

// The word of an access's first component: slot `base` plus the offset, from `component` on.
std::int64_t first_word(const Wave& wave, const Step& step, unsigned offset_source, unsigned lane) {
    const IntrinsicInstruction& intrinsic = intrinsic_of(step);
    const auto offset =
        static_cast<std::int32_t>(wave.read(wave.source(step, offset_source), 0, lane));
    return 4 * (intrinsic.base() + offset) + static_cast<std::int64_t>(intrinsic.component());
}

// `storage(lane)` is what a lane reads from.
template <typename Storage>
bool load(Wave& wave, const Step& step, unsigned offset_source, Storage&& storage) {
    const Place& to = wave.result(step);
    const unsigned stride = to.bytes == 8 ? 2 : 1;
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const Words words{storage(lane), wave.lanes};
        const std::int64_t at = first_word(wave, step, offset_source, lane);
        for (unsigned c = 0; c < to.num_components; ++c) {
            std::uint64_t bits = 0;
            const bool exists = words.read(at + std::int64_t{c} * stride, lane, to.bytes, bits);
            is_fine = is_fine && (exists || wave.out_of_range(step));
            wave.write(to, c, lane, bits);
        }
    });
    return is_fine;
}

template <typename Storage>
bool store(Wave& wave, const Step& step, unsigned offset_source, Storage&& storage) {
    const Place& from = wave.source(step, 0);
    const auto mask = static_cast<unsigned>(intrinsic_of(step).write_mask());
    const unsigned stride = from.bytes == 8 ? 2 : 1;
    bool is_fine = true;
    wave.writing().for_each([&](unsigned lane) {
        const std::int64_t at = first_word(wave, step, offset_source, lane);
        for (unsigned c = 0; c < from.num_components; ++c) {
            if (((mask >> c) & 1) != 0) {
                const bool exists =
                    write_words(storage(lane), wave.lanes, at + std::int64_t{c} * stride, lane,
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
    return load(wave, step, 0, [&](unsigned) { return wave.environment->inputs; });
}

bool load_vertex_input(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return load(wave, step, 1, [&](unsigned lane) {
        return part_of(around.vertex_inputs, around.num_input_vertices,
                       wave.read(wave.source(step, 0), 0, lane));
    });
}

// Of the first three vertices: v0 + i (v1 - v0) + j (v2 - v0).
bool load_interpolated_input(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    if (around.inputs_are_interpolated) {
        return load(wave, step, 1, [&](unsigned) { return around.inputs; });
    }
    const Place& to = wave.result(step);
    const Place& barycentric = wave.source(step, 0);
    bool is_fine = true;
    wave.active.for_each([&](unsigned lane) {
        const std::int64_t at = first_word(wave, step, 1, lane);
        const float i = float_of(wave.read(barycentric, 0, lane), barycentric.bytes);
        const float j = float_of(wave.read(barycentric, 1, lane), barycentric.bytes);
        for (unsigned c = 0; c < to.num_components; ++c) {
            float vertices[3] = {};
            for (unsigned vertex = 0; vertex < 3; ++vertex) {
                const Words words{part_of(around.vertex_inputs, around.num_input_vertices, vertex),
                                  wave.lanes};
                std::uint64_t bits = 0;
                const bool exists = words.read(at + c, lane, 4, bits);
                is_fine = is_fine && (exists || wave.out_of_range(step));
                vertices[vertex] = float_of(bits, to.bytes);
            }
            const float value =
                vertices[0] + i * (vertices[1] - vertices[0]) + j * (vertices[2] - vertices[0]);
            wave.write(to, c, lane,
                       to.bytes == 2 ? float_to_half(value) : std::bit_cast<std::uint32_t>(value));
        }
    });
    return is_fine;
}

bool load_output(Wave& wave, const Step& step) {
    return load(wave, step, 0, [&](unsigned) { return InputWords(wave.environment->outputs); });
}

bool store_output(Wave& wave, const Step& step) {
    return store(wave, step, 1, [&](unsigned) { return wave.environment->outputs; });
}

bool load_vertex_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return load(wave, step, 1, [&](unsigned lane) {
        return part_of(InputWords(around.vertex_outputs), around.num_output_vertices,
                       wave.read(wave.source(step, 0), 0, lane));
    });
}

bool store_vertex_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return store(wave, step, 2, [&](unsigned lane) {
        return part_of(around.vertex_outputs, around.num_output_vertices,
                       wave.read(wave.source(step, 1), 0, lane));
    });
}

bool load_primitive_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return load(wave, step, 1, [&](unsigned lane) {
        return part_of(InputWords(around.primitive_outputs), around.num_output_primitives,
                       wave.read(wave.source(step, 0), 0, lane));
    });
}

bool store_primitive_output(Wave& wave, const Step& step) {
    const Environment& around = *wave.environment;
    return store(wave, step, 2, [&](unsigned lane) {
        return part_of(around.primitive_outputs, around.num_output_primitives,
                       wave.read(wave.source(step, 1), 0, lane));
    });
}

} // namespace jacquard::nir::interpreter
