#pragma once

#include <jacquard/nir/interpreter/wave/wave.h>

#include <array>
#include <cstdint>

// The handlers of intrinsics, by subject. Each executes one for the active lanes of a wave.
namespace jacquard::nir::interpreter {

// registers.cpp
bool load_register(Wave& wave, const Step& step);
bool store_register(Wave& wave, const Step& step);

// inputs_outputs.cpp: spaces of slots
bool load_slots(Wave& wave, const Step& step);
bool load_interpolated_slots(Wave& wave, const Step& step);
bool store_slots(Wave& wave, const Step& step);

struct InterpolationWeights {
    std::uint64_t i = 0; // floats by their bits
    std::uint64_t j = 0;
    unsigned bytes = 4; // of each
};
// A component of the first three vertices' inputs: v0 + i (v1 - v0) + j (v2 - v0). False when it is
// not there.
bool interpolate(const Wave& wave, MemorySpace vertices, std::int64_t word, unsigned lane,
                 unsigned bytes, const InterpolationWeights& weights, std::uint64_t& bits);

// quad_interpolation.cpp: inputs that come interpolated, at other places of their quad
// Barycentric coordinates, where the quads tell them; false for another value.
bool load_quad_weights(Wave& wave, const Step& step);
bool load_slots_in_quads(Wave& wave, const Step& step);
// The weights of a place in the quad of a lane; `offset` is from the pixel's centre.
[[nodiscard]] std::array<float, 2> weights_in_quad(const Wave& wave, BarycentricPlace place,
                                                   Interpolation mode, unsigned lane,
                                                   const std::array<float, 2>& offset);
// A component of an input at such weights. False when it is not there.
bool interpolate_in_quad(const Wave& wave, OutputWords inputs, std::int64_t word, unsigned lane,
                         unsigned bytes, const std::array<float, 2>& weights, std::uint64_t& bits);

// system_values.cpp
bool load_system_value(Wave& wave, const Step& step);
// From a variable of mode system_value; `address` null: from its beginning.
bool load_system_variable(Wave& wave, const Step& step, const Variable& variable,
                          const Place* address);

// memory.cpp: spaces of bytes
bool load_memory(Wave& wave, const Step& step);
bool store_memory(Wave& wave, const Step& step);
bool atomic_memory(Wave& wave, const Step& step);
bool buffer_size(Wave& wave, const Step& step);
bool copy_memory(Wave& wave, const Step& step);

// variables.cpp
bool execute_deref(Wave& wave, const Step& step);
bool load_variable(Wave& wave, const Step& step);
bool store_variable(Wave& wave, const Step& step);
bool copy_variable(Wave& wave, const Step& step);
bool copy_variable_bytes(Wave& wave, const Step& step);
bool atomic_variable(Wave& wave, const Step& step);
bool tell_modes(Wave& wave, const Step& step);
bool tell_length(Wave& wave, const Step& step);
bool interpolate_variable(Wave& wave, const Step& step);
bool initialise_variables(Wave& wave, const Step& step);

// control.cpp
bool do_nothing(Wave& wave, const Step& step);
bool terminate(Wave& wave, const Step& step);
bool demote(Wave& wave, const Step& step);
bool barrier(Wave& wave, const Step& step);
bool read_clock(Wave& wave, const Step& step);
bool emit_vertex(Wave& wave, const Step& step);
bool end_primitive(Wave& wave, const Step& step);
bool compute_formula(Wave& wave, const Step& step);

// quads.cpp
bool derivative(Wave& wave, const Step& step);

// subgroups.cpp
bool ballot(Wave& wave, const Step& step);
bool ask_mask(Wave& wave, const Step& step);
bool vote(Wave& wave, const Step& step);
bool exchange(Wave& wave, const Step& step);
bool combine_lanes(Wave& wave, const Step& step);

// image_access.cpp
bool access_image(Wave& wave, const Step& step);

} // namespace jacquard::nir::interpreter
