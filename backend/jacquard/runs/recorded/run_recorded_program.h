#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/program.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/engines/workgroup_runner.h>
#include <jacquard/runs/recorded/program_wave.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace jacquard::driver {

// Executes the words of a module for recorded cases in the emulator. One thread at a time.
class RecordedProgramRunner {
  public:
    // Null when the words cannot be executed; `fault` then says why. The program and what is known
    // of the module it was made from must outlive the runner.
    [[nodiscard]] static std::unique_ptr<RecordedProgramRunner>
    prepare(const ir3::Program& program, const SpirvResult& module, std::string& fault,
            std::uint64_t maximum_steps = kMostModuleSteps);

    // From now on work groups run together, in the order that the seed chooses; nothing: in turn.
    void set_seed(std::optional<std::uint64_t> seed) { wave_.options().seed = seed; }

    // On how many threads work groups may run, where that makes no difference; one to begin with.
    void set_threads(unsigned threads) { workgroups_.set_threads(threads); }

    // False when the program faults, which `fault` explains.
    [[nodiscard]] bool run(const RecordedCase& recorded, RecordedResult& result,
                           std::string& fault);

    // The limit that ended the last run; nothing when none did.
    [[nodiscard]] std::optional<Limit> reached() const { return reached_; }

    // The outputs of the last run.
    [[nodiscard]] const SlotWords& output_words() const { return outputs_; }

  private:
    RecordedProgramRunner(const ir3::Program& program, const SpirvResult& module,
                          ir3::Executable executable, ir3::Revision revision,
                          std::uint64_t maximum_steps);

    bool run_lanes(const RecordedCase& recorded, RecordedResult& result, std::string& fault);
    bool run_workgroups(const RecordedCase& recorded, std::string& fault);

    const ir3::Program& program_;
    const SpirvResult& module_;
    ir3::Executable executable_;
    ProgramWave wave_;
    WorkgroupRunner workgroups_;
    SlotWords outputs_;
    std::optional<Limit> reached_;
};

} // namespace jacquard::driver
