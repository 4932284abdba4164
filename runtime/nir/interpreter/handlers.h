#pragma once

#include <jacquard/nir/interpreter/wave.h>

// What executes intrinsics, by subject. Each does it for the active lanes of a wave.
namespace jacquard::nir::interpreter {

[[nodiscard]] inline const IntrinsicInstruction& intrinsic_of(const Step& step) {
    return *static_cast<const IntrinsicInstruction*>(step.instruction);
}

// registers.cpp
bool load_register(Wave& wave, const Step& step);
bool store_register(Wave& wave, const Step& step);

// inputs_outputs.cpp
bool load_input(Wave& wave, const Step& step);
bool load_interpolated_input(Wave& wave, const Step& step);
bool load_vertex_input(Wave& wave, const Step& step);
bool load_output(Wave& wave, const Step& step);
bool store_output(Wave& wave, const Step& step);
bool load_vertex_output(Wave& wave, const Step& step);
bool store_vertex_output(Wave& wave, const Step& step);
bool load_primitive_output(Wave& wave, const Step& step);
bool store_primitive_output(Wave& wave, const Step& step);

// system_values.cpp
bool load_system_value(Wave& wave, const Step& step);

// memory.cpp
bool load_memory(Wave& wave, const Step& step);
bool store_memory(Wave& wave, const Step& step);
bool atomic_memory(Wave& wave, const Step& step);
bool buffer_size(Wave& wave, const Step& step);
bool load_ubo_vec4(Wave& wave, const Step& step);
bool load_constant_file(Wave& wave, const Step& step);
bool store_constant_file(Wave& wave, const Step& step);

// variables.cpp
bool execute_deref(Wave& wave, const Step& step);
bool load_variable(Wave& wave, const Step& step);
bool store_variable(Wave& wave, const Step& step);
bool copy_variable(Wave& wave, const Step& step);
bool atomic_variable(Wave& wave, const Step& step);
bool initialise_variables(Wave& wave, const Step& step);

// control.cpp
bool do_nothing(Wave& wave, const Step& step);
bool terminate(Wave& wave, const Step& step);
bool demote(Wave& wave, const Step& step);
bool barrier(Wave& wave, const Step& step);

// quads.cpp
bool derivative(Wave& wave, const Step& step);
bool quad_exchange(Wave& wave, const Step& step);

// subgroups.cpp
bool ballot(Wave& wave, const Step& step);
bool elect(Wave& wave, const Step& step);
bool vote(Wave& wave, const Step& step);
bool read_lane(Wave& wave, const Step& step);

} // namespace jacquard::nir::interpreter
