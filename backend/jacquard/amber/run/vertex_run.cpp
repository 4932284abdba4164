#include <jacquard/amber/run/vertex_run.h>
#include <jacquard/amber/script/word.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver::amber {

namespace {

constexpr unsigned kMostLanes = 64;

// The bits in which a shader of 32-bit inputs sees a number.
std::uint32_t word_of(const Number& number) {
    return number.kind == ScalarKind::floating
               ? std::bit_cast<std::uint32_t>(static_cast<float>(number.floating))
               : static_cast<std::uint32_t>(number.integer);
}

std::array<std::uint32_t, 4> nothing_given(ScalarKind kind) {
    return {0, 0, 0, kind == ScalarKind::floating ? std::bit_cast<std::uint32_t>(1.0F) : 1U};
}

// Inputs of fewer components than those of the layout take its columns one after the other.
struct Columns {
    std::size_t count = 1;
    std::size_t rows = 4;
};

Columns columns_of(const ElementLayout& layout) {
    const std::size_t components = layout.components.size();
    if (components <= 4) {
        return {1, components};
    }
    // Each column of a matrix begins where a vector does.
    std::size_t rows = 1;
    while (rows < components &&
           layout.components[rows].offset ==
               layout.components[rows - 1].offset + layout.components[rows - 1].bytes() &&
           rows < 4) {
        ++rows;
    }
    while (rows > 1 && components % rows != 0) {
        --rows;
    }
    return {components / rows, rows};
}

struct VertexValues final : PipelineValues {
    std::vector<std::uint32_t> numbers;
    std::uint32_t base = 0;
    std::uint32_t number_of_instance = 0;

    [[nodiscard]] std::uint32_t fragment_position(unsigned, unsigned) const override { return 0; }
    [[nodiscard]] bool is_front(unsigned) const override { return true; }
    [[nodiscard]] std::uint32_t vertex(unsigned component, unsigned lane) const override {
        return component == 0 ? numbers[lane] : 0;
    }
    [[nodiscard]] std::uint32_t primitive(unsigned, unsigned) const override { return 0; }
    [[nodiscard]] std::uint32_t base_instance() const override { return base; }
    [[nodiscard]] std::uint32_t instance(unsigned) const override { return number_of_instance; }
};

// Each wave continues with the memory that the previous one left.
void keep_memory(StageWave& wave, RecordedCase& given) {
    given.storage_buffers = wave.storage_buffers();
    for (auto& [key, image] : given.images) {
        if (const Words* const content = wave.images().content(key)) {
            image.texels = *content;
        }
    }
}

} // namespace

bool fetch_attributes(const Script& script, const Pipeline& pipeline,
                      std::span<const std::uint32_t> vertices, std::uint32_t instance,
                      std::vector<VertexAttribute>& attributes, Diagnostics& diagnostics) {
    for (const VertexData& data : pipeline.vertices) {
        const Buffer& buffer = script.buffers[data.buffer];
        const ElementLayout& layout = data.layout ? *data.layout : buffer.layout;
        const bool is_wide =
            std::any_of(layout.components.begin(), layout.components.end(),
                        [](const Component& component) { return component.bits > 32; });
        if (is_wide && !(layout.format && !nir::has_wide_components(*layout.format))) {
            const RefusedPart& part = refused_part(Refused::wide_vertex_input);
            diagnostics.error("M201", data.position,
                              std::string(part.name) +
                                  " is not supported: " + std::string(part.reason));
            return false;
        }
        const std::size_t stride = data.stride.value_or(layout.stride);
        const Columns columns = layout.format ? Columns{} : columns_of(layout);
        for (std::size_t column = 0; column < columns.count; ++column) {
            VertexAttribute attribute;
            attribute.location = data.location + static_cast<std::uint32_t>(column);
            for (const std::uint32_t vertex : vertices) {
                const std::size_t element = data.per_instance ? instance : vertex;
                const std::size_t start = data.offset + element * stride;
                std::array<std::uint32_t, 4>& value =
                    attribute.values.emplace_back(nothing_given(layout.components[0].kind));
                if (start > buffer.bytes.size() ||
                    buffer.bytes.size() - start <
                        layout.components.back().offset + layout.components.back().bytes()) {
                    continue; // behind the end nothing is given
                }
                const auto bytes = std::span(buffer.bytes).subspan(start);
                if (layout.format) {
                    const nir::TexelComponents texel = nir::decode_texel(
                        *layout.format, bytes.first(std::min(bytes.size(), layout.size)));
                    for (std::size_t c = 0; c < 4; ++c) {
                        value[c] = static_cast<std::uint32_t>(texel[c]);
                    }
                    continue;
                }
                for (std::size_t row = 0; row < columns.rows; ++row) {
                    value[row] =
                        word_of(load(layout.components[column * columns.rows + row], bytes));
                }
            }
            attributes.push_back(std::move(attribute));
        }
    }
    return true;
}

