#pragma once

#include <jacquard/nir/shader.h>

namespace jacquard::nir {

struct LowerIoOptions {
    VariableMode modes = VariableMode::shader_in | VariableMode::shader_out | VariableMode::uniform;
    // Fragment inputs that are interpolated are loaded at barycentric coordinates; else by
    // load_input, whose slot says how it is interpolated.
    bool use_barycentrics = true;
};

// Loads and stores inputs, outputs and uniforms by slot and component: `base` is the variable's
// driver_location, the offset counts slots from there.
//
// Before: variables have places (see assign_io_locations), copies and components of vectors have
// been lowered. After: variables of these modes are accessed through dereferences only where they
// are passed on, hold textures, samplers or images, or where scalars that share slots are chosen by
// a value. True when something changed.
bool lower_io(Shader& shader, const LowerIoOptions& options = {});

} // namespace jacquard::nir
