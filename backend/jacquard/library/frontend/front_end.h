#pragma once

#include <jacquard/library/frontend/spirv_resources.h>
#include <jacquard/library/frontend/spirv_result.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <optional>
#include <span>

namespace jacquard::driver {

// The context of the pipeline in defs/pipelines/front_end.yaml: the shader, and the facts that
// passes gather about it.
class FrontEnd {
  public:
    FrontEnd(nir::Shader& shader, SpirvResult& facts, std::span<const SetBinding> combined,
             const nir::PassRunner::Listener& listener)
        : facts_(facts), combined_(combined), passes_(shader) {
        passes_.tell(listener);
    }

    [[nodiscard]] nir::PassRunner& passes() { return passes_; }
    [[nodiscard]] SpirvResult& facts() { return facts_; }
    [[nodiscard]] std::span<const SetBinding> combined() const { return combined_; }

    [[nodiscard]] bool has_functions();
    [[nodiscard]] bool has_lines();
    // The first call decides, because temporaries take the place of such inputs later.
    [[nodiscard]] bool chooses_inputs();

  private:
    SpirvResult& facts_;
    std::span<const SetBinding> combined_;
    nir::PassRunner passes_;
    std::optional<bool> chooses_inputs_;
};

// The passes of defs/pipelines/passes/front_end.yaml.
bool number_all_resources(nir::Shader& shader, SpirvResult& facts,
                          std::span<const SetBinding> combined);
bool separate_inputs(nir::Shader& shader);
void describe_varyings(nir::Shader& shader, SpirvResult& facts);

} // namespace jacquard::driver
