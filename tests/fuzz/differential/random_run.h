#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/runs/case/case_file.h>

#include "generator/choices.h"

#include <string>
#include <vector>

namespace jacquard::fuzz {

// The inputs that a shader reads from outside.
struct ShaderInterface {
    unsigned num_inputs = 0;
    std::vector<unsigned> constants; // vectors of each buffer, by its number
    std::vector<std::string> system_values;
    bool is_fragment = false;
    unsigned num_vertices = 0;         // of the primitive or patch that is read; 0: none is
    bool has_third_coordinate = false; // in the patch
    bool has_buffers = false;          // and images, as nir::MemoryOfMachine has them
    bool has_images = false;
    bool has_addresses = false;
    bool asks_for_helpers = false;
    std::vector<nir::TextureUnit> textures; // that runs give; the others are test textures
    unsigned group_size = 0;                // invocations of a work group; 0: there are none
};

// `textures` is left empty.
[[nodiscard]] ShaderInterface interface_of(const nir::Shader& shader);

// Words for everything that a shader reads. Vectors of even number hold floats and those of odd
// number integers, most of the time; `is_moderate` leaves out what floats lose accuracy with.
[[nodiscard]] driver::CaseRun random_run(nir::Choices& choices, const ShaderInterface& interface,
                                         bool is_moderate);

} // namespace jacquard::fuzz
