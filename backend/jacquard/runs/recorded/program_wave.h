#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/program.h>
#include <jacquard/runs/engines/pipeline_values.h>
#include <jacquard/runs/recorded/program_resources.h>
#include <jacquard/runs/recorded/recorded_slots.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver {

// One wave of any number of lanes that executes a program of a module again and again. One thread
// at a time.
class ProgramWave {
  public:
    // `executable` is the program's; both must outlive the wave.
    ProgramWave(const ir3::Program& program, const ir3::Executable& executable, unsigned lanes);
    ProgramWave(const ProgramWave&) = delete;
    ProgramWave& operator=(const ProgramWave&) = delete;

    // From now on programs see the constants and resources of the case, which must outlive them.
    void set(const RecordedCase& recorded);
    // The constants and resources, which others may run with, and change.
    [[nodiscard]] ir3::Environment& environment() { return environment_; }
    [[nodiscard]] ProgramResources& resources() { return resources_; }
    [[nodiscard]] ir3::RunOptions& options() { return options_; }

    // The limit that ended the last run; nothing when none did.
    [[nodiscard]] std::optional<Limit> reached() const { return reached_; }

    // Runs all lanes. Component `c` of the slot `s` of inputs and outputs of lane `l` is word
    // (4 * s + c) * lanes + l; an input that is not given is 0, and the words of outputs that the
    // program does not have are left. False when the program faults, which `fault` explains; `live`
    // are the lanes that were not killed.
    [[nodiscard]] bool run(std::span<const std::uint32_t> inputs, const PipelineValues& values,
                           std::span<std::uint32_t> outputs, LaneMask& live, std::string& fault);

  private:
    void set_constants(const RecordedCase& recorded);
    void copy_constants(std::uint32_t const_vec4, const std::uint32_t* words, std::size_t count);
    void set_input(const ir3::ProgramInput& input, std::span<const std::uint32_t> inputs,
                   const PipelineValues& values);
    [[nodiscard]] std::uint32_t system_value(const ir3::ProgramInput& input, unsigned component,
                                             unsigned lane, const PipelineValues& values) const;
    void take_outputs(std::span<std::uint32_t> outputs) const;

    const ir3::Program& program_;
    const ir3::Executable& executable_;
    unsigned lanes_;
    unsigned units_of_pixel_;
    ir3::Emulator emulator_;
    ProgramResources resources_;
    ir3::Environment environment_;
    ir3::RunOptions options_;
    std::vector<std::uint32_t> constants_;
    std::vector<std::uint32_t> varyings_;
    std::vector<float> reciprocal_w_; // of each lane
    std::vector<std::byte> private_;
    std::optional<Limit> reached_;
};

} // namespace jacquard::driver
