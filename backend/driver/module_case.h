#pragma once

#include <jacquard/driver/agreement.h>
#include <jacquard/driver/case_file.h>
#include <jacquard/driver/load_spirv.h>
#include <jacquard/driver/recorded_case.h>
#include <jacquard/driver/recorded_slots.h>
#include <jacquard/driver/run_recorded.h>

#include <optional>
#include <string>

namespace jacquard::driver {

// Runs of text cases whose shader is a module: resources stand at SET.BINDING, `IN i` is the input
// at a location, and the run begins as a recorded one does.

// What a run gives, as runs of modules take it. Nothing where a module cannot have that, which
// `fault` explains.
[[nodiscard]] std::optional<RecordedCase> recorded_of(const CaseFile& file, const CaseRun& run,
                                                      std::string& fault);

// What the case says of the entry point and of specialisation constants is added; what the options
// say goes before it.
void add_headings(const CaseFile& file, spirv::TranslateOptions& options);

// What a module computed, as text cases have it. `words` are its outputs by slot.
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
