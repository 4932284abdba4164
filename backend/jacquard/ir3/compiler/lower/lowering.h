#pragma once

#include <jacquard/ir3/compiler/lower/lower_stage_io.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jacquard::ir3 {

// This choice states whether the form with branches is kept beside the form without them.
enum class SecondForm : std::uint8_t { given_up, kept };

// The context of the pipelines in defs/pipelines/lowering.yaml and straighten.yaml. It holds the
// current shader, which may be a copy of the one it was given, and answers the conditions on the
// shader, the part and the options.
class NirLowering {
  public:
    // The options and the target outlive this.
    NirLowering(nir::Shader& shader, const CompileOptions& options, const Target& target,
                SecondForm second);

    // The following functions are about the current shader.
    [[nodiscard]] nir::PassRunner& passes() { return copy_passes_ ? *copy_passes_ : own_passes_; }
    [[nodiscard]] const MachineFacts& machine() const { return target_.machine; }
    [[nodiscard]] const Target& target() const { return target_; }
    [[nodiscard]] const CompileOptions& options() const { return options_; }
    [[nodiscard]] std::span<const Resource> resources() const { return options_.resources; }
    [[nodiscard]] const StageIoOptions& stage_io() const { return stage_io_; }
    [[nodiscard]] std::uint64_t slots_read() const { return options_.read_varyings.value_or(0); }

    [[nodiscard]] bool has_entry() const { return at_hand_->entry != nullptr; }
    [[nodiscard]] bool has_control_flow() const;
    [[nodiscard]] bool has_variables() const { return !at_hand_->entry->variables().empty(); }
    [[nodiscard]] bool has_64_bit_values() const { return has_values_of(64); }
    [[nodiscard]] bool has_8_bit_values() const { return has_values_of(8); }
    [[nodiscard]] bool may_kill() const;
    [[nodiscard]] bool is_vertex() const { return is_of(nir::Stage::vertex); }
    [[nodiscard]] bool is_compute() const { return is_of(nir::Stage::compute); }
    [[nodiscard]] bool is_tess_control() const { return is_of(nir::Stage::tess_control); }
    [[nodiscard]] bool must_branch() const;
    [[nodiscard]] bool can_be_flattened() const;
    [[nodiscard]] bool has_loop_of_unknown_length() const;
    [[nodiscard]] bool unrolls_too_long() const;
    [[nodiscard]] bool is_too_long() const;
    [[nodiscard]] bool is_short_without_branches() const;

    [[nodiscard]] bool precise() const { return options_.precise; }
    [[nodiscard]] bool narrows() const {
        return options_.precision == Precision::relaxed && !options_.precise;
    }
    [[nodiscard]] bool binning() const { return options_.binning; }
    [[nodiscard]] bool knows_what_is_read() const { return options_.read_varyings.has_value(); }
    [[nodiscard]] bool feeds_rasteriser() const { return options_.feeds == NextStage::rasteriser; }
    [[nodiscard]] bool gives_up_branches() const { return second_ == SecondForm::given_up; }
    [[nodiscard]] std::uint32_t unrolling_limit() const;
    [[nodiscard]] std::uint32_t shape_of_volumes() const;

    // The passes from here on work on a copy of the shader, which may become only so much longer.
    void open_copy();
    // Ends the work on the copy, which replaces the shader if it is kept. Returns `keeps`.
    bool close_copy(bool keeps);

    // Tells the observer of the shader at hand.
    void report(std::string_view pass) const;

    // The copy that took the place of the shader; null: none did.
    [[nodiscard]] std::unique_ptr<nir::Shader> take_copy() { return std::move(copy_); }
    // Returns what passes broke, in builds with assertions.
    [[nodiscard]] std::string fault() const;

  private:
    [[nodiscard]] bool has_values_of(unsigned bit_size) const;
    [[nodiscard]] bool is_of(nir::Stage stage) const { return at_hand_->info.stage == stage; }

    const CompileOptions& options_;
    const Target& target_;
    const StageIoOptions stage_io_;
    const SecondForm second_;
    nir::Shader* at_hand_;
    nir::PassRunner own_passes_;
    std::unique_ptr<nir::Shader> copy_;
    std::optional<nir::PassRunner> copy_passes_;
    std::string fault_of_copy_;
    std::optional<std::size_t> most_instructions_; // of a copy, when it is done
};

// Gives the shader the meaning that the state of the options asks for.
bool apply_draw_state(nir::Shader& shader, nir::PassRunner& passes, const CompileOptions& options);

// Notes which values differ from lane to lane.
void find_divergence(nir::Shader& shader);

} // namespace jacquard::ir3
