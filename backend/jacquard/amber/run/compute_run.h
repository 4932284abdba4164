#pragma once

#include <jacquard/amber/run/compiled_stage.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>

#include <array>
#include <memory>
#include <string>

namespace jacquard::driver::amber {

// A compute shader that runs again and again.
class ComputeRun {
  public:
    // Null where the engine cannot execute it; `fault` then says why.
    [[nodiscard]] static std::unique_ptr<ComputeRun>
    prepare(std::unique_ptr<CompiledStage> stage, const RunOptions& options, std::string& fault);

    // False when the shader faults, which `fault` explains. `given` says the number of groups, too.
    [[nodiscard]] bool run(const RecordedCase& given, RecordedResult& result, std::string& fault);

  private:
    std::unique_ptr<CompiledStage> stage_;
    std::unique_ptr<RecordedRunner> interpreter_;
    std::unique_ptr<RecordedProgramRunner> emulator_;
};

} // namespace jacquard::driver::amber
