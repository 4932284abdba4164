#pragma once

#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/engines/case_resources.h>
#include <jacquard/runs/engines/nir_groups.h>
#include <jacquard/runs/engines/nir_vertices.h>
#include <jacquard/runs/textures/test_sampler.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver {

// The system values of a run of a case.
class CaseSystemValues final : public nir::interpreter::SystemValues {
  public:
    explicit CaseSystemValues(const nir::Shader& shader);
    void set_run(const CaseRun& run) { run_ = &run; }
    [[nodiscard]] std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                                     unsigned component, unsigned lane,
                                                     std::uint64_t argument) override;

  private:
    [[nodiscard]] std::uint32_t position(unsigned component, unsigned lane) const;
    [[nodiscard]] bool is_front(unsigned lane) const;

    const CaseRun* run_ = nullptr;
    std::optional<std::size_t> position_input_; // number of the input that holds it
    std::optional<std::size_t> face_input_;
};

// Executes a shader for the runs of a case file, lanes as the interpreter has them. Keeps what can
// be kept between runs; one thread at a time.
class NirRunner {
  public:
    // Null when the shader cannot be executed; `fault` then says why, and `reached` which limit it
    // was, if one. The shader must outlive the runner and stay as it is.
    [[nodiscard]] static std::unique_ptr<NirRunner>
    prepare(const nir::Shader& shader, std::string& fault, const Limits& limits = {},
            std::optional<Limit>* reached = nullptr);

    // From now on, work groups run on this part.
    void set_part(const GroupPart& part) { part_ = part; }

    // From now on work groups run together, in the order that the seed chooses; nothing: in turn.
    void set_seed(std::optional<std::uint64_t> seed) { options_.seed = seed; }

    // False when the shader faults, which `fault` explains.
    [[nodiscard]] bool run(const CaseRun& run, RunResult& result, std::string& fault);
    // The limit that ended the last run; nothing when none did.
    [[nodiscard]] std::optional<Limit> reached() const { return reached_; }

  private:
    NirRunner(const nir::Shader& shader, nir::interpreter::Program program);
    void set_up(const CaseRun& run);
    void give_memories(const CaseRun& run);
    void give_vertices(const CaseRun& run);
    [[nodiscard]] nir::interpreter::RunResult run_patches();
    void collect_vertex_outputs(RunResult& result) const;
    void collect_outputs(RunResult& result) const;
    void collect_memories(const CaseRun& run, RunResult& result) const;

    // The contents of a memory space in a run.
    struct GivenSpace {
        std::vector<std::vector<Vector4>> buffers;
        std::vector<std::span<std::byte>> writable;
        std::vector<std::span<const std::byte>> constant;
    };

    const nir::Shader* shader_;
    nir::interpreter::RunOptions options_;
    std::optional<Limit> reached_;
    GroupPart part_;
    nir::interpreter::Program program_;
    nir::interpreter::Interpreter interpreter_;
    TestSampler sampler_;
    CaseResources resources_{sampler_};
    CaseSystemValues system_values_;
    std::vector<std::uint32_t> inputs_;
    // A case tells no perspective: what is linear in space is so in the window.
    std::array<float, kCaseLanes> reciprocal_w_{1.0F, 1.0F, 1.0F, 1.0F};
    std::vector<std::uint32_t> outputs_;
    std::vector<std::uint32_t> vertex_inputs_;
    std::vector<std::uint32_t> vertex_outputs_;
    NirVertexSink vertices_;
    std::vector<std::span<const std::byte>> constant_views_;
    std::vector<std::byte> left_in_shared_;
    std::array<GivenSpace, nir::kNumMemorySpaces> memories_;
    nir::interpreter::Environment environment_;
};

} // namespace jacquard::driver
