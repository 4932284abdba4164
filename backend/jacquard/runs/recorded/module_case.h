#pragma once

#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/recorded/recorded_case.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include <optional>
#include <string>

namespace jacquard::driver {

// Runs of text cases whose shader is a module: resources stand at SET.BINDING, `IN i` is the input
// at a location, and the run begins as a recorded one does.

// Makes the inputs and resources of a run of a text case those of a recorded run. Returns nothing
// where a module cannot have one of them, which `fault` explains.
[[nodiscard]] std::optional<RecordedCase> recorded_of(const CaseFile& file, const CaseRun& run,
                                                      std::string& fault);

// Adds the entry point, stage and specialisation constants of the case to the options, which keep
// those that they have already.
void add_headings(const CaseFile& file, spirv::TranslateOptions& options);

// Turns the result of a recorded run into that of a text case. `words` holds the outputs by slot.
[[nodiscard]] RunResult result_of(const CaseFile& file, const RecordedCase& recorded,
                                  const RecordedResult& computed, const nir::ShaderInfo& info,
                                  const SlotWords& words);

// Executes a module for the runs of a text case. A runner is a RecordedRunner or a
// RecordedProgramRunner.
template <typename Runner>
class ModuleCaseRunner {
  public:
    // All must outlive it.
    ModuleCaseRunner(Runner& runner, const CaseFile& file, const nir::ShaderInfo& info)
        : runner_(runner), file_(file), info_(info) {}

    // False when the shader faults, which `fault` explains.
    [[nodiscard]] bool run(const CaseRun& run, RunResult& result, std::string& fault) {
        const std::optional<RecordedCase> recorded = recorded_of(file_, run, fault);
        RecordedResult computed;
        if (!recorded || !runner_.run(*recorded, computed, fault)) {
            return false;
        }
        result = result_of(file_, *recorded, computed, info_, runner_.output_words());
        return true;
    }

  private:
    Runner& runner_;
    const CaseFile& file_;
    const nir::ShaderInfo& info_;
};

} // namespace jacquard::driver
