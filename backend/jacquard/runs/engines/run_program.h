#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/program.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/engines/case_resources.h>
#include <jacquard/runs/engines/chain_memory.h>
#include <jacquard/runs/engines/workgroup_runner.h>
#include <jacquard/runs/textures/test_sampler.h>
#include <jacquard/support/text/limits.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Executes a program's words for the runs of a case file. Keeps what can be kept between runs; one
// thread at a time.
class ProgramRunner {
  public:
    // Returns no runner if the words cannot be executed; `fault` then says why, and `reached` which
    // limit was exceeded, if one. The program must outlive the runner.
    [[nodiscard]] static std::unique_ptr<ProgramRunner>
    prepare(const ir3::Program& program, std::string& fault, const Limits& limits = {},
            std::optional<Limit>* reached = nullptr);

    // From now on a program faults, too, when it reads a register that neither it nor its header
    // says to be set.
    void check_unwritten() { options_.check_unwritten = true; }
    // Runs what the part does not do as its words say: programs of drivers that did not know it.
    void allow_errata() { options_.check_errata = false; }

    // From now on work groups run together, in the order that the seed chooses; nothing: in turn.
    void set_seed(std::optional<std::uint64_t> seed) { options_.seed = seed; }

    // False when the program faults, which `fault` explains.
    [[nodiscard]] bool run(const CaseRun& run, RunResult& result, std::string& fault,
                           ir3::ExecutionObserver* observer = nullptr);
    // The kind of fault that ended the last run, and the limit that it exceeded, if one.
    [[nodiscard]] ir3::FaultKind fault_kind() const { return fault_.kind; }
    [[nodiscard]] std::optional<Limit> reached() const { return fault_.limit; }

  private:
    ProgramRunner(const ir3::Program& program, ir3::Executable executable, ir3::Revision revision);

    // run_stages.cpp
    bool run_stages(const CaseRun& run, RunResult& result, std::string& fault,
                    ir3::ExecutionObserver* observer);
    bool run_chained(const CaseRun& run, RunResult& result, std::string& fault,
                     ir3::ExecutionObserver* observer);
    bool run_patch(unsigned patch, const CaseRun& run, std::string& fault,
                   ir3::ExecutionObserver* observer);
    [[nodiscard]] ir3::Environment chain_surroundings(unsigned lanes);
    void set_chain_parameters();
    void set_up_header(const ir3::ProgramInput& input, const CaseRun& run, unsigned vertex);
    [[nodiscard]] std::uint32_t header_word(std::string_view name, const CaseRun& run,
                                            unsigned lane, unsigned vertex) const;
    [[nodiscard]] bool header_is_kept(const CaseRun& run, std::string& fault) const;
    void collect_stored(RunResult& result) const;

    bool run_shader(const CaseRun& run, RunResult& result, std::string& fault,
                    ir3::ExecutionObserver* observer);
    [[nodiscard]] ir3::Environment surroundings(unsigned lanes);
    // The lanes that are still live; fault_ and `fault` say why there are none.
    LaneMask execute(ir3::Emulator& wave, const ir3::Environment& environment, std::string& fault,
                     ir3::ExecutionObserver* observer);
    // False where the run gives memory that programs do not have, which `fault` says.
    bool give_memories(const CaseRun& run, std::string& fault);
    [[nodiscard]] std::span<std::byte> bytes_of(nir::MemorySpace space);
    // For a wave of so many lanes.
    void set_up_constants(const CaseRun& run, unsigned lanes);
    void mark_written(const ir3::ProgramInput& input);
    void set_up_input(const ir3::ProgramInput& input, const CaseRun& run);
    void set_up_weights(const ir3::ProgramInput& input, bool is_linear);
    void set_up_varying(const ir3::ProgramInput& input, const CaseRun& run);
    void set_up_fragment_position(const ir3::ProgramInput& input, const CaseRun& run);
    void set_up_facing(const ir3::ProgramInput& input, const CaseRun& run);
    void write_lanes(const ir3::ProgramInput& input, unsigned component, const LaneWords& words);
    void collect_outputs(RunResult& result) const;

    const ir3::Program* program_;
    const ir3::MachineFacts& machine_;
    std::uint64_t maximum_steps_ = Limits{}.steps;
    ir3::Fault fault_;
    ir3::Executable executable_;
    ir3::Emulator emulator_;
    WorkgroupRunner workgroups_;
    ir3::RunOptions options_;
    TestSampler sampler_;
    CaseResources resources_{sampler_};
    std::vector<CaseMemory> memories_; // as the program leaves them
    std::vector<std::byte> private_;   // of all lanes
    std::vector<ir3::Descriptor> slots_;
    ChainMemory chain_;
    std::vector<std::uint32_t> constants_;
    unsigned num_varyings_;
    std::vector<std::uint32_t> varyings_;   // lanes of each component
    std::unique_ptr<bool[]> flat_varyings_; // of each component
    std::vector<std::uint32_t> push_constants_;
    std::vector<std::vector<std::uint32_t>> uniform_buffers_;
    std::vector<std::span<const std::uint32_t>> uniform_buffer_views_;
    std::vector<std::byte> placed_uniforms_; // what the program reads of these by address
};

} // namespace jacquard::driver
