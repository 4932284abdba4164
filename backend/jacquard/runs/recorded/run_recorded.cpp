#include <jacquard/runs/case/shared_memory.h>
#include <jacquard/runs/engines/stage_inputs.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/runs/recorded/recorded_values.h>
#include <jacquard/runs/recorded/run_recorded.h>

namespace jacquard::driver {

using nir::interpreter::Interpreter;
using nir::interpreter::Program;

std::unique_ptr<RecordedRunner> RecordedRunner::prepare(const SpirvResult& shader,
                                                        std::string& fault,
                                                        std::uint64_t maximum_steps) {
    nir::interpreter::Fault reason;
    std::optional<Program> program = Program::prepare(*shader.nir.shader, reason);
    if (!program) {
        fault = std::move(reason.message);
        return nullptr;
    }
    return std::unique_ptr<RecordedRunner>(
        new RecordedRunner(shader, std::move(*program), maximum_steps));
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
    options.maximum_steps = maximum_steps_;
    options.undef_value = 0;
    options.seed = seed_;
    return options;
}

bool RecordedRunner::run_lanes(const RecordedCase& recorded, RecordedResult& result,
                               std::string& fault) {
    set_inputs(recorded);
    const RecordedValues given(recorded);
    NirPipelineValues values(given);
    environment_.system_values = &values;
    take_reciprocal_w(given, reciprocal_w_);
    environment_.reciprocal_w = reciprocal_w_;
    Interpreter interpreter(program_, kCaseLanes);
    nir::interpreter::RunResult outcome = interpreter.run(environment_, options());
    environment_.system_values = nullptr;
    reached_ = outcome.fault.limit;
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    result.live_mask = static_cast<std::uint8_t>(outcome.live.words[0] & 0xf);
    return true;
}

bool RecordedRunner::run_workgroups(const RecordedCase& recorded, std::string& fault) {
    std::optional<nir::interpreter::RunResult> outcome =
        run_groups(program_, *shader_.nir.shader, recorded.workgroups, part_, environment_,
                   options(), fault, left_in_shared_);
    if (outcome && outcome->fault) {
        reached_ = outcome->fault.limit;
        fault = std::move(outcome->fault.message);
    }
    return outcome && !outcome->fault;
}

void RecordedRunner::collect(const RecordedCase& recorded, RecordedResult& result) const {
    result.outputs = outputs_of(recorded.outputs, shader_.outputs, outputs_);
    result.storage_buffers = resources_.storage_buffers();
    result.shared = words_of_shared(left_in_shared_);
    for (const auto& [key, image] : recorded.images) {
        if (const Words* content = resources_.images().content(key)) {
            result.images.emplace_back(key, *content);
        }
    }
}

bool RecordedRunner::run(const RecordedCase& recorded, RecordedResult& result, std::string& fault) {
    environment_ = {};
    left_in_shared_.clear();
    reached_ = std::nullopt;
    resources_.bind(recorded, shader_.resources, environment_);
    const bool is_compute = shader_.nir.shader->info.stage == nir::Stage::compute;
    if (!(is_compute ? run_workgroups(recorded, fault) : run_lanes(recorded, result, fault))) {
        return false;
    }
    collect(recorded, result);
    return true;
}

} // namespace jacquard::driver
