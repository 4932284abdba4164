#pragma once

#include "generator/values.h"

#include <cstdint>

namespace jacquard::nir {

// Random shaders of the stages between vertices and rasteriser have these in addition: a primitive
// or patch of several vertices to read, vertices to emit, and the levels of a patch. Values that
// one invocation of a patch writes are read by the others only after barriers.
class MachineVertices {
  public:
    // The vertices of every primitive and patch that is read; GS_INPUT_PRIMITIVE gives the same
    // number.
    static constexpr unsigned kInputVertices = 4;

    [[nodiscard]] static bool is_for(Stage stage);
    // Returns true for an evaluation shader of quads; patches of all others are triangles.
    [[nodiscard]] static bool has_quads(const Shader& shader);

    // Declares what the shader has behind `num_inputs` inputs and `num_outputs` outputs.
    MachineVertices(Choices& choices, Shader& shader, unsigned num_inputs, unsigned num_outputs);

    // At the start of the entry.
    void begin(Values& values);
    // `slot` of one vertex or, now and then, what the whole patch has.
    void load_input(Values& values, unsigned slot, ValueClass kind);
    void load_system_value(Values& values);
    void store_output(Values& values, unsigned slot);
    // Vertices end, or invocations wait for each other; `is_together` where all are at this place.
    void statement(Values& values, bool is_together);
    void finish(Values& values);

  private:
    void declare_geometry(Choices& choices, Shader& shader) const;
    void declare_patch(Choices& choices, Shader& shader);
    void emit(Values& values);
    void wait(Values& values);
    void load_level(Values& values);
    void store_of_patch(Values& values);

    Stage stage_;
    unsigned num_inputs_;
    unsigned num_outputs_;
    unsigned num_vertices_out_ = 0;
    bool has_levels_ = false; // that an evaluation shader reads
    bool is_handed_ = false;  // outputs of vertices may be read, else written
    SsaDef* invocation_ = nullptr;
};

} // namespace jacquard::nir
