#include "stage_answers.h"

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace jacquard::facts {

namespace {

namespace interpreter = nir::interpreter;

constexpr unsigned kLanes = 4;
constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;

// A number that depends on every number it was told.
class Mixture {
  public:
    Mixture& operator<<(std::uint64_t value) {
        state_ = (state_ ^ value) * kFactor;
        state_ ^= state_ >> 29;
        return *this;
    }
    template <typename T, std::size_t N>
    Mixture& operator<<(const std::array<T, N>& values) {
        for (const T value : values) {
            *this << static_cast<std::uint64_t>(value);
        }
        return *this;
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = kFactor;
};

// Returns true if an index says what the shader promises, or what its number stands for elsewhere.
bool is_promise(nir::IndexKind kind) {
    return kind == nir::IndexKind::range || kind == nir::IndexKind::range_base ||
           kind == nir::IndexKind::io_semantics;
}

// Promises about memory are nothing that an image or a system value depends on.
Mixture mixture_of(const nir::IntrinsicInstruction& intrinsic) {
    Mixture mixture;
    mixture << static_cast<std::uint64_t>(intrinsic.op);
    for (unsigned i = 0; i < intrinsic.info().num_indices; ++i) {
        const nir::IndexKind kind = intrinsic.info().indices[i];
        if (nir::index_info(kind).type != nir::IndexType::word_set && !is_promise(kind)) {
            mixture << static_cast<std::uint64_t>(intrinsic.indices[i]);
        }
    }
    return mixture;
}

class AnySampler final : public textures::TextureSampler {
  public:
    textures::Texel lookup(const textures::TextureRequest& request) override {
        const nir::TextureInstruction& texture = *request.instruction;
        Mixture mixture;
        mixture << static_cast<std::uint64_t>(texture.op) << static_cast<std::uint64_t>(texture.dim)
                << request.texture << request.sampler << request.texture_handle
                << request.sampler_handle << request.coordinates << request.layer
                << request.comparator << request.bias << request.level << request.min_level
                << request.sample_index << request.plane << request.offsets << request.gradient_x
                << request.gradient_y << texture.component << texture.gather_offsets[0]
                << texture.gather_offsets[3] << (texture.is_array ? 1U : 0U)
                << (texture.is_shadow ? 1U : 0U) << (texture.has_gather_offsets ? 1U : 0U);
        textures::Texel texel;
        for (std::uint32_t& component : texel.components) {
            component = static_cast<std::uint32_t>((mixture << 1).value());
        }
        texel.residency = static_cast<std::uint32_t>((mixture << 2).value());
        return texel;
    }
};

class AnyImages final : public textures::StorageImages {
  public:
    textures::ImageTexel access(const textures::ImageRequest& request) override {
        Mixture mixture = mixture_of(*request.instruction);
        mixture << request.image << request.coordinates << request.sample << request.level
                << request.data << request.compare << request.bit_size;
        textures::ImageTexel answer;
        for (std::uint64_t& component : answer.components) {
            component = (mixture << 1).value();
        }
        answer.residency = static_cast<std::uint32_t>((mixture << 2).value());
        seen << mixture.value();
        return answer;
    }

    Mixture seen; // of all requests, stores among them
};

class AnySystemValues final : public interpreter::SystemValues {
  public:
    std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                       unsigned component, unsigned lane,
                                       std::uint64_t argument) override {
        return (mixture_of(instruction) << component << lane << argument).value();
    }
};

class Vertices final : public interpreter::VertexSink {
  public:
    void emit_vertex(unsigned lane, unsigned stream, interpreter::OutputWords outputs) override {
        seen << 1 << lane << stream << outputs[lane];
    }
    void end_primitive(unsigned lane, unsigned stream) override { seen << 2 << lane << stream; }

    Mixture seen;
};

std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        // Every other word is a small multiple of four, so that offsets and addresses of 64 bits
        // that are read from here lie within the memory; none is zero, which changes nothing where
        // it is added.
        bytes[i] = i % 8 == 0 ? static_cast<std::byte>((i / 8 + seed) * 4 % 28 + 4) : std::byte{0};
    }
    return bytes;
}

std::string hex(std::span<const std::byte> bytes) {
    Mixture mixture;
    for (const std::byte each : bytes) {
        mixture << std::to_integer<std::uint64_t>(each);
    }
    return std::to_string(mixture.value()) + ' ';
}

} // namespace

