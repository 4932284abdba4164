#pragma once

#include <jacquard/ir3/compiler/select/context.h>
#include <jacquard/ir3/compiler/select/resources/addresses.h>
#include <jacquard/ir3/compiler/select/resources/descriptors.h>
#include <jacquard/ir3/compiler/select/resources/numbered_resources.h>

namespace jacquard::ir3 {

// Loads of uniform buffers and push constants, and copies from the constant file.
class Uniforms : TranslationPart {
  public:
    Uniforms(Context& context, Addresses& addresses, NumberedResources& numbered,
             Descriptors& descriptors)
        : TranslationPart(context), addresses_(addresses), numbered_(numbered),
          descriptors_(descriptors) {}

    void load_constant(const nir::IntrinsicInstruction& load);
    void load_push_constant(const nir::IntrinsicInstruction& load);

    void set_constants(const nir::SsaDef& def, std::int64_t first, std::int64_t end);
    void set_relative_constants(const nir::SsaDef& def, std::int64_t first,
                                const nir::SsaDef& index, unsigned scale);
    [[nodiscard]] bool reaches_constant(std::int64_t offset) const;

  private:
    void load_uniform(const nir::IntrinsicInstruction& load);

    Addresses& addresses_;
    NumberedResources& numbered_;
    Descriptors& descriptors_;
};

} // namespace jacquard::ir3
