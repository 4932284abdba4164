#include "surroundings.h"

#include <jacquard/nir/ir/control_flow.h>

#include <algorithm>

namespace jacquard::nir {

void Extent::include(const Shader& shader) {
    has_helpers = shader.info.stage == Stage::fragment;
    input_slots = std::max(input_slots, static_cast<unsigned>(shader.info.inputs.size()));
    output_slots = std::max(output_slots, static_cast<unsigned>(shader.info.outputs.size()));
    const auto reach = [](unsigned slots, std::int64_t base) {
        return base < 0 || base > 4096 ? slots : std::max(slots, static_cast<unsigned>(base) + 2);
    };
    for (const Function& function : shader.functions()) {
        for (const Block& block : function.blocks()) {
            for (const Instruction& instruction : block.instructions()) {
                const auto* intrinsic = instruction.as<IntrinsicInstruction>();
                if (intrinsic != nullptr && intrinsic->has_base()) {
                    input_slots =
                        reach(input_slots,
                              intrinsic->has_io_semantics() ? intrinsic->base() : std::int64_t{-1});
                    output_slots = std::max(output_slots, input_slots);
                }
            }
        }
    }
    for (const Variable& variable : shader.variables()) {
        const std::uint64_t slots = variable.type->slots() + variable.driver_location + 1;
        const auto wanted = static_cast<unsigned>(std::min<std::uint64_t>(slots, 4096));
        if (variable.mode == VariableMode::shader_in) {
            input_slots = std::max(input_slots, wanted);
        } else if (variable.mode == VariableMode::shader_out) {
            output_slots = std::max(output_slots, wanted);
        } else if (variable.mode == VariableMode::mem_constant) {
            has_constant_data = true;
        }
    }
    constant_buffer_bytes.resize(std::max<std::size_t>(constant_buffer_bytes.size(), 4), 256);
    for (const ConstantBuffer& buffer : shader.info.constant_buffers) {
        if (buffer.index < 64 && buffer.num_vec4 <= 4096) {
            constant_buffer_bytes.resize(
                std::max<std::size_t>(constant_buffer_bytes.size(), buffer.index + 1), 256);
            std::size_t& bytes = constant_buffer_bytes[buffer.index];
            bytes = std::max<std::size_t>(bytes, std::size_t{buffer.num_vec4} * 16);
        }
    }
}

namespace {

std::vector<std::uint32_t> words(Random& random, std::size_t count, WordStyle style) {
    std::vector<std::uint32_t> made(count);
    for (std::uint32_t& word : made) {
        word = random_word(random, style);
    }
    return made;
}

std::span<std::byte> bytes_of(std::vector<std::uint32_t>& memory) {
    return std::as_writable_bytes(std::span(memory));
}

} // namespace

Surroundings::Surroundings(const Extent& extent, unsigned lanes, unsigned num_waves,
                           std::uint64_t seed, WordStyle style)
    : images(seed), lanes_(lanes), sampler_(seed) {
    Random random(seed);
    const std::size_t input_words = std::size_t{extent.input_slots} * 4 * lanes;
    const std::size_t output_words = std::size_t{extent.output_slots} * 4 * lanes;
    for (unsigned wave = 0; wave < num_waves; ++wave) {
        inputs_.push_back(words(random, input_words, style));
        vertex_inputs_.push_back(words(random, input_words * extent.vertices, style));
        outputs.emplace_back(output_words);
        vertex_outputs.emplace_back(output_words * extent.vertices);
        primitive_outputs.emplace_back(output_words * 2);
        system_values_.emplace_back(seed, lanes, wave, style,
                                    interpreter::Environment().global_address +
                                        extent.storage_bytes * 4,
                                    extent.storage_bytes);
    }
    for (const std::size_t bytes : extent.constant_buffer_bytes) {
        constants_.push_back(words(random, bytes / 4, style));
    }
    shared = words(random, extent.storage_bytes / 2, style);
    task_payload = words(random, 64, style);
    // The storage buffers are after the free memory, so that they can be accessed by address as
    // well.
    const std::size_t free_bytes = extent.storage_bytes * 4;
    global = words(random, (free_bytes + extent.storage_buffers * extent.storage_bytes) / 4, style);
    constant_file = words(random, 512, style);
    atomic_counters = words(random, 16, WordStyle::small_integers);
    uniforms_ = words(random, 256, style);
    constants_of_draw_ = words(random, 256, style);
    for (const std::vector<std::uint32_t>& buffer : constants_) {
        constant_views_.push_back(std::as_bytes(std::span(buffer)));
    }
    for (std::size_t i = 0; i < extent.storage_buffers; ++i) {
        const std::size_t first = free_bytes + i * extent.storage_bytes;
        storage_views_.push_back(bytes_of(global).subspan(first, extent.storage_bytes));
    }
    for (unsigned wave = 0; wave < num_waves; ++wave) {
        interpreter::Environment& around = environments_.emplace_back();
        around.inputs = inputs_[wave];
        around.outputs = outputs[wave];
        around.vertex_inputs = vertex_inputs_[wave];
        around.num_input_vertices = extent.vertices;
        around.vertex_outputs = vertex_outputs[wave];
        around.num_output_vertices = extent.vertices;
        around.primitive_outputs = primitive_outputs[wave];
        around.num_output_primitives = 2;
        around.inputs_are_interpolated = false;
        around.constant_buffers = constant_views_;
        around.storage_buffers = storage_views_;
        around.uniforms = std::as_bytes(std::span(uniforms_));
        around.push_constants = std::as_bytes(std::span(constants_of_draw_)).subspan(0, 256);
        if (!extent.has_constant_data) {
            around.constant_data = std::as_bytes(std::span(constants_of_draw_)).subspan(256, 256);
        }
        around.kernel_inputs = std::as_bytes(std::span(constants_of_draw_)).subspan(512, 256);
        around.shared = bytes_of(shared);
        around.task_payload = bytes_of(task_payload);
        around.global = bytes_of(global);
        around.constant_file = std::as_writable_bytes(std::span(constant_file));
        around.atomic_counters = std::as_writable_bytes(std::span(atomic_counters));
        around.textures = &sampler_;
        around.images = &images;
        around.system_values = &system_values_[wave];
        // A fragment in four only helps, never the first.
        for (unsigned lane = 1; lane < lanes; ++lane) {
            if (extent.has_helpers && seed % 2 == 1 && random.one_in(4)) {
                around.helpers.set(lane);
            }
        }
        around.subgroup_size = lanes >= 32 && seed % 3 == 0 ? lanes / 2 : lanes;
    }
}

std::span<const std::uint32_t> Surroundings::buffer(std::size_t i) const {
    const std::size_t words = storage_views_[i].size() / 4;
    return std::span(global).last((storage_views_.size() - i) * words).first(words);
}

std::span<const std::uint32_t> Surroundings::free_memory() const {
    const std::size_t words = storage_views_[0].size() / 4;
    return std::span(global).first(global.size() - storage_views_.size() * words);
}

void Surroundings::follow(std::span<const MovedSlots> moves) {
    if (moves.empty()) {
        return;
    }
    for (std::size_t wave = 0; wave < environments_.size(); ++wave) {
        const std::size_t slot_words = std::size_t{4} * lanes_;
        inputs_[wave] = moved(inputs_[wave], slot_words, VariableMode::shader_in, moves);
        environments_[wave].inputs = inputs_[wave];
        // Each vertex has its own words, one vertex after the other.
        std::vector<std::uint32_t> of_vertices;
        const std::span<const std::uint32_t> old = vertex_inputs_[wave];
        const std::size_t size = old.size() / environments_[wave].num_input_vertices;
        for (std::size_t at = 0; at + size <= old.size(); at += size) {
            const std::vector<std::uint32_t> vertex =
                moved(old.subspan(at, size), slot_words, VariableMode::shader_in, moves);
            of_vertices.insert(of_vertices.end(), vertex.begin(), vertex.end());
        }
        vertex_inputs_[wave] = std::move(of_vertices);
        environments_[wave].vertex_inputs = vertex_inputs_[wave];
    }
    const std::vector<std::uint32_t> uniforms = moved(uniforms_, 4, VariableMode::uniform, moves);
    std::copy(uniforms.begin(), uniforms.end(), uniforms_.begin()); // environments point there
}

} // namespace jacquard::nir
