#include <jacquard/amber/run/compute_run.h>

namespace jacquard::driver::amber {

std::unique_ptr<ComputeRun> ComputeRun::prepare(std::unique_ptr<CompiledStage> stage,
                                                const RunOptions& options, std::string& fault) {
    auto run = std::make_unique<ComputeRun>();
    run->stage_ = std::move(stage);
    if (options.is_machine) {
        run->emulator_ = RecordedProgramRunner::prepare(run->stage_->program, run->stage_->module,
                                                        fault, options.group_steps);
    } else {
        run->interpreter_ =
            RecordedRunner::prepare(run->stage_->module, fault, options.group_steps);
    }
    if (run->interpreter_ != nullptr) {
        run->interpreter_->set_part({options.gpu, options.wave_size});
    }
    return run->emulator_ != nullptr || run->interpreter_ != nullptr ? std::move(run) : nullptr;
}

bool ComputeRun::run(const RecordedCase& given, RecordedResult& result, std::string& fault) {
    return emulator_ != nullptr ? emulator_->run(given, result, fault)
                                : interpreter_->run(given, result, fault);
}

} // namespace jacquard::driver::amber
