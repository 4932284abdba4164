#pragma once

#include <jacquard/amber/read/lines/file_reader.h>
#include <jacquard/generated/options/compile_settings.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>

namespace jacquard::driver::amber {

// Options of the engine that runs the shaders of a script.
struct RunOptions : ir3::CompileSettings {
    // Expectations are of the values as the shader computes them.
    RunOptions() : CompileSettings(ir3::settings_as_written()) { check = true; }

    bool is_machine = true; // machine code in the emulator; else NIR in the interpreter
    bool links = false;     // the stages of a draw are fitted to each other
    Limits limits;
    std::uint64_t group_steps = kMostModuleSteps; // of all waves of the work groups of a RUN
    const HighLevelCompiler* compiler = nullptr;  // null: the program glslang
    FileReader files;                             // reads what scripts name, relative to them
};

} // namespace jacquard::driver::amber