Answer interpreted(const nir::Shader& shader) {
    interpreter::Fault fault;
    const auto program = interpreter::Program::prepare(shader, fault);
    if (!program) {
        return {Answer::Kind::refused, fault.message};
    }
    constexpr std::size_t kBytes = 1024;
    // Every number that is read from memory is that of a buffer.
    constexpr unsigned kBuffers = 40;
    interpreter::Environment environment;
    std::vector<std::vector<std::byte>> memory;
    std::vector<std::span<std::byte>> buffers;
    std::vector<std::span<const std::byte>> constants;
    for (unsigned i = 0; i < 2 * kBuffers + 9; ++i) {
        memory.push_back(pattern(kBytes, i));
    }
    for (unsigned i = 0; i < kBuffers; ++i) {
        buffers.emplace_back(memory[i]);
        constants.emplace_back(memory[kBuffers + i]);
    }
    const std::span others = std::span(memory).subspan(std::size_t{2} * kBuffers);
    environment.storage_buffers = buffers;
    environment.constant_buffers = constants;
    environment.shared = others[0];
    environment.global = others[1];
    environment.global_address = 0;
    environment.push_constants = others[2];
    environment.constant_data = others[3];
    environment.constant_file = others[4];
    environment.atomic_counters = others[5];
    environment.kernel_inputs = others[6];
    environment.uniforms = others[7];
    environment.task_payload = others[8];
    constexpr std::size_t kSlots = 32;
    std::vector<std::uint32_t> inputs(kSlots * 4 * kLanes);
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
        inputs[i] = 0x3f800000 + i * 0x10101;
    }
    std::vector<std::uint32_t> outputs(inputs.size());
    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
        outputs[i] = 0x3fa00000 + i * 0x10203;
    }
    std::vector<std::uint32_t> vertex_inputs(inputs.size() * 3, 0x3f900000);
    std::vector<std::uint32_t> vertex_outputs(inputs.size() * 3);
    for (std::uint32_t i = 0; i < vertex_inputs.size(); ++i) {
        vertex_inputs[i] += i * 0x101;
        vertex_outputs[i] = 0x3fb00000 + i * 0x103;
    }
    environment.inputs = inputs;
    environment.outputs = outputs;
    environment.vertex_inputs = vertex_inputs;
    environment.num_input_vertices = 3;
    environment.vertex_outputs = vertex_outputs;
    environment.num_output_vertices = 3;
    AnySampler sampler;
    AnyImages images;
    AnySystemValues values;
    Vertices vertices;
    environment.textures = &sampler;
    environment.images = &images;
    environment.system_values = &values;
    environment.vertices = &vertices;
    interpreter::Interpreter engine(*program, kLanes);
    const interpreter::RunResult result =
        engine.run(environment, {.maximum_steps = 100000, .fault_out_of_range = false});
    if (result.fault) {
        return {Answer::Kind::refused, result.fault.message};
    }
    Answer answer;
    for (const std::vector<std::byte>& each : memory) {
        answer.text += hex(each);
    }
    answer.text += hex(std::as_bytes(std::span(outputs)));
    answer.text += hex(std::as_bytes(std::span(vertex_outputs)));
    answer.text += std::to_string(images.seen.value()) + ' ' +
                   std::to_string(vertices.seen.value()) + ' ' +
                   std::to_string(result.live.any() ? 1 : 0);
    return answer;
}

// The surroundings of each form read and write buffers by number, which are in a set of their own
// where the form has variables.
void add_buffers(std::vector<ir3::Resource>& resources) {
    for (const ir3::ResourceKind kind :
         {ir3::ResourceKind::storage_buffer, ir3::ResourceKind::uniform_buffer}) {
        ir3::Resource buffers;
        buffers.kind = kind;
        buffers.set = kind == ir3::ResourceKind::storage_buffer ? 2 : 3;
        buffers.count = 2;
        const bool has_some =
            std::any_of(resources.begin(), resources.end(),
                        [kind](const ir3::Resource& resource) { return resource.kind == kind; });
        if (!has_some) {
            resources.insert(resources.begin(), buffers);
        }
    }
}

Answer compiled(const nir::Shader& shader, std::uint32_t gpu) {
    const std::string text = nir::print(shader);
    Diagnostics diagnostics("form", text);
    driver::CompileResult result;
    if (!shader.made.has(nir::DerefKind::var)) {
        result = driver::compile_nir(text, {.gpu = gpu, .check = true}, diagnostics);
    } else {
        auto copy = nir::parse(text, diagnostics);
        if (copy == nullptr) {
            return {Answer::Kind::failed, diagnostics.render()};
        }
        driver::SpirvResult found;
        std::string report = driver::lower_from_spirv(*copy, found, {}, {});
        report += report.empty() ? driver::run_pipeline(copy, {}) : "";
        if (!report.empty()) {
            return {Answer::Kind::failed, report};
        }
        add_buffers(found.resources);
        result = driver::compile_prepared(*copy, {.gpu = gpu, .check = true}, diagnostics, nullptr,
                                          {}, found.resources);
    }
    switch (result.status) {
    case driver::CompileStatus::compiled: break;
    case driver::CompileStatus::failed: return {Answer::Kind::failed, result.reason};
    default: return {Answer::Kind::refused, result.reason};
    }
    Answer answer;
    Mixture mixture;
    for (const std::uint64_t word : result.program.words) {
        mixture << word;
    }
    answer.text = std::to_string(mixture.value()) + driver::write_program_header(result.program);
    return answer;
}

} // namespace jacquard::facts
