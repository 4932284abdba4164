#pragma once

#include <jacquard/driver/load_spirv.h>
#include <jacquard/driver/program_resources.h>
#include <jacquard/driver/recorded_slots.h>
#include <jacquard/driver/run_recorded.h>
#include <jacquard/driver/workgroup_runner.h>
#include <jacquard/ir3/emulator/emulator.h>
#include <jacquard/ir3/program.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace jacquard::driver {

// Executes the words of a module for recorded cases in the emulator. One thread at a time.
class RecordedProgramRunner {
  public:
    // Null when the words cannot be executed; `fault` then says why. The program and what is known
    // of the module it was made from must outlive the runner.
    [[nodiscard]] static std::unique_ptr<RecordedProgramRunner>
    prepare(const ir3::Program& program, const SpirvResult& module, std::string& fault);

    // False when the program faults, which `fault` explains.
    [[nodiscard]] bool run(const RecordedCase& recorded, RecordedResult& result,
                           std::string& fault);

    // Of the last run.
    [[nodiscard]] const SlotWords& output_words() const { return outputs_; }

  private:
    RecordedProgramRunner(const ir3::Program& program, const SpirvResult& module,
                          ir3::Executable executable, ir3::Revision revision);

    void set_constants(const RecordedCase& recorded);
    void copy_constants(std::uint32_t const_vec4, const std::uint32_t* words, std::size_t count);
    bool run_lanes(const RecordedCase& recorded, RecordedResult& result, std::string& fault);
    void set_input(const ir3::ProgramInput& input, const RecordedCase& recorded);
    bool run_workgroups(const RecordedCase& recorded, std::string& fault);
    [[nodiscard]] std::uint32_t system_value(const ir3::ProgramInput& input, unsigned component,
                                             unsigned lane, const RecordedCase& recorded) const;
    void take_outputs();

    const ir3::Program& program_;
    const SpirvResult& module_;
    ir3::Executable executable_;
    ir3::Revision revision_;
    ir3::Emulator emulator_;
    WorkgroupRunner workgroups_;
    std::vector<std::byte> private_;
    ProgramResources resources_;
    ir3::Environment environment_;
    std::vector<std::uint32_t> constants_;
    std::vector<std::uint32_t> varyings_;
    SlotWords inputs_;
    SlotWords outputs_;
};

} // namespace jacquard::driver
