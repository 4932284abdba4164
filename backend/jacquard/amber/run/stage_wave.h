#pragma once

#include <jacquard/amber/run/compiled_stage.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/runs/recorded/nir_resources.h>
#include <jacquard/runs/recorded/program_wave.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::driver::amber {

// A vertex or fragment shader that an engine can execute.
class RunnableStage {
  public:
    // Null where the engine cannot execute it; `fault` then says why.
    [[nodiscard]] static std::unique_ptr<RunnableStage>
    prepare(std::unique_ptr<CompiledStage> stage, const RunOptions& options, std::string& fault);

    [[nodiscard]] const nir::ShaderInfo& info() const { return stage_->module.nir.shader->info; }
    // The width and kind of what an output holds.
    [[nodiscard]] nir::AluType output_type(std::size_t slot) const;

  private:
    friend class StageWave;

    std::unique_ptr<CompiledStage> stage_;
    std::uint64_t maximum_steps_ = 0;
    std::optional<ir3::Executable> executable_;
    std::optional<nir::interpreter::Program> program_;
};

// Runs a stage for one wave after the other, with memory that stays between them.
class StageWave {
  public:
    // The stage and what set() is given must outlive the wave.
    StageWave(const RunnableStage& stage, unsigned lanes);

    // The resources of the draw.
    void set(const RecordedCase& given);

    [[nodiscard]] unsigned lanes() const { return lanes_; }
    // Component `c` of slot `s` of lane `l` is word (4 * s + c) * lanes + l.
    [[nodiscard]] std::span<std::uint32_t> inputs() { return inputs_; }
    [[nodiscard]] std::span<const std::uint32_t> outputs() const { return outputs_; }

    // False when the shader faults, which `fault` explains. `live` has a bit for each lane that was
    // not discarded.
    [[nodiscard]] bool run(const PipelineValues& values, std::uint64_t& live, std::string& fault);

    // Memory as the waves left it.
    [[nodiscard]] const ByKey<Words>& storage_buffers();
    [[nodiscard]] const RecordedImages& images();

  private:
    [[nodiscard]] bool run_nir(const PipelineValues& values, std::uint64_t& live,
                               std::string& fault);

    const RunnableStage& stage_;
    unsigned lanes_;
    std::vector<std::uint32_t> inputs_;
    std::vector<std::uint32_t> outputs_;
    std::optional<ProgramWave> wave_;
    std::optional<nir::interpreter::Interpreter> interpreter_;
    NirResources resources_;
    nir::interpreter::Environment environment_;
};

} // namespace jacquard::driver::amber
