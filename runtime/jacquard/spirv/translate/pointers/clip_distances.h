#pragma once

#include <jacquard/nir/ir/shader.h>

#include <array>

namespace jacquard::spirv {

// Places the clip and cull distances of inputs and outputs, which share slots.
class ClipDistances {
  public:
    // Makes the variable one of clip distances, or of cull distances if these come after them.
    void place(nir::Variable& variable, bool is_after_clip_distances);
    // Notes that the variable is accessed.
    void note_use(const nir::Variable& variable);
    // Places cull distances after the clip distances that are used.
    void finish();

  private:
    // Each has one entry for outputs and one for inputs.
    std::array<nir::Variable*, 2> clip_distances_{};
    std::array<nir::Variable*, 2> cull_distances_{};
    std::array<bool, 2> are_clip_distances_used_{};
};

} // namespace jacquard::spirv
