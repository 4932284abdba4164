#pragma once

#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/runs/recorded/recorded_case.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include "foreign_program.h"
#include "recorded_descriptors.h"

#include <memory>
#include <string>
#include <vector>

namespace jacquard::driver {

// Executes a program of another compiler for recorded runs of its module. One thread at a time.
class ForeignRunner {
  public:
    // Null when the program cannot be executed or its facts do not tell how to set it up; `reason`
    // then says why. The program must outlive the runner.
    [[nodiscard]] static std::unique_ptr<ForeignRunner> prepare(const ForeignProgram& program,
                                                                std::string& reason);

    // From now on inputs that a case does not give are small numbers, and stages between others
    // find zeros in what those left. What is computed then means nothing.
    void invent_inputs() { invents_ = true; }

    // False when the facts do not tell how to set the run up, or the program faults; `reason` says
    // why, and fault() which it was.
    [[nodiscard]] bool run(const RecordedCase& recorded, RecordedResult& result,
                           std::string& reason);
    // The fault of the last run, or none if it could not be set up.
    [[nodiscard]] ir3::FaultKind fault() const { return fault_; }

  private:
    ForeignRunner(const ForeignProgram& program, ir3::Executable executable)
        : program_(program), executable_(std::move(executable)) {}

    // The registers of one wave's lanes are initialised from these numbers.
    struct WaveNumbers {
        std::array<std::uint32_t, 3> group{};
        std::uint32_t first = 0; // number of its first invocation
    };

    bool set_up(const RecordedCase& recorded, std::string& reason);
    void set_constants(const RecordedCase& recorded);
    void set_driver_constants(const RecordedCase& recorded);
    // Driver parameters in the words from `first` on of where the program finds them.
    void put_driver_parameters(const RecordedCase& recorded, std::span<std::uint32_t> words) const;
    void set_primitive_constants();
    [[nodiscard]] std::uint32_t invented(const ForeignProgram::Input& input, unsigned component,
                                         unsigned lane) const;
    bool set_varyings(const RecordedCase& recorded, std::string& reason);
    bool set_registers(const RecordedCase& recorded, ir3::Emulator& emulator,
                       const WaveNumbers& numbers, std::string& reason) const;
    // Component `component` of an input in a lane. False where nothing tells it.
    bool value_of(const RecordedCase& recorded, const ForeignProgram::Input& input,
                  const WaveNumbers& numbers, unsigned component, unsigned lane,
                  std::uint32_t& word) const;
    bool run_lanes(const RecordedCase& recorded, RecordedResult& result, std::string& reason);
    bool run_workgroups(const RecordedCase& recorded, std::string& reason);
    void collect(const RecordedCase& recorded, RecordedResult& result) const;
    [[nodiscard]] bool finish(ir3::RunResult outcome, std::string& reason);

    const ForeignProgram& program_;
    ir3::Executable executable_;
    ir3::Environment environment_;
    ir3::RunOptions options_;
    bool invents_ = false;
    ir3::FaultKind fault_ = ir3::FaultKind::none;
    RecordedDescriptors descriptors_;
    std::vector<ir3::Emulator> waves_;
    std::vector<std::uint32_t> constants_;
    std::vector<std::vector<std::uint32_t>> driver_buffers_; // uniform buffers without a set
    std::vector<std::span<const std::uint32_t>> driver_views_;
    std::vector<std::uint32_t> varyings_;
    std::array<float, kCaseLanes> reciprocal_w_{};
    std::vector<std::byte> local_;
    std::vector<std::byte> global_;
    std::vector<std::byte> stage_;
    std::vector<std::vector<std::byte>> private_;
};

} // namespace jacquard::driver
