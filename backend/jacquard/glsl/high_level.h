#pragma once

#include <jacquard/glsl/compiler/high_level_shader.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>

#include <string>
#include <string_view>
#include <vector>

// GLSL and HLSL, which glslang makes SPIR-V of, and OpenCL C, which clang makes it of.
namespace jacquard::driver {

// The program glslangValidator, wherever PATH has it.
[[nodiscard]] const HighLevelCompiler& glslang_program();

// Returns true if a file is in a high-level language: its text begins, behind comments and blanks,
// with `#version`, or its name ends as such files' names do.
[[nodiscard]] bool is_high_level(std::string_view name, std::string_view content);

// Returns true if the name is that of a file of OpenCL C.
[[nodiscard]] bool is_opencl(std::string_view name);

// Sets the language that the name of the shader ends in.
void take_language(HighLevelShader& shader);

// The stage that a name ends in (water.frag, water.frag.glsl, water.vert.hlsl) or empty.
[[nodiscard]] std::string_view stage_of_name(std::string_view name);

// The word that glslang has for a stage, of any word that people have for it (frag, fragment, fs,
// ps, pixel); empty for others.
[[nodiscard]] std::string_view high_level_stage(std::string_view word);
// Returns NIR's word for the stage, or nothing if no stage has the word.
[[nodiscard]] std::string_view stage_in_nir(std::string_view word);
// Returns all words for stages, grouped by stage.
[[nodiscard]] std::vector<std::string> stage_words();

// The module, as bytes, that the compiler makes of the shader; empty after a fault. A fragment
// shader in the form of Shadertoy is completed first (draw/toy_shader.h), and GLSL is said as
// glslang takes it (dialect/modernise.h). Faults and warnings, at their places in the shader, go to
// `diagnostics`, which was made from the shader's text. So does what the compiler was ended for;
// `limits` are those that it ran under.
[[nodiscard]] std::string make_module(const HighLevelShader& shader,
                                      const HighLevelCompiler& compiler, Diagnostics& diagnostics,
                                      const Limits& limits = {});

// Adds the options that compilers share: macros, and folders of included files. These are searched
// beside the shader first, although a program reads its text from elsewhere.
void add_macros_and_folders(const HighLevelShader& shader, std::vector<std::string>& words);

// The messages in what glslang prints.
[[nodiscard]] std::vector<HighLevelMessage> read_glslang_log(std::string_view log);

} // namespace jacquard::driver