bool has_attributes(const RunnableStage& stage, const std::vector<VertexAttribute>& attributes,
                    std::string& fault) {
    for (const nir::IoSlot& input : stage.info().inputs) {
        const bool is_given =
            std::any_of(attributes.begin(), attributes.end(), [&](const VertexAttribute& each) {
                return each.location == input.semantic_index;
            });
        if (!is_given) {
            fault = "the vertex shader reads location " + std::to_string(input.semantic_index) +
                    ", for which there is no vertex data";
            return false;
        }
    }
    return true;
}

bool shade_vertices(const RunnableStage& stage, const VertexBatch& batch,
                    const std::vector<VertexAttribute>& attributes, RecordedCase& given,
                    draw::ShadedVertices& shaded, std::string& fault) {
    const std::vector<nir::IoSlot>& inputs = stage.info().inputs;
    const std::vector<nir::IoSlot>& outputs = stage.info().outputs;
    shaded.words_each = outputs.size() * 4;
    shaded.words.assign(batch.numbers.size() * shaded.words_each, 0);
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        if (outputs[slot].semantic == nir::Semantic::position) {
            shaded.position = slot * 4;
        }
    }
    given.run = batch.base_instance;
    VertexValues values;
    values.base = batch.base_instance;
    values.number_of_instance = batch.instance;
    for (std::size_t first = 0; first < batch.numbers.size(); first += kMostLanes) {
        // A wave has as many lanes as there are vertices, so that no other writes memory.
        const auto lanes =
            static_cast<unsigned>(std::min<std::size_t>(batch.numbers.size() - first, kMostLanes));
        StageWave wave(stage, lanes);
        wave.set(given);
        values.numbers.assign(batch.numbers.begin() + static_cast<std::ptrdiff_t>(first),
                              batch.numbers.begin() + static_cast<std::ptrdiff_t>(first + lanes));
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            const auto attribute = std::find_if(
                attributes.begin(), attributes.end(), [&](const VertexAttribute& each) {
                    return each.location == inputs[slot].semantic_index;
                });
            for (unsigned lane = 0; lane < lanes; ++lane) {
                const std::array<std::uint32_t, 4> value =
                    attribute != attributes.end() ? attribute->values[first + lane]
                                                  : nothing_given(ScalarKind::floating);
                for (std::size_t c = 0; c < 4; ++c) {
                    wave.inputs()[(slot * 4 + c) * lanes + lane] = value[c];
                }
            }
        }
        std::uint64_t live = 0;
        if (!wave.run(values, live, fault)) {
            return false;
        }
        for (unsigned lane = 0; lane < lanes; ++lane) {
            for (std::size_t word = 0; word < shaded.words_each; ++word) {
                shaded.words[(first + lane) * shaded.words_each + word] =
                    wave.outputs()[word * lanes + lane];
            }
        }
        keep_memory(wave, given);
    }
    return true;
}

} // namespace jacquard::driver::amber
