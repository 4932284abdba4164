#pragma once

#include <jacquard/runs/recorded/recorded_case.h>

#include <cstdint>
#include <string>
#include <vector>

namespace compute_shader {

// Returns true if the program is there that makes modules of GLSL; says so when it is not.
bool has_glslang();

// The SPIR-V module of a compute shader in GLSL, for one of the targets of HighLevelShader.
std::string module_of(const std::string& text, const std::string& target = "vulkan1.1");

// Runs a compute shader in GLSL in the interpreter and as precise machine code of each part, and
// checks that its storage buffers come out the same, and other than they were. Returns them.
std::vector<jacquard::driver::Words>
check_engines_agree(const std::string& text, const jacquard::driver::RecordedCase& recorded,
                    const std::vector<std::uint32_t>& parts,
                    const std::string& target = "vulkan1.1");

} // namespace compute_shader
