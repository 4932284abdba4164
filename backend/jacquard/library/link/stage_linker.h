#pragma once

#include <jacquard/library/link/passes.h>
#include <jacquard/passes/registry/pass_runner.h>

namespace jacquard::driver {

// The context of the pipelines in defs/pipelines/link.yaml: one of two stages, and both.
class StageLinker {
  public:
    StageLinker(nir::Shader& shader, StagePair& pair, const VaryingPlaces& places,
                const nir::PassRunner::Listener& listener)
        : pair_(pair), places_(places), passes_(shader) {
        passes_.tell(listener);
    }

    [[nodiscard]] nir::PassRunner& passes() { return passes_; }
    [[nodiscard]] StagePair& pair() { return pair_; }
    [[nodiscard]] const VaryingPlaces& places() const { return places_; }

    [[nodiscard]] bool is_packed() const { return !places_.empty(); }

  private:
    StagePair& pair_;
    const VaryingPlaces& places_;
    nir::PassRunner passes_;
};

} // namespace jacquard::driver
