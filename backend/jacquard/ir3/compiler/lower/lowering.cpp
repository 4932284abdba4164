#include <jacquard/generated/pipelines/lowering.h>
#include <jacquard/ir3/compiler/lower/control_flow.h>
#include <jacquard/ir3/compiler/lower/lowering.h>
#include <jacquard/nir/analysis/divergence.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/passes/registry/apply_state.h>

#include <algorithm>

namespace jacquard::ir3 {

using pipelines::kFlattenedCost;
using pipelines::kLongerBy;
using pipelines::kLongProgram;
using pipelines::kManyInstructions;
using pipelines::kShrinksBy;
using pipelines::kUnrolledCost;
using pipelines::kUnrolledRounds;

NirLowering::NirLowering(nir::Shader& shader, const CompileOptions& options, const Target& target,
                         SecondForm second)
    : options_(options), target_(target), stage_io_{options.feeds, options.patches,
                                                    target.machine.patches_in_local_memory},
      second_(second), at_hand_(&shader), own_passes_(shader) {
    own_passes_.watch(options.observer != nullptr ? options.observer->watch() : nullptr);
}

bool NirLowering::has_control_flow() const {
    return ir3::has_control_flow(*at_hand_);
}

bool NirLowering::has_values_of(unsigned bit_size) const {
    if (!at_hand_->made.has_values(bit_size)) {
        return false;
    }
    for (const nir::Block& block : at_hand_->entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const nir::SsaDef* value = instruction.def();
            if (value != nullptr && value->bit_size == bit_size) {
                return true;
            }
        }
    }
    return false;
}

bool NirLowering::may_kill() const {
    return at_hand_->may_have(nir::IntrinsicOp::terminate) ||
           at_hand_->may_have(nir::IntrinsicOp::terminate_if);
}

bool NirLowering::must_branch() const {
    return ir3::must_branch(*at_hand_);
}

bool NirLowering::can_be_flattened() const {
    return ir3::can_be_flattened(*at_hand_, kFlattenedCost);
}

bool NirLowering::has_loop_of_unknown_length() const {
    return ir3::has_loop_of_unknown_length(*at_hand_);
}

bool NirLowering::unrolls_too_long() const {
    return most_instructions_ && kShrinksBy * *most_instructions_ < kManyInstructions &&
           unrolls_beyond(*at_hand_, kUnrolledRounds, kShrinksBy * *most_instructions_);
}

bool NirLowering::is_too_long() const {
    return most_instructions_ && num_instructions(*at_hand_) > kShrinksBy * *most_instructions_;
}

bool NirLowering::is_short_without_branches() const {
    return !has_control_flow() &&
           (!most_instructions_ || num_instructions(*at_hand_) <= *most_instructions_);
}

// A loop that is longer would end the effort as soon as it is unrolled. What is counted before is
// an estimate.
std::uint32_t NirLowering::unrolling_limit() const {
    const std::size_t limit =
        most_instructions_ ? kShrinksBy * *most_instructions_ : kManyInstructions;
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(kUnrolledCost, std::min<std::size_t>(limit, kManyInstructions) * 2));
}

std::uint32_t NirLowering::shape_of_volumes() const {
    return 1U << static_cast<unsigned>(nir::TextureDim::dim_3d);
}

void NirLowering::open_copy() {
    most_instructions_ =
        std::max<std::size_t>(kLongProgram, kLongerBy * num_instructions(*at_hand_));
    copy_ = nir::clone(*at_hand_);
    copy_passes_.emplace(*copy_);
    copy_passes_->know_as(own_passes_);
    at_hand_ = copy_.get();
}

bool NirLowering::close_copy(bool keeps) {
    if (!keeps) {
        fault_of_copy_ = copy_passes_->report();
        copy_passes_.reset();
        copy_.reset();
        at_hand_ = &own_passes_.shader();
    }
    most_instructions_.reset();
    return keeps;
}

void NirLowering::report(std::string_view pass) const {
    if (options_.observer != nullptr) {
        options_.observer->after_lowering(pass, *at_hand_);
    }
}

std::string NirLowering::fault() const {
    return own_passes_.report() + fault_of_copy_ + (copy_passes_ ? copy_passes_->report() : "");
}

bool apply_draw_state(nir::Shader& /*shader*/, nir::PassRunner& passes,
                      const CompileOptions& options) {
    return nir::apply_state(passes, options.state,
                            {options.feeds == NextStage::rasteriser, options.precise});
}

void find_divergence(nir::Shader& shader) {
    nir::compute_divergence(*shader.entry);
}

} // namespace jacquard::ir3
