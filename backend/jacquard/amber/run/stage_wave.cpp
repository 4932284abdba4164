#include <jacquard/amber/run/stage_wave.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/runs/recorded/recorded_slots.h>

#include <algorithm>

namespace jacquard::driver::amber {

std::unique_ptr<RunnableStage> RunnableStage::prepare(std::unique_ptr<CompiledStage> stage,
                                                      const RunOptions& options,
                                                      std::string& fault) {
    auto runnable = std::make_unique<RunnableStage>();
    runnable->stage_ = std::move(stage);
    runnable->maximum_steps_ = options.limits.steps;
    if (options.is_machine) {
        const ir3::Program& program = runnable->stage_->program;
        ir3::Fault reason;
        runnable->executable_ =
            ir3::Executable::prepare(program.words, *ir3::revision_of_part(program.gpu), reason,
                                     options.limits, program.gpu);
        fault = std::move(reason.message);
        return runnable->executable_ ? std::move(runnable) : nullptr;
    }
    nir::interpreter::Fault reason;
    runnable->program_ = nir::interpreter::Program::prepare(*runnable->stage_->module.nir.shader,
                                                            reason, options.limits);
    fault = std::move(reason.message);
    return runnable->program_ ? std::move(runnable) : nullptr;
}

nir::AluType RunnableStage::output_type(std::size_t slot) const {
    return type_of_slot(stage_->module.outputs, slot);
}

StageWave::StageWave(const RunnableStage& stage, unsigned lanes)
    : stage_(stage), lanes_(lanes), inputs_(stage.info().inputs.size() * 4 * lanes),
      outputs_(stage.info().outputs.size() * 4 * lanes) {
    if (stage.executable_) {
        wave_.emplace(stage.stage_->program, *stage.executable_, lanes);
        wave_->options().maximum_steps = stage.maximum_steps_;
    } else {
        interpreter_.emplace(*stage.program_, lanes);
    }
}

void StageWave::set(const RecordedCase& given) {
    if (wave_) {
        wave_->set(given);
        return;
    }
    environment_ = {};
    resources_.bind(given, stage_.stage_->module.resources, environment_);
    environment_.inputs = inputs_;
    environment_.outputs = outputs_;
}

bool StageWave::run(const PipelineValues& values, std::uint64_t& live, std::string& fault) {
    std::fill(outputs_.begin(), outputs_.end(), 0);
    if (!wave_) {
        return run_nir(values, live, fault);
    }
    LaneMask lanes;
    const bool is_done = wave_->run(inputs_, values, outputs_, lanes, fault);
    live = lanes.words[0];
    // From now on the constant file holds the results of the preamble.
    wave_->environment().runs_preamble = false;
    return is_done;
}

bool StageWave::run_nir(const PipelineValues& values, std::uint64_t& live, std::string& fault) {
    NirPipelineValues system_values(values);
    environment_.system_values = &system_values;
    environment_.helpers = {};
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        if (values.is_helper(lane)) {
            environment_.helpers.set(lane);
        }
    }
    nir::interpreter::RunOptions options;
    options.maximum_steps = stage_.maximum_steps_;
    options.undef_value = 0;
    nir::interpreter::RunResult outcome = interpreter_->run(environment_, options);
    environment_.system_values = nullptr;
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    live = outcome.live.words[0];
    return true;
}

const ByKey<Words>& StageWave::storage_buffers() {
    return wave_ ? wave_->resources().storage_buffers() : resources_.storage_buffers();
}

const RecordedImages& StageWave::images() {
    return wave_ ? wave_->resources().images() : resources_.images();
}

} // namespace jacquard::driver::amber
