#include <jacquard/driver/nir_groups.h>
#include <jacquard/driver/recorded_slots.h>
#include <jacquard/driver/run_recorded.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using nir::IntrinsicOp;
using nir::interpreter::Interpreter;
using nir::interpreter::Program;

constexpr std::uint64_t kMostSteps = 200'000'000;

// What a case says about the values of the pipeline, for fragments and vertices.
class LaneValues final : public nir::interpreter::SystemValues {
  public:
    explicit LaneValues(const RecordedCase& recorded) : case_(recorded) {}

    std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                       unsigned component, unsigned lane,
                                       std::uint64_t /*argument*/) override {
        switch (instruction.op) {
        case IntrinsicOp::load_frag_coord: return word("FragCoord", component, lane);
        case IntrinsicOp::load_front_face: {
            const LaneWordLists* given = find_key(case_.inputs, "FrontFacing");
            return given == nullptr ? 1 : word("FrontFacing", 0, lane);
        }
        case IntrinsicOp::load_primitive_id: return word("PrimitiveId", component, lane);
        case IntrinsicOp::load_vertex_id:
        case IntrinsicOp::load_vertex_id_zero_base: {
            const LaneWordLists* given = find_key(case_.inputs, "VertexIndex");
            return given == nullptr ? lane : word("VertexIndex", component, lane);
        }
        // The draw's first instance is the run's number.
        case IntrinsicOp::load_base_instance: return case_.run;
        case IntrinsicOp::load_instance_id: return 0;
        default: return std::nullopt;
        }
    }

  private:
    [[nodiscard]] std::uint64_t word(std::string_view key, unsigned component,
                                     unsigned lane) const {
        return input_word(case_, key, component, lane);
    }

    const RecordedCase& case_;
};

} // namespace

std::unique_ptr<RecordedRunner> RecordedRunner::prepare(const SpirvResult& shader,
                                                        std::string& fault) {
    nir::interpreter::Fault reason;
    std::optional<Program> program = Program::prepare(*shader.nir.shader, reason);
    if (!program) {
        fault = std::move(reason.message);
        return nullptr;
    }
    return std::unique_ptr<RecordedRunner>(new RecordedRunner(shader, std::move(*program)));
}

void RecordedRunner::set_buffers(const RecordedCase& recorded) {
    constant_views_.clear();
    storage_views_.clear();
    storage_ = recorded.storage_buffers;
    for (const Resource& resource : shader_.resources) {
        if (resource.kind == ResourceKind::uniform_buffer) {
            constant_views_.resize(
                std::max<std::size_t>(constant_views_.size(), resource.first + resource.count));
            const auto elements = elements_of(recorded.uniform_buffers, resource);
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (elements[i] != nullptr) {
                    constant_views_[resource.first + i] = std::as_bytes(std::span(*elements[i]));
                }
            }
        } else if (resource.kind == ResourceKind::storage_buffer) {
            storage_views_.resize(
                std::max<std::size_t>(storage_views_.size(), resource.first + resource.count));
            const auto elements = elements_of(storage_, resource);
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (elements[i] != nullptr) {
                    storage_views_[resource.first + i] =
                        std::as_writable_bytes(std::span(*const_cast<Words*>(elements[i])));
                }
            }
        }
    }
    environment_.constant_buffers = constant_views_;
    environment_.storage_buffers = storage_views_;
    environment_.push_constants = std::as_bytes(std::span(recorded.push_constants));
    textures_.set(recorded, shader_.resources);
    images_.set(recorded, shader_.resources);
    environment_.sampler = &textures_;
    environment_.images = &images_;
}

void RecordedRunner::set_inputs(const RecordedCase& recorded) {
    const nir::ShaderInfo& info = shader_.nir.shader->info;
    inputs_ = slot_words(recorded.inputs, shader_.inputs, info.inputs.size());
    outputs_.assign(info.outputs.size() * 4 * kCaseLanes, 0);
    environment_.inputs = inputs_;
    environment_.outputs = outputs_;
}

nir::interpreter::RunOptions RecordedRunner::options() const {
    nir::interpreter::RunOptions options;
    options.maximum_steps = kMostSteps;
    options.undef_value = 0;
    return options;
}

bool RecordedRunner::run_lanes(const RecordedCase& recorded, RecordedResult& result,
                               std::string& fault) {
    set_inputs(recorded);
    LaneValues values(recorded);
    environment_.system_values = &values;
    Interpreter interpreter(program_, kCaseLanes);
    nir::interpreter::RunResult outcome = interpreter.run(environment_, options());
    environment_.system_values = nullptr;
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    result.live_mask = static_cast<std::uint8_t>(outcome.live.words[0] & 0xf);
    return true;
}

bool RecordedRunner::run_workgroups(const RecordedCase& recorded, std::string& fault) {
    std::optional<nir::interpreter::RunResult> outcome = run_groups(
        program_, *shader_.nir.shader, recorded.workgroups, environment_, options(), fault);
    if (outcome && outcome->fault) {
        fault = std::move(outcome->fault.message);
    }
    return outcome && !outcome->fault;
}

void RecordedRunner::collect(const RecordedCase& recorded, RecordedResult& result) const {
    result.outputs = outputs_of(recorded.outputs, shader_.outputs, outputs_);
    result.storage_buffers = storage_;
    for (const auto& [key, words] : recorded.images_after) {
        if (const Words* content = images_.content(key)) {
            result.images.emplace_back(key, *content);
        }
    }
}

bool RecordedRunner::run(const RecordedCase& recorded, RecordedResult& result, std::string& fault) {
    environment_ = {};
    set_buffers(recorded);
    const bool is_compute = shader_.nir.shader->info.stage == nir::Stage::compute;
    if (!(is_compute ? run_workgroups(recorded, fault) : run_lanes(recorded, result, fault))) {
        return false;
    }
    collect(recorded, result);
    return true;
}

} // namespace jacquard::driver
