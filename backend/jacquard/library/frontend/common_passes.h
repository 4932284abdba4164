#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>

namespace jacquard::driver {

// The context of the pipelines in defs/pipelines/common.yaml.
class CommonPasses {
  public:
    CommonPasses(nir::Shader& shader, const nir::PassRunner::Listener& listener) : passes_(shader) {
        passes_.tell(listener);
    }

    [[nodiscard]] nir::PassRunner& passes() { return passes_; }

    [[nodiscard]] bool has_functions();
    [[nodiscard]] bool has_variables();
    [[nodiscard]] bool has_control_flow();

  private:
    nir::PassRunner passes_;
};

} // namespace jacquard::driver
