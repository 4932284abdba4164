#pragma once

#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/constant_layout.h>
#include <jacquard/ir3/compiler/select/resources/uniforms.h>

namespace jacquard::ir3 {

// The agreements of a stage before the rasteriser with the stages before and after it.
class StageChain : TranslationPart {
  public:
    StageChain(Context& context, ConstantLayout& layout, Uniforms& uniforms)
        : TranslationPart(context), layout_(layout), uniforms_(uniforms) {}

    // False after a diagnostic: the part has no such stage, or nothing can follow it.
    [[nodiscard]] bool check();
    void describe_stored_outputs();
    void describe_level_inputs();
    void load_location(const nir::IntrinsicInstruction& load);

  private:
    ConstantLayout& layout_;
    Uniforms& uniforms_;
};

} // namespace jacquard::ir3
