#pragma once

#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/command_line.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A stage as it was read, and why no module was made of it, where that is so.
struct StageInput {
    InputFile file;
    ModuleFault fault; // its status is `compiled` where there is none
};

// Reads the operands as stages of one pipeline, each as read_input() does, and makes modules of
// those in other languages. Varyings of GLSL that state no location are linked by their names.
// Faults go to the error stream. Returns nothing if a file cannot be read; `code` then is the exit
// code.
[[nodiscard]] std::optional<std::vector<StageInput>>
read_stages(const Arguments& arguments, const Streams& streams, const Limits& limits, int& code);

// Returns true if one of the stages became no module.
[[nodiscard]] bool has_fault(std::span<const StageInput> stages);

// Sets the state that a database says the pipeline of its stages has, where nobody asked for other
// state. Which stage feeds which, linking finds out.
void take_state_of_pipeline(std::span<const StageInput> stages, ir3::CompileSettings& settings);

// Returns the path for an output of one of several stages: "out.bin" becomes "out.vertex.bin".
[[nodiscard]] std::string path_of_stage(std::string_view path, std::string_view stage);

} // namespace jacquard::driver
