#pragma once

#include <jacquard/ir3/compiler/select/context.h>

namespace jacquard::ir3 {

// Inputs of vertex shaders, and outputs of all stages.
class StageInterface : TranslationPart {
  public:
    explicit StageInterface(Context& context) : TranslationPart(context) {
        input_vectors_.assign(shader_.info.inputs.size(), nullptr);
    }

    void load_vertex_input(const nir::IntrinsicInstruction& load);
    void store_output(const nir::IntrinsicInstruction& store);

  private:
    void store_vertex_flags(const nir::IntrinsicInstruction& store);

    NodeVector input_vectors_{graph_.pool()}; // by input of the shader
};

} // namespace jacquard::ir3
