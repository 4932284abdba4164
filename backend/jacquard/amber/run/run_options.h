#pragma once

#include <jacquard/amber/script/reader.h>
#include <jacquard/generated/ir3/default_part.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/support/text/limits.h>

#include <cstdint>

namespace jacquard::driver::amber {

// Options of the engine that runs the shaders of a script.
struct RunOptions {
    bool is_machine = true; // machine code in the emulator; else NIR in the interpreter
    std::uint32_t gpu = ir3::kDefaultPart;
    bool precise = false;
    bool check = true;           // the compiler checks its words
    std::uint32_t wave_size = 0; // lanes of full waves of work groups; 0: as suits the program
    Limits limits;
    std::uint64_t group_steps = kMostModuleSteps; // of all waves of the work groups of a RUN
    const HighLevelCompiler* compiler = nullptr;  // null: the program glslang
    FileReader files;                             // reads what scripts name, relative to them
};

} // namespace jacquard::driver::amber
