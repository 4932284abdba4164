#pragma once

#include <jacquard/nir/interpreter/interpreter.h>
#include <jacquard/nir/interpreter/wave.h>

#include <vector>

namespace jacquard::nir::interpreter {

struct Interpreter::State {
    const ProgramData* program;
    std::vector<Wave> waves;
    std::vector<bool> is_done;
};

} // namespace jacquard::nir::interpreter
