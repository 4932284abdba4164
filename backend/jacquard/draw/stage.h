#pragma once

#include <jacquard/draw/uniforms/uniform_table.h>
#include <jacquard/generated/options/compile_settings.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/runs/recorded/nir_resources.h>
#include <jacquard/runs/recorded/program_wave.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::draw {

class PictureSampler;

// Lanes of a wave: 16 quads.
inline constexpr unsigned kWaveLanes = 64;

enum class StageForm : std::uint8_t { spirv, tgsi, nir };

struct StageOptions : ir3::CompileSettings {
    // With `check` the emulator faults on what hardware would get wrong.
    StageOptions() { check = true; }

    bool is_machine = true; // in the emulator; else in the interpreter of NIR
    spirv::TranslateOptions translation;
    Limits limits;
};

// A vertex or fragment shader made ready to run by many threads at once, and its uniforms.
class Stage {
  public:
    // Null when it is none, or cannot be compiled or run; the reasons are in `diagnostics`, which
    // was made from the content.
    [[nodiscard]] static std::unique_ptr<Stage> load(std::string_view content, StageForm form,
                                                     const StageOptions& options,
                                                     Diagnostics& diagnostics);

    [[nodiscard]] nir::Stage kind() const { return kind_; }
    [[nodiscard]] const std::vector<nir::IoSlot>& inputs() const { return inputs_; }
    [[nodiscard]] const std::vector<nir::IoSlot>& outputs() const { return outputs_; }
    // Returns the type of the components of an input or output.
    [[nodiscard]] nir::AluType input_type(std::size_t slot) const;
    [[nodiscard]] nir::AluType output_type(std::size_t slot) const;
    // For each slot, this is the variable's name if the shader has names; the slots after a
    // variable's first have `[1]`, `[2]` ... appended.
    [[nodiscard]] const std::vector<std::string>& input_names() const { return input_names_; }
    [[nodiscard]] const std::vector<std::string>& output_names() const { return output_names_; }
    [[nodiscard]] std::span<const Resource> resources() const { return resources_; }
    // Numbers of the textures that it reads.
    [[nodiscard]] const std::vector<std::uint32_t>& textures() const { return textures_; }

    UniformTable uniforms;

  private:
    friend class StageRunner;

    [[nodiscard]] bool load_shader(std::string_view content, StageForm form,
                                   Diagnostics& diagnostics);
    void add_numbered_resources();
    [[nodiscard]] bool prepare(Diagnostics& diagnostics);

    StageOptions options_;
    nir::Stage kind_{};
    SpirvResult shader_;
    std::vector<nir::IoSlot> inputs_;
    std::vector<nir::IoSlot> outputs_;
    std::vector<std::string> input_names_;
    std::vector<std::string> output_names_;
    std::vector<Resource> resources_;
    std::vector<std::uint32_t> textures_;
    ir3::Program program_;
    std::optional<ir3::Executable> executable_;
    std::optional<nir::interpreter::Program> nir_program_;
};

// Runs a stage for one wave after the other. One thread at a time.
class StageRunner {
  public:
    // The stage must outlive the runner, and so must what set() is given.
    explicit StageRunner(const Stage& stage);

    // From now on the stage sees these textures, and its uniforms as they are now.
    void set(PictureSampler& textures);

    // Component `c` of slot `s` of lane `l` is word (4 * s + c) * kWaveLanes + l.
    [[nodiscard]] std::span<std::uint32_t> inputs() { return inputs_; }
    [[nodiscard]] std::span<const std::uint32_t> outputs() const { return outputs_; }

    // False when the shader faults, which `fault` explains. `live` are the lanes that have not been
    // discarded.
    [[nodiscard]] bool run(const PipelineValues& values, std::uint64_t& live, std::string& fault);

  private:
    [[nodiscard]] bool run_nir(const PipelineValues& values, std::uint64_t& live,
                               std::string& fault);

    const Stage& stage_;
    RecordedCase given_;
    std::vector<std::uint32_t> inputs_;
    std::vector<std::uint32_t> outputs_;
    std::optional<ProgramWave> wave_;
    std::optional<nir::interpreter::Interpreter> interpreter_;
    NirResources nir_resources_;
    nir::interpreter::Environment environment_;
    std::array<float, kWaveLanes> reciprocal_w_{};
};

} // namespace jacquard::driver::draw
